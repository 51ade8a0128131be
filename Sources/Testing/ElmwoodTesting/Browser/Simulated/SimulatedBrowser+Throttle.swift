import ElmwoodSessions

/// The pause after an event of an element with `.throttle`, and the latest event in it.
struct Throttle {
    var pause: ScheduledCall
    var latest: (() -> Void)?
}

extension SimulatedBrowser {
    /// Queues an event of an element: at once, or at the end of the pause that an earlier one has begun.
    ///
    /// - Parameters:
    ///   - milliseconds: the pause between two of them; nil if the element asks for none.
    ///   - name: identifies the events that share a pause.
    func queue(pausing milliseconds: Int?, _ name: String, _ queue: @escaping () -> Void) {
        guard let milliseconds, milliseconds > 0 else { return queue() }
        if throttled[name] != nil {
            throttled[name]?.latest = queue
            return
        }
        queue()
        beginPause(milliseconds, name)
    }

    private func beginPause(_ milliseconds: Int, _ name: String) {
        let pause = testHost.setting.environment.schedule(.milliseconds(milliseconds)) { [weak self] in
            guard let self, let latest = throttled.removeValue(forKey: name)?.latest else { return }
            latest()
            beginPause(milliseconds, name)
            send()
        }
        throttled[name] = Throttle(pause: pause)
    }

    /// Queues what waits for the end of a pause: before any other event, so that the order is that of the visitor.
    func releaseThrottled() {
        for name in throttled.keys.sorted() {
            guard let latest = throttled[name]?.latest else { continue }
            throttled[name]?.latest = nil
            latest()
        }
    }

    /// Ends all pauses, as a page does that is left.
    func forgetThrottled() {
        for throttle in throttled.values { throttle.pause.cancel() }
        throttled = [:]
    }
}
