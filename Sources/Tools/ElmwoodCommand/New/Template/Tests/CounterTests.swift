import ElmwoodTesting
import Testing

@testable import Shop

/// The counter from a visitor's point of view, in a browser with script and in one without.
struct CounterTests {
    @Test(arguments: Script.allCases)
    func `The buttons change the count`(script: Script) {
        let test = ProgramTest(Counter(), script: script)
        test.click("+")
        test.expectModel { $0.count = 1 }
        test.expect(.output, "1")
        test.click("−")
        test.expectModel { $0.count = 0 }
        test.expect(.output, "0")
    }

    @Test(arguments: Script.allCases)
    func `The field sets the count`(script: Script) {
        let test = ProgramTest(Counter(), script: script)
        test.fill("Set to", "7")
        test.expectModel { $0.count = 7 }
        test.expect(.output, "7")
    }

    @Test(arguments: Script.allCases)
    func `A number beyond the limits is refused, with the reason beside the field`(script: Script) {
        let test = ProgramTest(Counter(), script: script)
        test.fill("Set to", "1000001")
        test.expectProblem(in: "count", "Please enter a number that is at most 1000000.")
        test.expect(.output, "0")
        test.expectAccessible()
    }
}
