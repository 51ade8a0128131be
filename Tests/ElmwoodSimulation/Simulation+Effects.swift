import ElmwoodSessions
import ElmwoodStorage

// Effects and clocks: when they begin, how many there are, and what ends them.

extension Simulation {
    /// How long a process may be silent before another one takes its effects over.
    private static let lease: Microseconds = .seconds(5)

    /// An effect has begun.
    func check(_ performance: EffectWatch.Performance) {
        note("process \(performance.process) begins effect \(performance.number)")
        let limit = configuration.limits.effects
        // A node does not know the others' effects that are not durable, and leaves durable ones to the node that performs some already.
        expect(
            performance.key == nil || performance.count <= limit || hasNodes,
            "\(performance.count) effects of a session run, and it may have \(limit)"
        )
        guard performance.isDurable else { return }
        expect(truth.attempts.contains(performance.attempt), "a durable effect has begun before it was stored")
        // Leases are dates: if clocks differ by more than a lease, a process takes another's lease for expired.
        guard let key = performance.key, 2 * configuration.skew < Self.lease else { return }
        for other in performance.others where processes[other] != nil {
            let heard = truth.heard[key]?[other] ?? -.seconds(1_000)
            expect(
                scheduler.now - heard >= Self.lease,
                "processes \(other) and \(performance.process) are at one durable effect"
            )
        }
    }

    /// An effect was cancelled: somebody has ended its session or taken it over, or others need its room in memory. A session that is idle is
    /// not evicted before its effects have ended.
    func checkCancelled(_ performance: EffectWatch.Performance) {
        // A commit that is said to have failed lets the process take itself for overtaken.
        let isSure = isStoreSure && isOrdered || performance.begun > quietTime + .seconds(10)
        guard isSure, !performance.isDurable, !hasNodes, !isCrowded, let process = processes[performance.process],
            !process.isEnding, !process.isLeft,
            let key = performance.key, let row = truth.rows[key],
            row.model.entries.contains(Entry(.look, performance.number).code), !truth.isAllowedToEnd(row)
        else { return }
        let isTakenOver = (truth.heard[key] ?? [:]).contains { other, time in
            other != performance.process && time >= performance.begun
        }
        expect(isTakenOver, "effect \(performance.number) was cancelled, and nobody has ended its session")
    }

    /// At the end the clock of a page that is connected has ticked as often as it was wanted to.
    func checkClock(of row: Truth.Row, on page: BrowserPage) {
        let isConnected = page.isLive && page.wantsStream && page.stream != nil
        guard isConnected, !page.visitor.mayHaveLost, !isCrowded, row.size <= truth.modelSize else { return }
        expect(row.model.ticks == 0, "a clock was to tick \(row.model.ticks) times more for page \(page.number)")
    }
}
