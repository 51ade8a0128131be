import ElmwoodArchitecture
import ElmwoodObservation

// The state of sessions, for the message of a test that waited without success.

extension SessionRegistry {
    /// The pending work of the sessions in memory and of their pages, one line each. Limited to the first sessions.
    package var report: [String] {
        var sessions: [SessionCore] = []
        for shard in shards {
            sessions += shard.table.withLock { $0.sessions }
            if sessions.count > Self.longestReport { break }
        }
        return ["server: \(count) sessions held, \(listeners) topic subscribers"]
            + sessions.prefix(Self.longestReport).flatMap(\.report)
    }

    private static var longestReport: Int { 8 }
}

extension SessionCore {
    var report: [String] {
        let now = host.environment.now()
        let used = host.registry.lastUsed(id).map { now - $0 }
        var words = used.map { ["used \($0) ago"] } ?? []
        var (tasks, sources, pages): ([EffectTask], [Source], [String]) = ([], [], [])
        state.withLock { state in
            words.append("version \(state.version)")
            if state.isTurning { words.append("turning") }
            if state.hasEnded { words.append("ended") }
            if state.isListed { words.append("waits to be written") }
            if let version = state.stored { words.append("stored as \(version.number)") }
            guard let parts = state.parts else { return }
            words.append("\(parts.inbox.count) in the inbox, \(parts.waiting) wait")
            words.append("\(parts.tasks.running) tasks, \(parts.tasks.postponed.count) postponed")
            if parts.isToCompare { words.append("subscriptions to be compared") }
            if let pause = parts.pause { words.append("paused, \(pause.waiting.count) deferred") }
            (tasks, sources) = (parts.tasks.pending, parts.sources.running)
            pages = parts.pages.open.map { $0.report(at: now) }
        }
        // Not under the lock, since this runs functions of the program.
        words.append("\(tasks.count) run \(tasks.prefix(5).map(\.report))")
        words.append("subscribed to \(sources.prefix(5).map { "\($0.subject)" })")
        return ["session of \(host.name): \(words.joined(separator: ", "))"] + pages
    }
}

extension LivePage {
    fileprivate func report(at now: Duration) -> String {
        var words = ["at \(page.path)", "revision \(revision.map { "\($0)" } ?? "unknown")", "version \(version)"]
        words.append("last action \(sequence)")
        words.append("\(patches) patches")
        words.append("stream \(streamNumber) \(wake == nil ? "gone" : "open")")
        if isWoken { words.append("woken") }
        if isRendering { words.append("rendering, \(waiting.count) wait for it") }
        if isChanged { words.append("changed") }
        if !commands.waiting.isEmpty { words.append("\(commands.waiting.count) commands to send") }
        words.append("keepsStream \(notice.keepsStream.map { "\($0)" } ?? "not sent")")
        words.append("used \(now - lastUsed) ago")
        return "  page \(id.text): \(words.joined(separator: ", "))"
    }
}

extension EffectTask {
    fileprivate var report: String {
        let name =
            switch work {
            case .effect(let effect): caseName(effect)
            case .message(let message, let time): "\(caseName(message)) after \(time)"
            case .storage: "storage"
            case .identify: "identify"
            }
        return "\(name) \(phase)\(isStarted ? "" : " not begun")"
    }
}
