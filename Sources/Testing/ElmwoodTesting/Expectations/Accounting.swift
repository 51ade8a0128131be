/// What a test must check.
public enum Accounting: CaseIterable, Sendable {
    /// Everything that the program does: a changed model, a command, a message that the test has not sent, a problem, a failure.
    /// Anything that is not checked before the next step fails the test, and so does work that is pending at its end.
    case exhaustively
    /// Only what the test itself checks.
    case loosely
}
