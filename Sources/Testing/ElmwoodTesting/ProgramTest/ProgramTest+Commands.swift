import Elmwood

extension ProgramTest {
    /// Expects that the program has returned a command, alone or in a batch.
    ///
    /// ```swift
    /// test.expectCommand(.save(3, as: "count"))
    /// ```
    ///
    /// Commands are compared as `Command` defines it; those with functions are compared by the functions' results for sample
    /// values. Each command is checked once. After `.renewSession`, the session's former id must be invalid.
    public func expectCommand(_ command: Command<P>, file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        guard !command.isNone else { return expectNoCommands(file: file, line: line) }
        for command in command.list where context.expectations.takeCommand(where: { $0 == command }) == nil {
            fail("The program did not ask for \(SwiftText.of(command)).\n\(askedFor())", file, line)
        }
        let renews = command.list.contains { if case .renewSession = $0.kind { true } else { false } }
        if renews { checkRenewal(file, line) }
    }

    /// Checks that the session's id from before its renewal is invalid.
    private func checkRenewal(_ file: StaticString, _ line: UInt) {
        guard let former = context.expectations.renewedID, context.site.testHost?.host.currentState(of: former) != nil
        else {
            return
        }
        fail("The session was to have a new id, and the old one still opens it.", file, line)
    }

    /// Expects exactly these commands, in this order: all that the program has returned and the test has not checked.
    public func expectCommands(_ commands: Command<P>..., file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        let expected = commands.flatMap(\.list)
        let asked = takeCommands()
        guard asked != expected else { return }
        fail(
            "The program asked for other commands. Expected:\n" + Self.list(expected) + "\nIt asked for:\n"
                + Self.list(asked),
            file,
            line
        )
    }

    /// Expects that the program has returned no command that the test has not checked.
    public func expectNoCommands(file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        let asked = takeCommands()
        if !asked.isEmpty { fail("The program asked for:\n" + Self.list(asked), file, line) }
    }

    /// Sends a message, and returns the command that its update returned: a batch if there were several, `.none` if there was none.
    /// The command then counts as checked.
    ///
    /// ```swift
    /// #expect(test.expectCommand(for: .load) == .effect(.load))
    /// ```
    @discardableResult
    public func expectCommand(
        for message: P.Message,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> Command<P> {
        send(message, file: file, line: line)
        guard let turn = context.expectations.turns.first(where: { !$0.isFollowUp && $0.message == message }) else {
            return .none
        }
        for command in turn.command.list { context.expectations.takeCommand { $0 == command } }
        return turn.command
    }

    private func takeCommands() -> [Command<P>] {
        context.expectations.takeAll { if case .command = $0.subject { true } else { false } }.commands()
    }

    private func askedFor() -> String {
        let asked = context.expectations.entries.commands()
        return asked.isEmpty
            ? "It asked for nothing that the test has not looked at." : "It asked for:\n" + Self.list(asked)
    }

    private static func list(_ commands: [Command<P>]) -> String {
        commands.isEmpty ? "  nothing" : commands.map { SwiftText.of($0) }.indented()
    }
}

extension Sequence {
    /// Returns the commands among entries.
    fileprivate func commands<P: Program>() -> [Command<P>] where Element == ExpectationLog<P>.Entry {
        compactMap { if case .command(let command) = $0.subject { command } else { nil } }
    }
}
