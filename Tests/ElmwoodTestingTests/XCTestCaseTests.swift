import ElmwoodTesting
import ElmwoodTestSupport
import Testing
import XCTest

/// The kit in XCTest: the calls are the same, and failures are XCTest's.
final class XCTestCaseTests: XCTestCase {
    /// The failures that this test causes on purpose.
    private var caught: [String]?

    override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected: Bool
    ) {
        if caught == nil {
            super.recordFailure(
                withDescription: description,
                inFile: filePath,
                atLine: lineNumber,
                expected: expected
            )
        } else {
            caught?.append("\(filePath.split(separator: "/").last ?? ""):\(lineNumber): \(description)")
        }
    }

    func testClicks() {
        let test = ProgramTest(KitchenSink())
        test.click("+")
        test.expectModel { $0.count = 1 }
        test.expect(.output, "1")
    }

    func testFailsAtTheCallersLine() {
        caught = []
        let test = ProgramTest(KitchenSink(), .loosely)
        test.expect(.output, "2", line: 7)
        let sentences = caught
        caught = nil
        XCTAssertEqual(
            sentences,
            ["XCTestCaseTests.swift:7: failed - There is no “output” with the text “2” here. There is: “0”."]
        )
    }
}

struct KitXCTests {
    @Test func `The kit works in XCTest, and fails at the line of the caller`() async {
        let run = await runXCTest([
            ("testClicks", XCTestCaseTests.testClicks),
            ("testFailsAtTheCallersLine", XCTestCaseTests.testFailsAtTheCallersLine),
        ])
        #expect(run == (2, 0))
    }
}
