/// How much the sessions of a site may take, and how long they live. Each limit is at least 1, or zero where it says so.
public struct SessionLimits: Equatable, Sendable {
    /// Held sessions, of all programs and visitors together. Beyond it, the visitor who was idle longest is evicted.
    public var sessions: Int = 100_000
    /// How long a session is held after the visitor's last request.
    public var idleLife: Duration = .seconds(30 * 86_400)
    /// How long a session's id is good at most, however busy the visitor is; renewing it begins anew.
    public var absoluteLife: Duration = .seconds(180 * 86_400)
    /// How long a session stays in memory after the visitor's last request, where sessions are stored: then it comes back from
    /// there. One that is pushed to, or for which something runs, stays.
    public var memoryLife: Duration = .seconds(900)
    /// Effects of one session that run at the same time. A post that would begin one more fails as a whole.
    public var effects: Int = 64
    /// Messages of one session that wait for their turn, delayed ones that wait for their time, and messages that follow
    /// from one post: so many of each. A post that would bring one more fails as a whole, and an effect is ended.
    public var messages: Int = 1_000
    /// Subscriptions of one session that run at the same time: time, topics and effects. What goes beyond is left out, and
    /// logged.
    public var subscriptions: Int = 64
    /// How long a session's subscriptions run after the visitor's last request, where no page of the visitor is connected; and how
    /// long after the last page has gone a session ends whose visitor has done nothing.
    public var attention: Duration = .seconds(60)
    /// How long the file of a `download` command is there for the browser.
    public var downloadLife: Duration = .seconds(300)
    /// How many bytes such files may take together; beyond it, the oldest are removed.
    public var downloadRoom: Int = 100_000_000
    /// Pages of one session that are open at the same time. Beyond it what the one shows is forgotten that was used longest ago; it
    /// goes on, but has to be told anew.
    public var pages: Int = 20
    /// How long a page may be without its connection before it counts as closed; also after a restart.
    public var pageAbsence: Duration = .seconds(10)
    /// How long a page that the visitor does not see may be without a request before it counts as closed: it has no
    /// connection, and asks once a minute, unless the browser has put it to sleep.
    public var hiddenPageAbsence: Duration = .seconds(900)
    /// How long an answer waits for what its request began, at most. Zero: not at all.
    public var effectWait: Duration = .milliseconds(100)

    /// The limits that a site has unless it says otherwise.
    public init() {}

    /// The same limits, each within what makes sense: a limit of zero sessions would hold none.
    var checked: SessionLimits {
        var limits = self
        limits.sessions = max(1, sessions)
        limits.memoryLife = max(.seconds(1), memoryLife)
        limits.effects = max(1, effects)
        limits.messages = max(1, messages)
        limits.subscriptions = max(0, subscriptions)
        limits.attention = max(.zero, attention)
        limits.pages = max(1, pages)
        limits.pageAbsence = max(.zero, pageAbsence)
        limits.hiddenPageAbsence = max(.zero, hiddenPageAbsence)
        limits.effectWait = max(.zero, effectWait)
        return limits
    }
}
