/// One action of a test: its name, its line, and its visitor.
package struct TestStep: Sendable {
    /// Its code in the test: `click("+")`.
    package let name: String
    package let line: TestLine
    /// The visitor who performs it, if the test has several.
    package let visitor: String?
    /// Its number among all steps of the test.
    package let number: Int
    let reporting: Reporting

    package init(_ name: String, _ line: TestLine, by visitor: String? = nil, number: Int, reporting: Reporting) {
        self.name = name
        self.line = line
        self.visitor = visitor
        self.number = number
        self.reporting = reporting
    }

    /// Reports a failure at its line.
    package func report(_ sentence: String) { reporting.report(sentence, line) }
}

extension TestStep: CustomStringConvertible {
    /// Its position, as the end of a sentence: `after click("+") at CounterTests.swift:12`.
    package var description: String { "after \(visitor.map { "\($0)'s " } ?? "")\(name) at \(line)" }
}
