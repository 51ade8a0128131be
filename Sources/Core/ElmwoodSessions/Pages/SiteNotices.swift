import ElmwoodArchitecture
import ElmwoodStorage
import Synchronization

// Notices of a program whose visitor is led to another one of the site (`.leave`). They wait in the session of the program that tells them, stored
// with it, and the next page of the site takes them from there.

/// When sessions may have notices for the pages of other programs: nothing else is looked at for most requests.
final class SiteNotices: Sendable {
    /// How long after the last one was told they are looked for: a browser follows at once.
    private static let time: Int64 = 60_000_000_000

    /// When the process has begun. Soon after that, the notices of the former one may be in the store only.
    private let beginning: Int64
    private let latest: Atomic<Int64>

    /// - Parameter beginning: in nanoseconds on the environment's clock.
    init(since beginning: Int64) {
        self.beginning = beginning
        latest = Atomic(.min)
    }

    func noteWaiting(at now: Int64) { latest.max(now, ordering: .relaxed) }

    /// Whether any may wait.
    func mayWait(at now: @autoclosure () -> Int64) -> Bool {
        let latest = latest.load(ordering: .relaxed)
        return latest != .min && now() - latest < Self.time
    }

    /// Whether some may be in the store only.
    func mayBeStored(at now: Int64) -> Bool { now - beginning < Self.time }
}

/// What the visitor's other programs tell on a page: an object, since few requests have it.
final class ToldElsewhere: Failable {
    let flash: Flash

    init(_ flash: Flash) { self.flash = flash }

    static func failed(_ failure: SessionFailure) -> ToldElsewhere { ToldElsewhere(Flash()) }
    var changesCookie: Bool { false }
    var withoutCommands: ToldElsewhere { self }
}

extension SessionHost {
    /// Loads a page with what the visitor's other programs tell on it.
    func told<Reply: Sendable>(
        _ credentials: Credentials,
        at visit: Visit,
        _ show: @escaping @Sendable (Credentials, Visit) -> Eventual<Reply>
    ) -> Eventual<Reply> {
        let others = visit.answer == .load ? credentials.session.map(registry.sessions) ?? [] : []
        let other = others.first { $0.host !== self && $0.hasSiteNotices }
        guard let other else { return show(credentials, visit) }
        let told: Eventual<ToldElsewhere> = other.inTurn(()) { turn, _ in .ready(ToldElsewhere(turn.takeSiteNotices()))
        }
        return told.then { told in
            var credentials = credentials
            if !told.flash.isEmpty { credentials.told = told }
            return show(credentials, visit)
        }
    }

    /// Loads the page of a session that is not in memory with what they have told before the process began.
    func toldBefore<Reply: Sendable>(
        _ credentials: Credentials,
        at visit: Visit,
        _ show: @escaping @Sendable (Credentials, Visit) -> Eventual<Reply>
    ) -> Eventual<Reply> {
        guard let id = credentials.session, credentials.told == nil, visit.answer == .load,
            let writer = registry.writer,
            registry.notices.mayBeStored(at: registry.now)
        else { return show(credentials, visit) }
        let promise = Promise<Reply>()
        writer.loadPrograms(of: id) { result in
            let since = self.registry.secondsSince1970 - 60
            let keys = ((try? result.get()) ?? []).filter { $0.used >= since }.map(\.key)
            self.restore(keys[...]) { self.told(credentials, at: visit, show).deliver(to: promise) }
        }
        return .promised(promise)
    }

    /// Restores other sessions of a visitor, one after the other.
    private func restore(_ keys: ArraySlice<SessionKey>, then done: @escaping @Sendable () -> Void) {
        guard let key = keys.first, let writer = registry.writer else { return done() }
        let next = { @Sendable in self.restore(keys.dropFirst(), then: done) }
        guard let host = registry.programs.host(of: key), host !== self else { return next() }
        writer.load(key) { result in
            if let stored = try? result.get() { _ = host.restore(stored, key.id, isVisit: false) }
            next()
        }
    }
}

extension SessionCore {
    fileprivate var hasSiteNotices: Bool {
        state.withLock { $0.activity?.waitingFlashes.contains { $0.address == AddressedFlash.site } ?? false }
    }
}

extension SessionTurn {
    /// Shows what an outcome tells on an open page, unless that is about to lead to another program.
    borrowing func tell(_ outcome: RequestOutcome, on page: PageID) {
        if outcome.leavesProgram {
            keep(outcome.flash, for: AddressedFlash.site)
        } else {
            session.show(outcome.flash, on: page)
        }
    }

    fileprivate borrowing func takeSiteNotices() -> Flash {
        var flash = Flash()
        transact { activity, _ in
            guard let index = activity.waitingFlashes.firstIndex(where: { $0.address == AddressedFlash.site }) else {
                return false
            }
            flash = activity.waitingFlashes.remove(at: index).flash
            return true
        }
        return flash
    }
}

extension RequestOutcome {
    /// Whether its page leads to another program of the site.
    var leavesProgram: Bool {
        pageCommands.contains {
            if case .leave(let address) = $0 { address.utf8.first == UInt8(ascii: "/") } else { false }
        }
    }

    /// Returns the outcome with what other programs tell.
    func telling(_ told: ToldElsewhere?) -> RequestOutcome {
        guard let told else { return self }
        var outcome = self
        outcome.flash.add(told.flash)
        return outcome
    }
}
