import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

// What a test, or a tool of development, may look at without anybody's being answered.

extension SessionHost {
    /// The session of that id, where it is held. That is no visit.
    func peek(_ id: SessionID) -> SessionCore? {
        registry.peek(id, of: self)
    }

    /// The id under which the session of a browser with these cookies is held by now: another than the cookie's where that was
    /// renewed, and the browser is told so with its next request.
    package func currentID(of session: SessionID?, ticket: RenewalTicket?) -> SessionID? {
        guard let session, peek(session) == nil else { return session }
        return registry.successor(of: Credentials(session: session, ticket: ticket))?.session ?? session
    }

    /// The model of the session of that id, and how many turns it has had; nil where none is held.
    package func look(at session: SessionID?) -> (model: AnyModel, version: UInt64)? {
        guard let session = session.flatMap(peek) else { return nil }
        return session.state.withLock { $0.hasEnded ? nil : ($0.model, $0.version) }
    }

    /// What an open page shows, where that is the view of the session's model and is kept.
    package func shown(on id: PageID, of session: SessionID?) -> (rendering: Rendering, page: Page)? {
        guard let session = session.flatMap(peek) else { return nil }
        return session.state.withLock { state in
            guard !state.hasEnded, let page = state.page(id), page.version == state.version, !page.isChanged,
                case .rendering(let rendering) = page.shown
            else { return nil }
            return (rendering, page.page)
        }
    }

    /// How far an open page has been told what is new; nil where it is not known.
    package func progress(of id: PageID, in session: SessionID?) -> PageProgress? {
        guard let session = session.flatMap(peek) else { return nil }
        return session.state.withLock { state in
            guard !state.hasEnded, let page = state.page(id) else { return nil }
            return PageProgress(
                identity: ObjectIdentifier(page),
                patches: page.patches,
                isResting: !page.isRendering && page.held == nil && !(page.isWoken && page.wake != nil),
                hasStream: page.wake != nil,
                keepsStream: page.told.keepsStream ?? false,
                page: page.page
            )
        }
    }
}

/// How far an open page has been told what is new.
package struct PageProgress: Sendable {
    /// Which page it is: one that was forgotten and came again is another.
    package let identity: ObjectIdentifier
    /// How many patches have been made for it.
    package let patches: UInt64
    /// Whether nobody makes one, and nobody is about to.
    package let isResting: Bool
    package let hasStream: Bool
    /// Whether it has been told to keep one open.
    package let keepsStream: Bool
    /// Where it is, and what is wrong with its fields.
    package let page: Page
}

extension SessionHost {
    /// Holds a session that begins with that model, under the visitor's id where that is one of this site's. Where the visitor
    /// has a session of this program already, that one gets the model.
    func hold(_ model: AnyModel, under id: SessionID?, visitor: VisitorID?) -> SessionCore {
        let session = SessionCore(host: self, model: subscribed(model), visitor: visitor)
        // It is no start's, which could be had again: it is stored as if a turn had led to it.
        session.state.withLock { $0.version = 1 }
        return session.inFirstTurn { turn in
            switch registry.hold(session, under: id) {
            case .held:
                turn.tell(session.reports(Cause(.start), nil, start: driver.start(at: model)))
                turn.look()
                return session
            case .existing(let held):
                held.onTurn { $0.replace(model) }
                return held
            }
        }
    }
}
