/// A read of a value that pages need (`page.read`): it has ended, or was refused.
public struct ObservedRead: Sendable {
    /// What came of it.
    public enum Outcome: String, CaseIterable, Sendable {
        /// A value.
        case value
        /// It threw an error.
        case failure
        /// It took longer than it may (`SessionLimits.readTime`), and was cancelled.
        case timeout
        /// It was not begun, since too many others waited.
        case refused
    }

    /// The name of the read's type, such as `ArticleBySlug`: never its values, which may be a visitor's.
    public var name: String
    /// What came of it.
    public var outcome: Outcome
    /// How long it ran.
    public var duration: Duration
    /// How long it waited before that, since only so many run at once.
    public var wait: Duration
    /// Whether there was a former value, and the new one differs from it.
    public var hasChanged: Bool
    /// How many requests waited for it, of open pages too.
    public var requests: Int
    /// How many open pages show the value.
    public var pages: Int

    /// Creates an event.
    public init(
        name: String,
        outcome: Outcome,
        duration: Duration,
        wait: Duration,
        hasChanged: Bool,
        requests: Int,
        pages: Int
    ) {
        self.name = name
        self.outcome = outcome
        self.duration = duration
        self.wait = wait
        self.hasChanged = hasChanged
        self.requests = requests
        self.pages = pages
    }
}
