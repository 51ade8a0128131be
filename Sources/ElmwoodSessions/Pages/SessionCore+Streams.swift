import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodViewTree

extension SessionCore {
    /// Begins a stream of a page; one that it had before ends.
    ///
    /// - Parameter wake: called from any thread when the stream is to be asked again.
    /// - Returns: the stream's number; nil where the page is not known any more.
    func beginStream(_ id: PageID, _ wake: @escaping @Sendable () -> Void) -> UInt64? {
        let (number, former) = state.withLock { state -> (UInt64?, (@Sendable () -> Void)?) in
            guard !state.hasEnded, let page = state.page(id) else { return (nil, nil) }
            let former = page.wake
            page.wake = wake
            page.isHidden = false
            page.absence?.cancel()
            page.absence = nil
            page.streamNumber += 1
            // It has to ask once: something may have changed since the patch that comes before it.
            page.isWoken = true
            return (page.streamNumber, former)
        }
        former?()
        if number != nil { checkAttention() }
        return number
    }

    /// The stream's next patch.
    func nextPatch(_ id: PageID, stream: UInt64) -> StreamStep {
        var keepsStream = true
        var isWoken = false
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.hasEnded, let page = state.page(id), page.streamNumber == stream else { return nil }
            keepsStream = page.told.keepsStream ?? true
            isWoken = page.isWoken
            return page.wake
        }
        guard let wake else { return lastPatch(id, stream: stream).map { .patch($0) } ?? .end }
        if let step = takeHeld(id, stream: stream) { return step }
        // If the page was rendered since it was woken, for this stream or for the answer to a request, it was told all.
        guard isWoken else { return keepsStream ? .wait : .end }
        var order = PatchRequest()
        order.isAnswer = false
        switch renderPatch(id, order, whenFree: { wake }) {
        case .rendered(let rendered): return onceStored(rendered.patch, on: id, stream: stream)
        case .nothing, .busy: return keepsStream ? .wait : .end
        case .gone: return .end
        case .failed(let error): return error is NotFound ? .reload : .wait
        }
    }

    /// A patch for a page's stream: now, or once the session is stored as the patch shows it. What is not stored may never be, where
    /// the process ends or another one has overtaken it, and no page is to go back.
    private func onceStored(_ patch: PagePatch, on id: PageID, stream: UInt64) -> StreamStep {
        guard host.writer != nil else { return .patch(patch) }
        return state.withLock { state in
            guard let page = state.page(id), page.streamNumber == stream, !state.isStored(page.version) else {
                return .patch(patch)
            }
            page.held = HeldPatch(patch, version: page.version, stream: stream)
            return .wait
        }
    }

    /// What a patch that waits for the store comes to by now; nil where none does.
    private func takeHeld(_ id: PageID, stream: UInt64) -> StreamStep? {
        state.withLock { state in
            guard let page = state.page(id), let held = page.held else { return nil }
            if held.stream == stream, !state.isStored(held.version) { return .wait }
            page.held = nil
            return held.stream == stream ? .patch(held.patch) : nil
        }
    }

    /// The session is stored: wakes the streams that have waited for that.
    func wakeHeld() {
        let wakes = state.withLock { state -> [@Sendable () -> Void] in
            var wakes: [@Sendable () -> Void] = []
            for page in state.activity?.pages ?? [] {
                if let held = page.held, state.isStored(held.version), let wake = page.wake { wakes.append(wake) }
            }
            return wakes
        }
        for wake in wakes { wake() }
    }

    /// What a page is told to do by the turn that has ended the session; nil where there is nothing left to tell.
    private func lastPatch(_ id: PageID, stream: UInt64) -> PagePatch? {
        state.withLock { state in
            guard state.hasEnded, let page = state.page(id), page.streamNumber == stream, let revision = page.revision,
                !page.commands.waiting.isEmpty
            else { return nil }
            let commands = page.takeCommands()
            var patch = PagePatch(from: revision, to: revision, sequence: page.sequence, content: Array("[]".utf8))
            patch.commands = commands.commands
            patch.commandCount = commands.count
            return patch
        }
    }

    /// The stream has ended: the page was closed, or its connection was, or it is hidden. It has a while to come back.
    func endStream(_ id: PageID, stream: UInt64) {
        let now = host.environment.now()
        state.withLock { state in
            guard let page = state.page(id), page.streamNumber == stream else { return }
            page.wake = nil
            page.awaySince = now
            state.activity?.left = now
        }
        watchAbsence(of: id)
    }

    /// Closes the page once it has been without a stream and without a request for too long, and until then looks again.
    func watchAbsence(of id: PageID) {
        let now = host.environment.now()
        let left = state.withLock { state -> Duration? in
            guard let page = state.page(id), page.wake == nil, page.told.keepsStream ?? false else { return nil }
            let limit = page.isHidden ? host.limits.hiddenPageAbsence : host.limits.pageAbsence
            return limit - (now - max(page.lastUsed, page.awaySince))
        }
        guard let left else { return }
        guard left > .zero else {
            close(id)
            return receive(.closed)
        }
        let call = host.environment.schedule(left) { [weak self] in self?.watchAbsence(of: id) }
        let former = state.withLock { state -> ScheduledCall? in
            guard let page = state.page(id), page.wake == nil else { return call }
            defer { page.absence = call }
            return page.absence
        }
        former?.cancel()
    }
}

/// What a page's stream is to send.
package enum StreamStep: Sendable {
    case patch(PagePatch)
    /// Nothing for now: it is woken when there is.
    case wait
    /// There is nothing at the page's address any more: the browser is to load it, and to be told so.
    case reload
    case end
}
