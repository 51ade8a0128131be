import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodViewTree

extension SessionCore {
    /// Begins a stream of a page. The previous stream of the page ends.
    ///
    /// - Parameter wake: called on any thread when the stream must request the next patch.
    /// - Returns: the stream's number; nil if the page is unknown.
    func beginStream(_ id: PageID, _ wake: @escaping @Sendable () -> Void) -> UInt64? {
        let (number, former, watches) = state.withLock { state -> (UInt64?, (@Sendable () -> Void)?, PageWatches?) in
            guard !state.hasEnded, let page = state.page(id) else { return (nil, nil, nil) }
            let former = page.wake
            page.wake = wake
            page.isHidden = false
            page.absence?.cancel()
            page.absence = nil
            page.streamNumber += 1
            // The first request is required, since something may have changed since the patch before the stream.
            page.isWoken = true
            return (page.streamNumber, former, page.reads?.watches)
        }
        former?()
        watches?.setAway(false)
        if number != nil { checkAttention() }
        return number
    }

    /// Returns the stream's next step.
    func nextPatch(_ id: PageID, stream: UInt64) -> StreamStep {
        var keepsStream = true
        var isWoken = false
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.hasEnded, let page = state.page(id), page.streamNumber == stream else { return nil }
            keepsStream = page.notice.keepsStream ?? true
            isWoken = page.isWoken
            return page.wake
        }
        guard let wake else { return lastPatch(id, stream: stream).map { .patch($0) } ?? .end }
        if let step = takeHeld(id, stream: stream) { return step }
        // If the page was rendered since it was woken, for this stream or for a request, it has received everything.
        guard isWoken else { return keepsStream ? .wait : .end }
        var order = PatchRequest()
        order.isAnswer = false
        switch renderPatch(id, order, whenFree: { wake }) {
        case .rendered(let rendered): return onceStored(rendered.patch, on: id, stream: stream)
        case .nothing, .busy: return keepsStream ? .wait : .end
        case .gone: return .end
        case .missing(let missing):
            // The values wake the stream when they are there.
            _ = read(missing, on: id)
            return .wait
        case .failed(let error): return error is NotFound || error is PageTooLarge ? .reload : .wait
        }
    }

    /// Returns a patch for a page's stream, at once or when the session is stored in the state that the patch shows. State that is
    /// not stored may be lost if the process ends or another process overtakes it, and a page must never go back.
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

    /// Returns the next step if a patch waits for the store; nil if none does.
    private func takeHeld(_ id: PageID, stream: UInt64) -> StreamStep? {
        state.withLock { state in
            guard let page = state.page(id), let held = page.held else { return nil }
            if held.stream == stream, !state.isStored(held.version) { return .wait }
            page.held = nil
            return held.stream == stream ? .patch(held.patch) : nil
        }
    }

    /// Wakes the streams that waited until the session was stored.
    func wakeHeld() {
        let wakes = state.withLock { state -> [@Sendable () -> Void] in
            var wakes: [@Sendable () -> Void] = []
            for page in state.parts?.pages.open ?? [] {
                if let held = page.held, state.isStored(held.version), let wake = page.wake { wakes.append(wake) }
            }
            return wakes
        }
        for wake in wakes { wake() }
    }

    /// Returns the commands of the turn that has ended the session as a patch; nil if there are none.
    private func lastPatch(_ id: PageID, stream: UInt64) -> PagePatch? {
        state.withLock { state in
            guard state.hasEnded, let page = state.page(id), page.streamNumber == stream, let revision = page.revision,
                !page.commands.waiting.isEmpty
            else { return nil }
            let commands = page.dequeueCommands()
            var patch = PagePatch(from: revision, to: revision, sequence: page.sequence, content: Array("[]".utf8))
            patch.commands = commands.commands
            patch.commandCount = commands.count
            return patch
        }
    }

    /// Ends the stream: the page was closed or hidden, or its connection was closed. It has some time to return.
    func endStream(_ id: PageID, stream: UInt64) {
        let now = host.environment.now()
        state.withLock { state in
            guard let page = state.page(id), page.streamNumber == stream else { return }
            page.wake = nil
            page.awaySince = now
            state.parts?.sources.left = now
        }
        watchAbsence(of: id)
        watchAway(of: id)
    }

    /// Closes the page if it has had neither a stream nor a request for too long; otherwise schedules the next check.
    func watchAbsence(of id: PageID) {
        let now = host.environment.now()
        let left = state.withLock { state -> Duration? in
            guard let page = state.page(id), page.wake == nil, page.notice.keepsStream ?? false else { return nil }
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

/// The next step of a page's stream.
package enum StreamStep: Sendable {
    case patch(PagePatch)
    /// Nothing at present. The stream is woken later.
    case wait
    /// There is no page at the address any more. The browser must load it to receive the error.
    case reload
    case end
}
