import ElmwoodHistory
import Testing

/// The text of commands in a history.
@Suite struct CommandPrintedTests {
    private struct Line: Codable, Sendable {
        var author: String
        var count: Int
    }

    @Test func `Values are written without their types`() {
        let line = Line(author: "Ada", count: 3)
        #expect(
            Ledger.command(saving: line).printed == #"save([(author: "Ada", count: 3)], as: "lines", in: .visitor)"#
        )
        #expect(Ledger.command(telling: line).printed == #"broadcast("lines", (author: "Ada", count: 3))"#)
        #expect(Ledger.sending.printed == #"send(sign(name: "Ada", password: "x"))"#)
        #expect(Ledger.nothing.printed == "none")
    }
}
