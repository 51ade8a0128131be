import Testing

@testable import ElmwoodSupervisor

/// The supervisor's state machine without processes: its reactions to events of its workers.
@Suite struct SupervisionTests {
    private typealias Action = Supervision.Action
    private let first: Int32 = 100
    private let second: Int32 = 200

    /// Returns a supervisor whose first worker serves.
    private func serving() -> Supervision {
        var supervision = Supervision()
        supervision.started(first, at: .zero)
        _ = supervision.handle(.ready(first), at: .seconds(1))
        return supervision
    }

    @Test func `A worker that ends is replaced at once`() {
        var supervision = serving()
        let actions = supervision.handle(.ended(first, .killed(signal: 4)), at: .seconds(100))
        #expect(
            actions == [
                .say("The worker was ended by signal 4 (Illegal instruction). Another one is started."), .start,
            ]
        )
        #expect(supervision.deadline == nil)
    }

    @Test func `If workers fail early again and again, each restart waits longer, up to ten seconds`() {
        var supervision = serving()
        var now = Duration.seconds(2)
        var pauses: [Duration] = []
        for process in Int32(1)...12 {
            let worker = process == 1 ? first : process
            let actions = supervision.handle(.ended(worker, .exited(1)), at: now)
            if !actions.contains(.start) {
                let deadline = supervision.deadline ?? now
                pauses.append(deadline - now)
                #expect(supervision.handle(.due, at: deadline - .milliseconds(1)).isEmpty)
                now = deadline
                #expect(supervision.handle(.due, at: now) == [.start])
            }
            supervision.started(process + 1, at: now)
            _ = supervision.handle(.ready(process + 1), at: now)
        }
        #expect(pauses.prefix(4) == [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800)])
        #expect(pauses.last == .seconds(10))
        // A worker that has run for a while counts as successful.
        #expect(supervision.handle(.ended(13, .exited(1)), at: now + .seconds(60)).contains(.start))
    }

    @Test func `If the first worker ends before it serves, the supervisor ends with its status`() {
        var supervision = Supervision()
        supervision.started(first, at: .zero)
        #expect(supervision.handle(.ended(first, .exited(1)), at: .zero) == [.exit(1)])
    }

    @Test func `A new worker takes over once it serves, and only then the former one is terminated`() {
        var supervision = serving()
        #expect(supervision.handle(.replace, at: .seconds(5)) == [.start])
        supervision.started(second, at: .seconds(5))
        #expect(supervision.handle(.replace, at: .seconds(5)).isEmpty)
        let actions = supervision.handle(.ready(second), at: .seconds(6))
        #expect(actions == [.say("A new worker has taken over."), .send(signal: Signals.interrupt, to: first)])
        #expect(supervision.handle(.ended(first, .exited(0)), at: .seconds(7)).isEmpty)
        #expect(supervision.handle(.ended(second, .exited(9)), at: .seconds(70)).contains(.start))
    }

    @Test func `If a new worker ends before it serves, or never serves, the former one continues`() {
        var supervision = serving()
        _ = supervision.handle(.replace, at: .seconds(5))
        supervision.started(second, at: .seconds(5))
        let said = supervision.handle(.ended(second, .exited(1)), at: .seconds(6))
        #expect(said == [.say("The new worker ended with status 1 before it served; the former worker continues.")])

        _ = supervision.handle(.replace, at: .seconds(10))
        supervision.started(second, at: .seconds(10))
        #expect(supervision.deadline == .seconds(70))
        let actions = supervision.handle(.due, at: .seconds(70))
        #expect(actions.last == .send(signal: Signals.kill, to: second))
        #expect(supervision.handle(.ended(second, .killed(signal: 9)), at: .seconds(71)).isEmpty)
    }

    @Test func `If a former worker ends while its successor starts, the successor replaces it`() {
        var supervision = serving()
        _ = supervision.handle(.replace, at: .seconds(50))
        supervision.started(second, at: .seconds(50))
        let actions = supervision.handle(.ended(first, .killed(signal: 11)), at: .seconds(50))
        #expect(actions == [.say("The worker was ended by signal 11 (Segmentation fault). Another one is started.")])
        #expect(supervision.handle(.ready(second), at: .seconds(51)).isEmpty)
        #expect(supervision.handle(.ended(second, .exited(1)), at: .seconds(99)).contains(.start))
    }

    @Test func `If the former worker and then its successor end before the successor serves, another one is started`() {
        var supervision = serving()
        _ = supervision.handle(.replace, at: .seconds(50))
        supervision.started(second, at: .seconds(50))
        _ = supervision.handle(.ended(first, .killed(signal: 11)), at: .seconds(50))
        #expect(supervision.handle(.ended(second, .exited(1)), at: .seconds(51)).contains(.start))
    }

    @Test
    func `On a stop the supervisor passes the signal on and ends after its workers; on a second stop it kills them`() {
        var supervision = serving()
        _ = supervision.handle(.replace, at: .seconds(5))
        supervision.started(second, at: .seconds(5))
        let both = [first, second]
        #expect(supervision.handle(.stop(15), at: .seconds(6)) == both.map { .send(signal: 15, to: $0) })
        #expect(supervision.handle(.replace, at: .seconds(6)).isEmpty)
        #expect(supervision.handle(.ended(first, .exited(0)), at: .seconds(7)).isEmpty)
        #expect(supervision.handle(.stop(15), at: .seconds(8)) == [.send(signal: Signals.kill, to: second)])
        #expect(supervision.handle(.ended(second, .killed(signal: 9)), at: .seconds(8)) == [.exit(0)])
    }

    @Test func `A worker that does not end within a minute is killed`() {
        var supervision = serving()
        _ = supervision.handle(.stop(2), at: .seconds(6))
        #expect(supervision.deadline == .seconds(66))
        #expect(supervision.handle(.due, at: .seconds(66)) == [.send(signal: Signals.kill, to: first)])
    }

    @Test func `On a stop while it waits to start a worker, the supervisor ends`() {
        var supervision = serving()
        _ = supervision.handle(.ended(first, .exited(1)), at: .seconds(2))
        _ = supervision.notStarted(at: .seconds(2), "no memory")
        #expect(supervision.handle(.stop(15), at: .seconds(3)) == [.exit(0)])
    }
}
