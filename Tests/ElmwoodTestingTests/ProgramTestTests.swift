import ElmwoodTesting
import Testing

/// What a test does and looks at, where all is as it should be.
@Suite struct ProgramTestTests {
    @Test("A click is a message, and what it comes to is looked at", arguments: Script.allCases)
    func click(script: Script) {
        let sentences = said {
            let test = ProgramTest(Workshop(), script: script)
            test.click("+")
            test.expectModel { $0.count = 1 }
            test.expect(.output, "1")
            test.click("Twice")
            test.expectCommands(.send(.increment), .send(.increment))
            test.expectModel { $0.count = 3 }
        }
        #expect(sentences == [])
    }
}
