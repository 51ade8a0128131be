import ElmwoodArchitecture

/// What is stored of a session beside its model.
package struct StoredActivity: Sendable {
    /// The pages that are open, by name: of each the number of the last thing done on it, 0 where nothing was.
    var pages: [String: UInt64] = [:]
    /// What was refused of the last request with something done on a page, by its name: where its answer was lost, it asks again.
    var refused: [String: [UInt64]] = [:]
    /// The pages that were closed a moment ago, by name: of each the number of its farewell.
    var closed: [String: UInt64] = [:]
    /// What waits and outlives the process, in the order in which it was begun.
    var tasks: [StoredTask] = []
    /// Why some of that is none of the program's any more.
    var losses: [any Error] = []

    /// As many pages as a session remembers.
    static var pageLimit: Int { 40 }
}

/// A delayed message or a durable effect, as it is stored with its session.
struct StoredTask: Sendable {
    enum Work: Sendable {
        /// `due`: milliseconds since 1970.
        case message(AnyMessage, due: Int64)
        case effect(AnyEffect, attempt: String)
    }

    /// The name under which it can be cancelled or replaced.
    var id: String?
    var work: Work
    /// The proofs of the browser that made the request which began it: see ``RequestOrigin``. Nil where no request did, and in
    /// what earlier versions have stored.
    var claims: [String]?
}

extension EffectTask {
    /// As it is stored; nil where it ends with the process.
    var stored: StoredTask? {
        switch (work, endurance) {
        case (.message(let message, _), .due(let date)?):
            StoredTask(id: id, work: .message(message, due: date), claims: request?.claims)
        case (.effect(let effect), .attempt(let attempt)?):
            StoredTask(id: id, work: .effect(effect, attempt: attempt.id), claims: request?.claims)
        default: nil
        }
    }

    /// One that was stored, and continues.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - bits: what tickets are made of.
    convenience init(_ stored: StoredTask, at now: Int64, _ bits: @escaping @Sendable () -> UInt64) {
        switch stored.work {
        case .message(let message, let due):
            // What is stored may be anything: nothing that is reckoned with it overflows.
            let due = min(max(0, due), now + CommandPlan.longestDelay)
            self.init(.message(message, after: .milliseconds(max(0, due - now))), id: stored.id, .due(due))
        case .effect(let effect, let id):
            self.init(.effect(effect), id: stored.id, .attempt(Attempt(id: id, isRepeat: true)))
        }
        request = stored.claims.flatMap { RequestOrigin(claims: $0, bits) }
    }

    /// When it is due, in milliseconds since 1970: an effect at once.
    var due: Int64 { if case .due(let date)? = endurance { date } else { 0 } }

    /// Whether it is a durable effect.
    var isDurable: Bool { if case .attempt? = endurance { true } else { false } }

    /// Which attempt its task is, where it is durable.
    var attempt: Attempt? { if case .attempt(let attempt)? = endurance { attempt } else { nil } }

    /// Whether it is over with its message.
    var endsWithItsMessage: Bool { if case .message = work { true } else { false } }
}
