/// One thing that a test does: what it is called, where it stands, and who does it.
package struct TestStep: Sendable {
    /// As it stands in the test: `click("+")`.
    package let name: String
    package let line: TestLine
    /// The visitor who does it, where the test has several.
    package let visitor: String?
    /// Which one it is of all that the test did.
    package let number: Int
    let reporting: Reporting

    package init(_ name: String, _ line: TestLine, by visitor: String? = nil, number: Int, reporting: Reporting) {
        self.name = name
        self.line = line
        self.visitor = visitor
        self.number = number
        self.reporting = reporting
    }

    /// Says at its line that something is wrong.
    package func report(_ sentence: String) { reporting.report(sentence, line) }
}

extension TestStep: CustomStringConvertible {
    /// Where it was, as the end of a sentence: `after click("+") at CounterTests.swift:12`.
    package var description: String { "after \(visitor.map { "\($0)'s " } ?? "")\(name) at \(line)" }
}
