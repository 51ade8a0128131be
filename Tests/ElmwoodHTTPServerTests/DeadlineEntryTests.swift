import Testing

@testable import ElmwoodHTTPServer

/// The entries of a deadline that often changes.
@Suite struct DeadlineEntryTests {
    /// A connection of a loop whose time is that of the test.
    private struct Timed {
        var deadlines = Deadlines()
        var deadline = Deadline()
        var firings: [Instant] = []

        mutating func move(to time: Instant) {
            if deadline.move(to: time) { add() }
        }

        mutating func fire(at now: Instant) {
            while let (entry, _) = deadlines.removeNext(until: now) {
                switch deadline.fire(entry, at: now) {
                case .isOver: firings.append(now)
                case .moved: add()
                case .outdated, .removed: break
                }
            }
        }

        private mutating func add() {
            deadlines.add(.connection(slot: 0, number: 0), at: deadline.time)
        }
    }

    @Test func `A connection that is used for a day has few entries`() {
        var connection = Timed()
        for second in 0..<86_400 as Range<Instant> {
            connection.fire(at: second)
            // It receives, sends, and is idle again.
            for time in [10, 15, 60] as [Instant] { connection.move(to: second + time) }
            #expect(connection.deadlines.count <= 7)
        }
        #expect(connection.firings.isEmpty)
    }

    @Test func `A deadline fires when its time is over, and neither before nor twice`() {
        var generator = SystemRandomNumberGenerator()
        var connection = Timed()
        var due: Instant = .max
        for now in 0..<20_000 as Range<Instant> {
            let count = connection.firings.count
            connection.fire(at: now)
            #expect(connection.firings.count - count == (due == now ? 1 : 0))
            if due == now { due = .max }
            guard Int.random(in: 0..<5, using: &generator) == 0 else { continue }
            due = Int.random(in: 0..<10, using: &generator) == 0 ? .max : now + .random(in: 1...50, using: &generator)
            connection.move(to: due)
        }
    }
}
