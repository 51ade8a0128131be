import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

// Access to sessions for tests and development tools, without a request.

extension SessionHost {
    /// Returns the session with that id if it is in memory. This does not count as a visit.
    func peek(_ id: SessionID) -> SessionCore? {
        registry.peek(id, of: self)
    }

    /// Returns the current id of the session of a browser with these cookies. It differs from the cookie's id if that was renewed;
    /// the browser receives it with its next request.
    package func currentID(of session: SessionID?, ticket: RenewalTicket?) -> SessionID? {
        guard let session, peek(session) == nil else { return session }
        return registry.successor(of: Credentials(session: session, ticket: ticket))?.session ?? session
    }

    /// Returns the session's model and its number of turns; nil if no such session is in memory.
    package func currentState(of session: SessionID?) -> (model: AnyModel, version: UInt64)? {
        guard let session = session.flatMap(peek) else { return nil }
        return session.state.withLock { $0.hasEnded ? nil : ($0.model, $0.version) }
    }

    /// Returns what an open page shows, if that is the view of the session's model and is retained.
    package func shown(on id: PageID, of session: SessionID?) -> (rendering: Rendering, page: Page)? {
        guard let session = session.flatMap(peek) else { return nil }
        return session.state.withLock { state in
            guard !state.hasEnded, let page = state.page(id), page.version == state.version, !page.isChanged,
                case .rendering(let rendering) = page.shown
            else { return nil }
            return (rendering, page.page)
        }
    }

    /// Returns how far an open page is up to date; nil if the page is unknown.
    package func progress(of id: PageID, in session: SessionID?) -> PageProgress? {
        guard let session = session.flatMap(peek) else { return nil }
        return session.state.withLock { state in
            guard !state.hasEnded, let page = state.page(id) else { return nil }
            return PageProgress(
                identity: ObjectIdentifier(page),
                patches: page.patches,
                isSettled: !page.isRendering && page.held == nil && !(page.isWoken && page.wake != nil),
                isOutdated: page.isChanged,
                hasStream: page.wake != nil,
                keepsStream: page.notice.keepsStream ?? false,
                page: page.page
            )
        }
    }
}

/// How far an open page is up to date.
package struct PageProgress: Sendable {
    /// Identifies the page. A page that was forgotten and has returned has another identity.
    package let identity: ObjectIdentifier
    /// The number of patches that were made for it.
    package let patches: UInt64
    /// Whether no patch is being made or about to be made.
    package let isSettled: Bool
    /// Whether what it shows has changed since its last patch: its address, or what its view reads.
    package let isOutdated: Bool
    package let hasStream: Bool
    /// Whether it was instructed to keep a stream open.
    package let keepsStream: Bool
    /// Its address, and the problems of its fields.
    package let page: Page
}

extension SessionHost {
    /// Registers a new session with that model, under the id if it is one of this site's. If the visitor has a session of this
    /// program already, that session gets the model.
    func register(_ model: AnyModel, under id: SessionID?, visitor: VisitorID?) -> SessionCore {
        let session = SessionCore(
            host: self,
            model: subscribed(model),
            visitor: visitor.map { RecognizedVisitor($0) }
        )
        // The model cannot be made again by a start, so it is stored like the result of a turn.
        session.state.withLock { $0.publish(in: self) }
        return session.inFirstTurn { turn in
            switch registry.register(session, under: id) {
            case .held:
                turn.reportBeginning(Cause(.start), at: model)
                turn.checkSubscriptions()
                return session
            case .existing(let held):
                held.onTurn { $0.replace(model) }
                return held
            case .renewed:
                return register(model, under: nil, visitor: visitor)
            }
        }
    }
}
