import ElmwoodArchitecture
import ElmwoodStorage
import Synchronization

// Notices of a program whose visitor is led to another one of the site (`.leave`). They wait in the session of the program that tells them, stored
// with it, and the next page of the site takes them from there.

/// When sessions may have notices for the pages of other programs: nothing else is looked at for most requests.
final class SiteNotices: Sendable {
    /// How long after the last one was told they are looked for: a browser follows at once.
    private static let time: Int64 = 60_000_000_000

    private let latest = Atomic<Int64>(.min)

    func noteWaiting(at now: Int64) { latest.max(now, ordering: .relaxed) }

    /// Whether any may wait.
    func mayWait(at now: @autoclosure () -> Int64) -> Bool {
        let latest = latest.load(ordering: .relaxed)
        return latest != .min && now() - latest < Self.time
    }
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
                if !flash.isEmpty { credentials.told = flash }
                promise.fulfill(show.by(credentials))
            }
        )
        return .promised(promise)
    }
}

extension SessionCore {
    /// A session was restored that may have something for the next page of the site.
    func noteSiteNotices() {
        if tellsSite { host.registry.notices.noteWaiting(at: host.registry.now) }
    }

    /// Whether it has anything for the next page of the site.
    fileprivate var tellsSite: Bool {
        state.withLock { $0.parts?.telling.hasWaiting(for: AddressedFlash.site) ?? false }
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

    fileprivate borrowing func takeForSite() -> Flash {
        var flash = Flash()
        transact { parts, _ in
            flash = parts.telling.takeWaiting(for: AddressedFlash.site)
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
    func telling(_ told: Flash) -> RequestOutcome {
        var outcome = self
        outcome.flash.add(told)
        return outcome
    }
}
