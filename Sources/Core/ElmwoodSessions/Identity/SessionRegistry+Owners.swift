import ElmwoodArchitecture
import ElmwoodStorage
import FoundationEssentials

// The sessions of one visitor or of one account, in memory and in the store.

extension SessionRegistry {
    /// Ends a session in all programs, and if `everywhere` is true the other sessions of its visitor and its account. The visitor's
    /// tokens become invalid then.
    ///
    /// - Returns: the credentials with which the visitor continues.
    @discardableResult
    func end(_ session: SessionCore, everywhere: Bool) -> Credentials {
        let (id, visitor) = session.state.withLock { ($0.id, $0.visitor) }
        let account = identities.withLock { $0.owners.account(of: id) }
        let isShared = isVisitorShared(id)
        environment.audit(AuditEvent(everywhere ? .endedEverywhere : .ended, id, account: account))
        end(session)
        guard everywhere else { return session.credentialsAfterEnd }
        if isShared { revokeTokens(of: visitor, keeping: nil) }
        if let account { endAll(of: .account(account), except: nil) }
        // A visitor whom no other request can find continues as a new one.
        return isShared ? session.credentialsAfterEnd : Credentials()
    }

    /// Ends the sessions of an owner, in all programs.
    ///
    /// - Parameter exception: the session that remains.
    func endAll(of owner: SessionOwner, except exception: SessionID?) {
        let ids = identities.withLock { identities in
            identities.known.remove(of: owner, except: exception)
            return identities.owners.sessions(of: owner)
        }
        for id in ids where id != exception {
            environment.audit(AuditEvent(.endedByOther, id))
            endHeld(id)
        }
        // Removes those in memory from the store too, unless it follows from a renewal that fails.
        writer?.append(.removeAll(of: owner, except: exception))
    }

    /// Returns the account that the sessions of an id are identified with; nil if there is none.
    package func account(of id: SessionID?) -> String? {
        id.flatMap { id in identities.withLock { $0.account(of: id) } }
    }

    /// Issues an id whose sessions belong to an account, as if the visitor had signed in at another program of the site.
    package func issueID(of account: String, visitor: VisitorID) -> SessionToken {
        let token = SessionToken(drawing: environment.bits)
        let known = KnownVisitors.Visitor(created: secondsSince1970, visitor: visitor, account: account)
        identities.withLock { $0.known.insert(token.id, known) }
        return token
    }

    /// Records whose session it is.
    func identify(_ session: SessionCore, as account: String?) {
        let id = session.id
        // Under the lock, so that a renewal comes before or after it.
        let isThere = idChanges.withLock { _ in
            let id = session.id
            guard lastUsed(id) != nil else { return false }
            know(id, as: account)
            writer?.append(.identify(id, as: account))
            tellOther(id, identifiedAs: account)
            return true
        }
        if isThere { environment.audit(AuditEvent(account == nil ? .unidentified : .identified, id, account: account)) }
    }

    /// Knows another account of an id, if there are sessions of it. The caller holds ``idChanges``.
    func know(_ id: SessionID, as account: String?) {
        let isHeld = lastUsed(id) != nil
        identities.withLock { identities in
            if isHeld { identities.owners.identify(id, as: account) }
            identities.known.identify(id, as: account)
        }
    }

    /// Returns the sessions of an account, the latest used first.
    func sessions(of account: String) async throws -> [OwnedSession] {
        var sessions: [SessionID: OwnedSession] = [:]
        if let writer {
            // Changes of before, such as an end, are not in the store yet.
            await withCheckedContinuation { written in writer.afterwards { written.resume() } }
            for session in try await writer.store.sessions(of: .account(account), limit: Self.longestList) {
                sessions[session.id] = session
            }
        }
        for id in identities.withLock({ $0.owners.sessions(of: .account(account)) }) {
            let (created, used) = life(of: id)
            sessions[id] = OwnedSession(id: id, created: created, used: used)
        }
        let sorted = sessions.values.sorted { left, right in
            left.used == right.used ? left.id.precedes(right.id) : left.used > right.used
        }
        return Array(sorted.prefix(Self.longestList))
    }

    private static var longestList: Int { 1_000 }

    /// Ends the sessions of an account, except the one that asks for it.
    ///
    /// - Parameter name: the name of the one that ends; nil for all.
    func endSessions(of account: String, only name: ActiveSession.ID?, except own: SessionID?) async throws {
        guard let name else {
            environment.audit(AuditEvent(.accountEnded, own, account: account))
            return endAll(of: .account(account), except: own)
        }
        for session in try await sessions(of: account) where session.id != own && session.id.publicName == name {
            environment.audit(AuditEvent(.endedByOther, session.id))
            end(id: session.id)
        }
    }
}

extension Visit {
    /// Returns the same visit with the account of the visitor.
    func signedIn(to account: String?) -> Visit {
        var visit = self
        visit.account = account
        return visit
    }
}

extension SessionCore {
    /// Returns the account that the session's visitor has signed in to: the one that its turns have stated last, though the site may not
    /// know it yet, or else the one that the site knows.
    ///
    /// It is looked up whenever it is told, and never kept: the visitor may sign out at any moment, in any program.
    ///
    /// - Parameter presented: the id of the visitor's cookie, for a session that has none yet.
    func account(presenting presented: SessionID? = nil) -> String? {
        let (id, stated) = state.withLock { ($0.id, $0.parts?.tasks.statedAccount) }
        if let stated { return stated }
        return host.registry.account(of: id == .unheld ? presented : id)
    }
}

extension TaskPart {
    /// The account that the session's turns have stated last, if the site does not know it yet.
    fileprivate var statedAccount: String?? {
        for task in pending.reversed() {
            if case .identify(let account) = task.work, task.phase == .going { return .some(account) }
        }
        return nil
    }
}

extension ActiveSession {
    /// Creates the entry of a session.
    init(_ session: OwnedSession, isCurrent: Bool) {
        self.init(
            id: session.id.publicName,
            created: Date(timeIntervalSince1970: TimeInterval(session.created)),
            used: Date(timeIntervalSince1970: TimeInterval(session.used)),
            isCurrent: isCurrent
        )
    }
}
