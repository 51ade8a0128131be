import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodViewTree
import Synchronization

/// What a message of an open page would show.
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
}

extension SessionCore {
    fileprivate func foresee(_ text: String, for request: LiveRequest) -> Foresight {
        let snapshot = state.withLock { state -> PageSnapshot? in
            guard !state.hasEnded, let page = state.page(request.id), !page.isElsewhere(request.page) else {
                return nil
            }
            return PageSnapshot(page, state)
        }
        guard let snapshot, snapshot.revision == request.shows, snapshot.version == snapshot.shownVersion,
            !snapshot.isChanged, !snapshot.isPaused, let old = shown(snapshot)
        else { return .unknown }
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
            let new = try host.render(model, on: snapshot.page, previous: old)
            guard let content = new.patch(from: old, limit: host.limits.pageSize) else { return .unknown }
            let patch = PagePatch(from: old.revision, to: new.revision, sequence: snapshot.sequence, content: content)
            return .patch(patch)
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
