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
    /// Called with each failure, and its line.
    package var report: @Sendable (_ sentence: String, _ line: TestLine) -> Void

    package init(_ report: @escaping @Sendable (_ sentence: String, _ line: TestLine) -> Void) {
        self.report = report
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
