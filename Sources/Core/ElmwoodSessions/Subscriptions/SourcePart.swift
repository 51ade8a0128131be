import ElmwoodArchitecture

/// The running subscriptions of a session.
struct SourcePart: SessionPart {
    /// Changed only during a turn, or at the session's end.
    var running: [Source] = []
    /// The check whether the visitor is present, if subscriptions run or the session is transient.
    var attentionCheck: ScheduledCall?
    /// When a page or its stream ended last, on the environment's clock.
    var left: Duration?

    var isIdle: Bool { running.isEmpty && attentionCheck == nil }
    /// The next request of the visitor begins what has no visitor.
    func isEvictable(at now: Int64, isStored: Bool) -> Bool { running.isEmpty }

    mutating func end(isForGood: Bool, _ over: inout SessionParts.Over) {
        over.sources = running
        running = []
        attentionCheck?.cancel()
        attentionCheck = nil
    }
}
