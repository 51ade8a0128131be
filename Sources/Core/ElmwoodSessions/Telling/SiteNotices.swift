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

extension SessionHost {
    /// Returns the request with what the visitor's other programs tell on the page that it loads; nil if they tell nothing.
    func told<Refusal>(by show: Show<Refusal>) -> Eventual<Show<Refusal>>? {
        guard registry.notices.mayWait(at: registry.now), show.credentials.told == nil, show.request.answer == .load,
            let id = show.credentials.session,
            let other = registry.sessions(of: id).first(where: { $0.host !== self && $0.tellsSite })
        else { return nil }
        let promise = Promise<Show<Refusal>>()
        other.enter(
            .request { turn in
                var credentials = show.credentials
                let flash = turn.takeForSite()
                if !flash.isEmpty { credentials.told = ToldElsewhere(flash) }
                promise.fulfill(show.by(credentials))
            }
        )
        return .promised(promise)
    }

    /// Calls the function once those of a visitor's sessions are in memory that may have told something just before the process began: at once,
    /// unless it has just begun.
    func restoringTellers(of id: SessionID, then done: @escaping @Sendable () -> Void) {
        guard let writer = registry.writer, registry.notices.mayBeStored(at: registry.now) else { return done() }
        writer.loadPrograms(of: id) { result in
            let since = self.registry.secondsSince1970 - 60
            let keys = ((try? result.get()) ?? []).filter { $0.used >= since }.map(\.key)
            self.restore(keys[...], then: done)
        }
    }

    private func restore(_ keys: ArraySlice<SessionKey>, then done: @escaping @Sendable () -> Void) {
        guard let key = keys.first, let writer = registry.writer else { return done() }
        let next = { @Sendable in self.restore(keys.dropFirst(), then: done) }
        guard let host = registry.programs.host(of: key), host !== self else { return next() }
        writer.load(key) { result in
            if let stored = try? result.get(), host.restore(stored, key.id, isVisit: false)?.tellsSite ?? false {
                self.registry.notices.noteWaiting(at: self.registry.now)
            }
            next()
        }
    }
}

extension SessionCore {
    /// Whether it has anything for the next page of the site.
    fileprivate var tellsSite: Bool { state.withLock { $0.activity?.telling.hasForSite ?? false } }
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

    fileprivate borrowing func takeForSite() -> Flash {
        var flash = Flash()
        transact { activity, _ in
            flash = activity.telling.takeForSite()
            return !flash.isEmpty
        }
        return flash
    }
}

extension RequestOutcome {
    /// Whether its page leads to another program of the site.
    var leavesProgram: Bool {
        pageCommands.contains { command in
            if case .leave(let address) = command { address.utf8.first == UInt8(ascii: "/") } else { false }
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
