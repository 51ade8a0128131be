import ElmwoodObservation

/// The turns of the last hour that took longest.
struct SlowestTurns {
    struct Entry {
        var program: String
        var message: String
        var session: Int?
        var duration: Duration
        var end: Duration
    }

    private(set) var entries: [Entry] = []
    static let capacity = 20
    private static let life = Duration.seconds(3_600)

    /// - Parameter now: monotonic time.
    mutating func add(_ turn: ObservedTurn, at now: Duration) {
        if entries.count == Self.capacity {
            guard let last = entries.last, turn.duration > last.duration || now - oldest > Self.life else { return }
        }
        entries.removeAll { now - $0.end > Self.life }
        let entry = Entry(
            program: turn.program,
            // Made only for these few, since it takes longer than most turns.
            message: turn.message,
            session: turn.session,
            duration: turn.duration,
            end: now
        )
        let index = entries.firstIndex { $0.duration < turn.duration } ?? entries.count
        entries.insert(entry, at: index)
        if entries.count > Self.capacity { entries.removeLast() }
    }

    private var oldest: Duration { entries.lazy.map(\.end).min() ?? .zero }
}
