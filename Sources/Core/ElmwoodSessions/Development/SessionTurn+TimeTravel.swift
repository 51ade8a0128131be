import ElmwoodArchitecture
import ElmwoodViewTree

/// A session that shows an earlier moment of its history: its model is that moment's.
struct Pause {
    /// The model that it continues with.
    var latest: AnyModel
    /// The items of effects, timers and topics that arrived since.
    var waiting: [Waiting] = []
}

extension SessionTurn {
    /// Shows a moment, whose views read what they read then.
    borrowing func pause(showing model: AnyModel, reading reads: RecordedReads) {
        put(model, ModelReads(recorded: reads)) { parts, former in
            if parts.pause == nil { parts.pause = Pause(latest: former) }
        }
    }

    /// Resumes the session from the moment that is shown, or from its latest state.
    ///
    /// - Returns: what the views of the model read from now on.
    borrowing func resume(fromHere: Bool) -> ModelReads? {
        guard let pause = session.state.withLock({ $0.parts?.pause }) else { return nil }
        let reads = host.newReads()
        let shown = session.current
        session.removePauseProblems()
        put(fromHere ? shown ?? pause.latest : pause.latest, reads) { parts, _ in
            let waiting = parts.pause?.waiting ?? []
            parts.pause = nil
            parts.inbox += waiting
            parts.waiting += waiting.count { $0.isCounted }
        }
        return reads
    }

    /// Replaces the model, and resumes the session from it.
    ///
    /// - Returns: what the views of the model read from now on.
    @discardableResult borrowing func replace(_ model: AnyModel) -> ModelReads? {
        let reads = host.newReads()
        session.removePauseProblems()
        put(model, reads) { parts, _ in parts.pause = nil }
        return reads
    }

    /// Defers an item that has no request, while a moment is shown.
    ///
    /// - Returns: whether it is deferred.
    borrowing func deferIfPaused(_ item: Waiting) -> Bool {
        guard isPaused else { return false }
        switch item {
        case .request, .stored, .call, .fetched, .received, .work, .checkSubscriptions: return false
        case .message, .sent, .delivered, .finished, .signal, .page: break
        }
        let limit = host.limits.messages
        let isDropped = session.state.withLock { state in
            // An end adds nothing, and without it the effect would seem to run on.
            let isFull = item.isCounted && state.parts?.pause?.waiting.count ?? 0 >= limit
            if !isFull { state.parts?.pause?.waiting.append(item) }
            return isFull
        }
        if isDropped {
            host.log(.messageDropped(program: host.name, message: item.name, limit: limit), EventContext(session: id))
        }
        return true
    }

    private borrowing func put(
        _ model: AnyModel,
        _ reads: ModelReads?,
        _ change: (SessionParts, _ former: AnyModel) -> Void
    ) {
        let host = host
        var model = host.subscribed(model)
        model.reads = reads
        session.state.withLock { state in
            guard !state.hasEnded else { return }
            change(state.activeParts(), state.model)
            state.publish(&model, as: state.version + 1, in: host)
        }
        checkSubscriptions()
    }
}

extension SessionCore {
    /// Shows on a page, after an action, that it displays an earlier moment.
    func showPauseProblem(_ id: PageID) {
        let problems = state.withLock { $0.page(id)?.page.problems ?? [] }
        if !problems.contains(.paused) { setProblems(problems + [.paused], of: id) }
    }

    fileprivate func removePauseProblems() {
        let marked = state.withLock { state in
            (state.parts?.pages.open ?? []).map { ($0.id, $0.page.problems) }.filter { $0.1.contains(.paused) }
        }
        for (id, problems) in marked { setProblems(problems.filter { $0 != .paused }, of: id) }
    }
}

extension Problem {
    /// The problem of any action while a moment is shown. It belongs to no field, and is in English, as
    /// the tools of development are.
    fileprivate static let paused = Problem(field: "", sentence: SessionFailure.paused.description)
}
