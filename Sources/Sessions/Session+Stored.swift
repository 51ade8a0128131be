import Architecture
import FoundationEssentials
import Storage

/// What is stored of a session beside its model.
struct StoredRest: Codable {
    /// The numbers of the last things done on each open page, by the page's name.
    var pages: [String: UInt64] = [:]

    /// As many pages as a session remembers.
    static var limit: Int { 40 }
}

extension Session {
    /// The session is to be in the store as it is now, where there is one.
    func keep() {
        guard let keeper = host.registry.keeper else { return }
        let isListed = state.withLock { state in
            guard !state.hasEnded, !state.isListed, !state.isWritten, state.id != .unheld else { return true }
            state.isListed = true
            return false
        }
        if !isListed { keeper.add(self) }
    }

    /// The session for the store as it is now; nil where nothing has changed.
    func write() -> SessionWrite? {
        let taken = state.withLock { state -> (SessionID, P.Model, StoredRest, StoredSession, over: UInt64?)? in
            state.isListed = false
            guard !state.hasEnded, !state.isWritten else { return nil }
            let stored = StoredSession(
                version: state.version,
                model: [],
                rest: [],
                visitor: state.visitor,
                created: 0,
                used: 0
            )
            let model = state.activity?.pause?.latest ?? state.model
            let rest = state.activity?.rest ?? StoredRest()
            return (state.id, model, rest, stored, state.isStored ? state.stored : nil)
        }
        guard let (id, model, rest, unfinished, version) = taken else { return nil }
        var stored = unfinished
        do {
            // A model may take long to be written: no lock is held.
            stored.model = try JSON.encode(model)
            if !rest.pages.isEmpty { stored.rest = try JSON.encode(rest) }
        } catch {
            host.log(.sessionsNotStored(error: error))
            wrote(.failed)
            return nil
        }
        stored.used = host.registry.secondsSince1970
        stored.created = host.registry.created(id)
        return .save(host.key(id), stored, over: version)
    }

    func wrote(_ outcome: WriteOutcome) {
        switch outcome {
        case .stored(let version):
            state.withLock { state in
                state.stored = version
                state.isStored = true
            }
            keep()
        case .failed:
            break
        case .overtaken:
            host.log(.sessionOvertaken(program: host.name))
            state.withLock { $0.isLetGo = true }
            host.registry.forget(self)
            end()
        }
    }

    /// An answer that leaves once the session is stored as it is now.
    ///
    /// - Parameter again: what the request comes to where another process has had a turn of the session meanwhile: all of it
    ///   is done again, on the newer model.
    func onceStored<Reply: Failable>(
        _ answer: Eventual<Reply>,
        orAgain again: @escaping @Sendable () -> Eventual<Reply>
    ) -> Eventual<Reply> {
        guard let keeper = host.registry.keeper else { return answer }
        let (version, isWritten) = state.withLock { ($0.version, $0.isWritten) }
        if isWritten { return answer }
        let settlement = Settlement<Reply>()
        keeper.add(self) {
            let (isThere, isLetGo) = self.state.withLock { ($0.isStored && $0.stored >= version, $0.isLetGo) }
            if isThere {
                answer.deliver(to: settlement)
            } else if isLetGo {
                again().deliver(to: settlement)
            } else if self.current == nil {
                // It has ended, and all that it had done with it.
                answer.deliver(to: settlement)
            } else {
                settlement.settle(.failed(.notStored))
            }
        }
        return .settling(settlement)
    }

    /// Ends a session that is stored, or has had no turn, so that it comes back from there with the next request.
    ///
    /// - Parameter isForced: whether what runs for it is no reason to stay.
    /// - Returns: false where it is to stay.
    func letGo(isForced: Bool) -> Bool {
        let isGone = state.withLock { state in
            guard !state.hasEnded, !state.isTurning, state.isWritten, isForced || state.activity?.isAtRest ?? true
            else {
                return false
            }
            state.isLetGo = true
            // At once: no turn may begin in between, whose commands would be carried out here and there.
            state.hasEnded = true
            return true
        }
        if isGone { end() }
        return isGone
    }

    /// Whether the session lives on in the store, from where the next request brings it back.
    var hasBeenLetGo: Bool {
        guard state.withLock({ $0.isLetGo }) else { return false }
        // Whoever let it go may be about to: it must not be found again.
        host.registry.forget(self)
        return true
    }

    /// Takes what was stored. Nobody else knows the session yet.
    func take(_ stored: StoredSession, _ rest: StoredRest) {
        state.withLock { state in
            state.version = stored.version
            state.stored = stored.version
            state.isStored = true
            guard !rest.pages.isEmpty else { return }
            for (name, sequence) in rest.pages {
                guard let page = PageID(utf8: name.utf8) else { continue }
                state.active().remembered[page] = sequence
            }
        }
    }
}

extension Session.State {
    /// Whether the store has the session as it is, or there is nothing to store yet: a session without a turn is as it starts.
    var isWritten: Bool { isStored ? stored == version : version == 0 }
}

extension Activity {
    /// What is stored of it: the pages' numbers, those of the open ones first.
    var rest: StoredRest {
        var rest = StoredRest()
        for page in pages where page.sequence > 0 { rest.pages[page.id.text] = page.sequence }
        for (page, sequence) in remembered where rest.pages.count < StoredRest.limit {
            if rest.pages[page.text] == nil { rest.pages[page.text] = sequence }
        }
        return rest
    }

    /// Whether nothing goes on that would be lost with it: a page without a stream is known by its number again.
    var isAtRest: Bool {
        runs.isEmpty && inbox.isEmpty && waiting == 0 && tasks == 0 && sources.isEmpty && navigation == nil
            && pageCommands.isEmpty && !renews && pause == nil && !pages.contains { $0.wake != nil }
    }
}
