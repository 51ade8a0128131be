/// What a test has to look at.
public enum Accounting: CaseIterable, Sendable {
    /// All that the program does: a model that changed, a command, a message that came by itself, a problem, a failure. What
    /// the test has not looked at when it does the next thing fails it, and so does what is still under way at its end.
    case exhaustively
    /// What the test asks for alone.
    case loosely
}
