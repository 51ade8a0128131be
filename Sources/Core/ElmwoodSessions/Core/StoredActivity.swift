import ElmwoodArchitecture
import ElmwoodStorage

/// The part of a session that is stored beside its model.
package struct StoredActivity: Sendable {
    /// The open pages by id, each with the number of its last action, or 0.
    var pages: [String: UInt64] = [:]
    /// The numbers of the actions that were refused in a page's last request, by the page's id. The page repeats the request if the
    /// answer was lost.
    var refused: [String: [UInt64]] = [:]
    /// The recently closed pages by id, each with the number of its last request.
    var closed: [String: UInt64] = [:]
    /// The pending work that outlives the process, in the order in which it began.
    var tasks: [AnyStoredTask] = []
    /// The node that performs its durable effects; nil if none is pending, or the site has no nodes.
    var performer: NodeID?
    /// What is still to be told to the visitor.
    var flashes: [AddressedFlash] = []
    /// The names of messages that the session is to be told about.
    var asked: [UInt64] = []
    /// The watchers of whom a shared model was told.
    var watchers: [Watcher] = []
    /// The reasons why stored work does not fit the program any more.
    var losses: [any Error] = []

    /// The number of pages that a session remembers.
    static var pageLimit: Int { 40 }

    /// The recently closed pages.
    var closedPages: [PageID] { closed.keys.sorted().compactMap { PageID(utf8: $0.utf8) } }
}

/// A delayed message or a durable effect, as it is stored with its session.
///
/// Its text has the program's own messages and effects.
struct StoredTask<Message: Sendable, Effect: Sendable>: Sendable {
    enum Work: Sendable {
        /// `due`: milliseconds since 1970.
        case message(Message, due: Int64)
        case effect(Effect, attempt: String)
    }

    /// The id by which it can be cancelled or replaced.
    var id: String?
    var work: Work
    /// The proofs of the browser whose request began it: see ``RequestOrigin``. Nil if no request did, and in the data of earlier
    /// versions.
    var claims: [String]?

    /// Returns the same task with other types of messages and effects.
    func map<OtherMessage, OtherEffect>(
        _ message: (Message) -> OtherMessage,
        _ effect: (Effect) -> OtherEffect
    ) -> StoredTask<OtherMessage, OtherEffect> {
        switch work {
        case .message(let value, let due): .init(id: id, work: .message(message(value), due: due), claims: claims)
        case .effect(let value, let attempt):
            .init(id: id, work: .effect(effect(value), attempt: attempt), claims: claims)
        }
    }
}

extension StoredTask.Work: Codable where Message: Codable, Effect: Codable {}
extension StoredTask: Codable where Message: Codable, Effect: Codable {}

typealias AnyStoredTask = StoredTask<AnyMessage, AnyEffect>

extension EffectTask {
    /// The stored form; nil if the task ends with the process.
    var stored: AnyStoredTask? {
        switch (work, endurance) {
        case (.message(let message, _), .due(let date)?):
            AnyStoredTask(id: id, work: .message(message, due: date), claims: request?.claims)
        case (.effect(let effect), .attempt(let attempt)?):
            AnyStoredTask(id: id, work: .effect(effect, attempt: attempt.id), claims: request?.claims)
        default: nil
        }
    }

    /// Creates a task that was stored, and continues.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - grace: how much later than it is due a message is sent, since another node may send it in time.
    ///   - bits: the source of tickets.
    convenience init(
        _ stored: AnyStoredTask,
        at now: Int64,
        grace: Duration = .zero,
        _ bits: @escaping @Sendable () -> UInt64
    ) {
        switch stored.work {
        case .message(let message, let due):
            // Stored values are not trusted: no calculation with them may overflow.
            let due = min(max(0, due), now + CommandPlan.longestDelay)
            let delay = Duration.milliseconds(max(0, due + grace.milliseconds - now))
            self.init(.message(message, after: delay), id: stored.id, .due(due))
        case .effect(let effect, let id):
            self.init(.effect(effect), id: stored.id, .attempt(Attempt(id: id, isRepeat: true)))
        }
        request = stored.claims.flatMap { RequestOrigin(claims: $0, bits) }
    }

    /// Its due time in milliseconds since 1970: 0 for an effect, which is due at once.
    var due: Int64 { if case .due(let date)? = endurance { date } else { 0 } }

    /// Whether it is a durable effect.
    var isDurable: Bool { if case .attempt? = endurance { true } else { false } }

    /// The attempt of a durable effect.
    var attempt: Attempt? { if case .attempt(let attempt)? = endurance { attempt } else { nil } }

    /// Whether it ends with its message.
    var endsWithItsMessage: Bool { if case .message = work { true } else { false } }
}
