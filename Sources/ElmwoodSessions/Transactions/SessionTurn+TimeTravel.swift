import ElmwoodArchitecture
import ElmwoodViewTree

/// A session that stands still at a moment of its history: its model is that moment's.
struct Pause {
    /// The model that it continues with.
    var latest: AnyModel
    /// What effects, time and topics brought meanwhile.
    var waiting: [Waiting] = []
}

extension SessionTurn {
    /// Shows a moment.
    borrowing func pause(showing model: AnyModel) {
        put(model) { activity, former in
            if activity.pause == nil { activity.pause = Pause(latest: former) }
        }
    }

    /// Goes on from the moment that is shown, or from where the session was.
    borrowing func resume(fromHere: Bool) {
        guard let pause = session.state.withLock({ $0.activity?.pause }) else { return }
        let shown = session.current
        session.forgetToldPause()
        put(fromHere ? shown ?? pause.latest : pause.latest) { activity, _ in
            let waiting = activity.pause?.waiting ?? []
            activity.pause = nil
            activity.inbox += waiting
            activity.waiting += waiting.count { $0.isCounted }
        }
    }

    /// Puts another model in its place, from which the session continues.
    borrowing func replace(_ model: AnyModel) {
        session.forgetToldPause()
        put(model) { activity, _ in activity.pause = nil }
    }

    /// Lets what came by itself wait while a moment is shown.
    ///
    /// - Returns: whether it waits.
    borrowing func holdBack(_ item: Waiting) -> Bool {
        guard isPaused else { return false }
        switch item {
        case .request, .work, .look: return false
        case .message, .sent, .finished, .told, .page: break
        }
        let limit = host.limits.messages
        let isDropped = session.state.withLock { state in
            // An end brings nothing new, and without it the effect would seem to run on.
            let isFull = item.isCounted && state.activity?.pause?.waiting.count ?? 0 >= limit
            if !isFull { state.activity?.pause?.waiting.append(item) }
            return isFull
        }
        if isDropped { host.log(.messageDropped(program: host.name, message: item.name, limit: limit)) }
        return true
    }

    private borrowing func put(_ model: AnyModel, _ change: (Activity, _ former: AnyModel) -> Void) {
        let host = host
        var model = host.subscribed(model)
        session.state.withLock { state in
            guard !state.hasEnded else { return }
            let activity = state.active()
            activity.keepShown(of: state.model)
            change(activity, state.model)
            swap(&state.model, &model)
            state.version += 1
            state.identifyModel(by: host)
        }
        look()
    }
}

extension SessionCore {
    /// Says on a page, on which something was done, that it shows a moment.
    func tellOfPause(_ id: PageID) {
        let problems = state.withLock { $0.page(id)?.page.problems ?? [] }
        if !problems.contains(.paused) { setProblems(problems + [.paused], of: id) }
    }

    fileprivate func forgetToldPause() {
        let told = state.withLock { state in
            (state.activity?.pages ?? []).map { ($0.id, $0.page.problems) }.filter { $0.1.contains(.paused) }
        }
        for (id, problems) in told { setProblems(problems.filter { $0 != .paused }, of: id) }
    }
}

extension Problem {
    /// What is wrong with anything that is done while a moment is shown: no field's problem.
    fileprivate static let paused = Problem(field: "", sentence: SessionFailure.paused.description)
}
