import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodViewTree
import Synchronization

/// What a message of an open page would show, or another address.
package enum Foresight: Sendable {
    /// The patch from what the page shows.
    case patch(PagePatch)
    /// Not known without carrying the message out, or the page is not up to date.
    case unknown
    /// No control of the page has this message and is marked as foreseen.
    case notOffered
}

extension SessionHost {
    /// Returns what a page would show if its visitor sent a message.
    ///
    /// `update` and `view` run on a copy of the model, outside of any turn. Nothing is stored, begun or counted as an action, and the page is not
    /// noted as showing anything else. A session that is not in memory is not loaded for it, and none begins.
    ///
    /// - Parameter request: the page as it states itself, without actions.
    package func foresee(_ text: String, for request: LiveRequest) -> Foresight {
        guard let session = find(by: request.credentials) else { return .unknown }
        return session.foresee(text, for: request)
    }

    /// Returns what a page would show at another address, to which a link leads that its visitor may follow.
    ///
    /// As ``foresee(_:for:)``, also for a visitor without a session. An arrival is told to a copy of the model. What the view reads from outside is read,
    /// and may be kept for the visit.
    ///
    /// - Parameter request: the page as it states itself, with the other address.
    package func foresee(visit request: LiveRequest) -> Eventual<Foresight> {
        foresee(visit: request, with: PageReads(registry.reads, client: request.page.client))
    }

    private func foresee(visit request: LiveRequest, with reads: PageReads) -> Eventual<Foresight> {
        var request = request
        request.page.values = reads.values
        // It is asked for in advance, and is what the visitor would load.
        request.visit.answer = .load
        do {
            let foresight = try find(by: request.credentials).map { try $0.foresee(visit: request) }
            return .ready(try foresight ?? foreseeWithoutSession(request))
        } catch let missing as MissingInputs where !reads.has(missing.requests) {
            return registry.reads.read(missing, for: reads).then { [request] in
                self.foresee(visit: request, with: reads)
            }
        } catch {
            // The visit itself says what is wrong.
            return .ready(.unknown)
        }
    }

    private func foreseeWithoutSession(_ request: LiveRequest) throws -> Foresight {
        // A session that is not in memory may be stored, or be on another node.
        guard request.credentials.session == nil,
            let model = try beginning(for: request.visit, of: nil).model
        else { return .unknown }
        let rendering = try render(model, on: request.page)
        return .patch(PagePatch(from: nil, to: rendering.revision, sequence: 0, content: rendering.html()))
    }
}

extension SessionCore {
    /// Returns the state of a page that shows the view of the session's current model; nil if it does not, or if the history shows a former one.
    private func upToDate(_ request: LiveRequest, isVisit: Bool = false) -> PageSnapshot? {
        let snapshot = state.withLock { state -> PageSnapshot? in
            guard !state.hasEnded, let page = state.page(request.id), isVisit || !page.isElsewhere(request.page) else {
                return nil
            }
            return PageSnapshot(page, state)
        }
        guard let snapshot, snapshot.revision == request.shows, snapshot.version == snapshot.shownVersion,
            !snapshot.isChanged, !snapshot.isPaused
        else { return nil }
        return snapshot
    }

    /// Returns the patch to what a model shows; unknown if it is too large.
    private func patch(
        to model: AnyModel,
        on page: Page,
        from old: Rendering,
        _ snapshot: borrowing PageSnapshot
    ) throws -> Foresight {
        let new = try host.render(model, on: page, previous: old)
        guard let content = new.patch(from: old, limit: host.limits.pageSize) else { return .unknown }
        return .patch(PagePatch(from: old.revision, to: new.revision, sequence: snapshot.sequence, content: content))
    }

    fileprivate func foresee(visit request: LiveRequest) throws -> Foresight {
        guard let snapshot = upToDate(request, isVisit: true), let old = shown(snapshot) else { return .unknown }
        let page = request.page
        let arrivals = snapshot.model.subscriptions.arrivals(at: page, of: account())
        var model = snapshot.model
        if !arrivals.isEmpty {
            guard let arrived = try host.foresee(arrivals, on: model, for: request, in: snapshot.id) else {
                return .unknown
            }
            model = arrived
        }
        return try patch(to: model, on: page, from: old, snapshot)
    }

    fileprivate func foresee(_ text: String, for request: LiveRequest) -> Foresight {
        guard let snapshot = upToDate(request), let old = shown(snapshot) else { return .unknown }
        guard old.foresees(text) else { return .notOffered }
        // An act ends what is told for a moment, and may settle problems: both are beside the model.
        guard snapshot.page.briefNotices.isEmpty, snapshot.page.problems.isEmpty else { return .unknown }
        do {
            let contract = Contract(old, sentences: host.environment.sentences)
            let action = PageAction(sequence: snapshot.sequence, kind: .message(text))
            guard case .messages(let messages, _) = try host.driver.read(action, by: contract, of: snapshot.model)
            else {
                return .notOffered
            }
            guard let model = try host.foresee(messages, on: snapshot.model, for: request, in: snapshot.id) else {
                return .unknown
            }
            return try patch(to: model, on: snapshot.page, from: old, snapshot)
        } catch {
            // The act itself says what is wrong.
            return .unknown
        }
    }
}

extension SessionHost {
    /// Returns the model that messages lead to; nil if their turns ask for anything outside of the model.
    fileprivate func foresee(
        _ messages: [AnyMessage],
        on model: AnyModel,
        for request: LiveRequest,
        in session: SessionID
    ) throws -> AnyModel? {
        let asked = AskedSources()
        let result = try driver.run(
            messages,
            on: model,
            after: nil,
            sources: asked.sources,
            limit: limits.messages,
            isNoted: false,
            for: EventContext(session: session, request: request.visit.request)
        )
        let (former, later) = (model.subscriptions, result.model.subscriptions)
        let isSubscribedAlike = former.count == later.count && zip(former, later).allSatisfy { $0.isSame(as: $1) }
        return result.commands.isEmpty && !asked.areAsked && isSubscribedAlike ? result.model : nil
    }
}

/// Sources of chance and time that note that they were asked. What they answer is not used.
private final class AskedSources: Sendable {
    private let isAsked = Atomic(false)

    var areAsked: Bool { isAsked.load(ordering: .relaxed) }

    var sources: TurnSources {
        TurnSources(
            random: { range in
                self.isAsked.store(true, ordering: .relaxed)
                return range.lowerBound
            },
            date: {
                self.isAsked.store(true, ordering: .relaxed)
                return .distantPast
            }
        )
    }
}

extension Rendering {
    /// Whether an element that offers the message is marked as foreseen: what other messages would show is nobody's to know beforehand.
    fileprivate func foresees(_ text: String) -> Bool {
        func isFound(in nodes: TapeReader) -> Bool {
            nodes.contains { node in
                let isOffered =
                    node.has(.foreseen) && node.attributes.contains { $0.kind == .message && $0.text == text }
                return isOffered || isFound(in: node.children)
            }
        }
        return isFound(in: records)
    }
}
