/// The limits of a site's sessions: numbers, sizes and lifetimes. Each limit is at least 1, or zero if its comment says so.
public struct SessionLimits: Equatable, Sendable {
    /// Sessions in memory, of all programs and visitors together. Beyond it, the visitor who has been idle longest is evicted.
    public var sessions: Int = 100_000
    /// How long a session exists after the visitor's last request.
    public var idleLife: Duration = .seconds(30 * 86_400)
    /// How long a session's id is valid at most, independent of the visitor's parts. A renewal starts the time again.
    public var absoluteLife: Duration = .seconds(180 * 86_400)
    /// How long a session stays in memory after the visitor's last request, if sessions are stored. It is then restored from the
    /// store. A session with an open page or with running work stays.
    public var memoryLife: Duration = .seconds(900)
    /// Concurrent effects of one session. A post that would begin one more fails as a whole.
    public var effects: Int = 64
    /// Messages of one session that wait for their turn, delayed messages, and messages that follow from one post: the limit
    /// applies to each. A post that would exceed it fails as a whole, and an effect that exceeds it is ended.
    public var messages: Int = 1_000
    /// Concurrent subscriptions of one session: timers, topics and effects. Further ones are ignored and logged.
    public var subscriptions: Int = 64
    /// How long a session's subscriptions run after the visitor's last request if none of the visitor's pages is connected. A
    /// session whose visitor has only read ends that long after its last page has closed.
    public var attention: Duration = .seconds(60)
    /// Sessions of one client whose subscriptions run although no page of the visitor is connected. Beyond it, those of the session in
    /// which they began first end until its visitor's next request.
    public var unattendedSessions: Int = 100
    /// The bytes of a model as it is stored, as JSON. A turn that leaves it larger fails if it was larger before, unless it ends the
    /// session: a single turn can exceed the limit once.
    public var modelSize: Int = 5_000_000
    /// The bytes of a page's HTML. A request for a larger one is answered with 507, and a message that would lead to one changes nothing.
    public var pageSize: Int = 8_000_000
    /// How long the file of a `download` command is available to the browser.
    public var downloadLife: Duration = .seconds(300)
    /// The greatest number of bytes of such files together. Beyond it, the oldest are removed.
    public var downloadRoom: Int = 100_000_000
    /// Open pages of one session. Beyond it, the server forgets what the least recently used page shows. The page continues, and
    /// receives its whole content again.
    public var pages: Int = 20
    /// How long a page may be disconnected before it counts as closed, also after a restart.
    public var pageAbsence: Duration = .seconds(10)
    /// How long a hidden page may be without a request before it counts as closed. It has no connection, and polls once a minute
    /// unless the browser has suspended it.
    public var hiddenPageAbsence: Duration = .seconds(900)
    /// The longest time that the answer to a browser waits for the effects and loads of its request if the page may have script: what comes
    /// later is pushed to it. Zero: it does not wait.
    public var effectWait: Duration = .milliseconds(100)
    /// The longest time that the answer to a request waits for them if nothing can be pushed to its page: to a form that is posted without
    /// script, to curl, to a client of JSON. It is at least ``effectWait``. It does not wait for delayed messages, nor for effects that are
    /// not awaited (`Command.effect(_:id:durable:awaited:)`). A page that is sent before they have ended says so, and comes back. If both are
    /// zero, no answer waits, and none says so.
    public var effectWaitWithoutScript: Duration = .seconds(10)
    /// Answers that wait so at once, of all programs and visitors together; of one client at most a quarter. Beyond it, a request is answered
    /// without waiting.
    public var waitingAnswers: Int = 1_000
    /// The longest time that an answer to a post waits until shared programs have applied the messages that it sends, so that the page
    /// after it shows what came of them. Zero: it does not wait.
    public var deliveryWait: Duration = .milliseconds(500)
    /// Models of shared programs in memory. Beyond it, a message to one that is not is refused: its sender is told, if it has asked to be.
    public var sharedModels: Int = 100_000
    /// Messages that wait for one model of a shared program. One more is not sent: its sender is told, if it has asked to be.
    public var waitingMessages: Int = 10_000
    /// Whether a node of several asks the store for each request whether another one has a later state. Otherwise it is told of that some
    /// milliseconds after it was stored, and a browser is never shown less than an answer to its own post has shown.
    public var checksStore = false
    /// How long it is gathered who comes to a shared model and goes, before the model is told: see `Subscription.watchers`.
    public var watcherInterval: Duration = .milliseconds(100)
    /// Reads of pages (`Read`) that run at once, of all programs and visitors together; of one client at most half.
    public var reads: Int = 64
    /// Reads that wait for others to end; of one client at most a quarter. Beyond it, a page that needs one more is refused.
    public var waitingReads: Int = 10_000
    /// How long a read may take, and how long it may wait for its turn. Then it is cancelled, and has failed.
    public var readTime: Duration = .seconds(10)
    /// A program's function that takes at least this long is logged, with its message's name.
    public var slowCall: Duration = .milliseconds(100)

    /// How many sessions a visitor may have at places, which are addresses of programs that are mounted at a pattern. One that is
    /// not in use ends for a new one: of those in memory the longest unused, never one with an open page or pending work.
    public var places: Int = 100

    /// Creates the default limits.
    public init() {}

    /// The same limits, each within its valid range: a limit of zero sessions would permit none.
    var checked: SessionLimits {
        var limits = self
        for limit: WritableKeyPath<SessionLimits, Int> in [
            \.sessions, \.effects, \.messages, \.unattendedSessions, \.modelSize, \.pageSize, \.pages,
            \.waitingMessages,
            \.sharedModels, \.reads, \.places, \.waitingReads,
        ] { limits[keyPath: limit] = max(1, self[keyPath: limit]) }
        for limit: WritableKeyPath<SessionLimits, Duration> in [
            \.attention, \.pageAbsence, \.hiddenPageAbsence, \.effectWait, \.deliveryWait, \.watcherInterval,
        ] { limits[keyPath: limit] = max(.zero, self[keyPath: limit]) }
        limits.memoryLife = max(.seconds(1), memoryLife)
        limits.subscriptions = max(0, subscriptions)
        limits.effectWaitWithoutScript = max(limits.effectWait, effectWaitWithoutScript)
        limits.waitingAnswers = max(0, waitingAnswers)
        limits.readTime = max(.milliseconds(1), readTime)
        return limits
    }
}
