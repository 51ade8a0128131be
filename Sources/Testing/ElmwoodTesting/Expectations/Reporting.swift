import Testing
import XCTest

/// A line of a test.
package struct TestLine: Equatable, Sendable {
    package let file: StaticString
    package let line: UInt

    package init(file: StaticString, line: UInt) {
        self.file = file
        self.line = line
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.line == right.line && left.path == right.path
    }

    /// The file's path.
    package var path: String { "\(file)" }

    /// Only the file's name: `CounterTests.swift`.
    package var fileName: Substring { path.split(separator: "/").last ?? "" }
}

extension TestLine: CustomStringConvertible {
    package var description: String { "\(fileName):\(line)" }
}

/// The receiver of the kit's failures: the current test, unless the kit itself is tested.
package struct Reporting: Sendable {
    private let receive: @Sendable (_ sentence: String, _ line: TestLine) -> Void
    private let endsTests: Bool
    /// Whether a step of the test has failed; nil if that does not matter.
    private var failure: Flag?

    /// - Parameters:
    ///   - endsTests: whether a test ends with the first step that fails, since what later steps would report follows from that.
    ///   - receive: called with each failure, and its line.
    package init(
        endsTests: Bool = true,
        _ receive: @escaping @Sendable (_ sentence: String, _ line: TestLine) -> Void
    ) {
        self.receive = receive
        self.endsTests = endsTests
    }

    /// Returns the receiver for one test.
    package func forOneTest() -> Reporting {
        var reporting = self
        if endsTests { reporting.failure = Flag() }
        return reporting
    }

    /// Whether a step of the test has failed: then later steps do nothing.
    package var isOver: Bool { failure?.isRaised ?? false }

    /// Reports the failure of a step, unless an earlier one has failed.
    package func report(_ sentence: String, _ line: TestLine) { report([(sentence, line)]) }

    /// Reports what is found together, such as at the end of a test.
    package func report(_ failures: [(sentence: String, line: TestLine)]) {
        guard !failures.isEmpty, !isOver else { return }
        failure?.raise()
        for failure in failures { receive(failure.sentence, failure.line) }
    }

    /// The receiver in the current task.
    @TaskLocal package static var current = toTheTest

    /// Records an issue of the current Swift Testing test, or outside of one a failure of XCTest.
    package static let toTheTest = Reporting { sentence, line in
        if Test.current != nil {
            Issue.record(
                Comment(rawValue: sentence),
                sourceLocation: SourceLocation(
                    fileID: "Tests/\(line.fileName)",
                    filePath: line.path,
                    line: Int(clamping: line.line),
                    column: 1
                )
            )
        } else {
            XCTFail(sentence, file: line.file, line: line.line)
        }
    }
}
