import Testing
import XCTest

/// Where in a test something was said.
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

    /// The file's name alone: `CounterTests.swift`.
    package var fileName: Substring { path.split(separator: "/").last ?? "" }
}

extension TestLine: CustomStringConvertible {
    package var description: String { "\(fileName):\(line)" }
}

/// What the kit says where a test fails, and to whom: to the test that is going on, unless the kit itself is tested.
package struct Reporting: Sendable {
    /// Told of each failure, and of the line that it is at.
    package var report: @Sendable (_ sentence: String, _ line: TestLine) -> Void

    package init(_ report: @escaping @Sendable (_ sentence: String, _ line: TestLine) -> Void) {
        self.report = report
    }

    /// Who is told of what the kit has to say in this place.
    @TaskLocal package static var current = toTheTest

    /// An issue of the Swift Testing test that is going on; outside of one, a failure of XCTest's.
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
