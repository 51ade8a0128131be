import Glibc
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

/// Delayed messages and durable effects, in real processes that end at any moment.
/// What waits in sessions survives the end of the process.
@Suite(.timeLimit(.minutes(20)))
struct PendingSurvivalTests {
    private func visitors(_ kind: PendingClient.Type) -> [RecordClient.Type] {
        (0..<20).flatMap { _ in [kind, kind, LiveClient.self] as [RecordClient.Type] }
    }

    /// Has nobody ask for anything until nothing waits in any session any more.
    ///
    /// - Parameter isInVain: asked again and again meanwhile: where it is true, it is not waited for longer.
    private func awaitPending(of server: SupervisedProcess, orUntil isInVain: () -> Bool = { false }) async throws {
        let store = try server.sessionStore()
        while try await !store.due("/", by: .max, limit: 1).isEmpty, !isInVain() {
            try Task.checkCancellation()
            // A page of nobody's session, so that this does not take all of the machine's time.
            _ = try? server.get("/")
        }
    }

    /// After the load: compares what the visitors were told with what the store has.
    private func expectAllThere(_ load: Load, at server: SupervisedProcess) {
        server.killWorker()
        let problems = load.verify()
        #expect(problems.isEmpty, "\(problems.count): \(problems.prefix(10).joined(separator: "\n"))")
        #expect(load.count > 500)
    }

    /// Whether each effect has one id, each id one effect, and each attempt after the first says what it is.
    private func expectAttemptsTold(_ attempts: [AttemptNote]) {
        var effects: [String: String] = [:]
        var ids: [String: String] = [:]
        for attempt in attempts where !attempt.isEnd {
            let isFirst = effects.updateValue(attempt.number, forKey: attempt.id) == nil
            #expect(isFirst || attempt.isRepeat, "\(attempt)")
            let known = ids.updateValue(attempt.id, forKey: attempt.number)
            #expect(known == nil || known == attempt.id, "\(attempt)")
        }
        #expect(ids.count == effects.count)
        #expect(effects.count > 100)
    }

    @Test(
        .serialized,
        arguments: [100_000, 20]
    )
    func
        `Killed at any moments, what waits comes all the same, by itself: each message once, each effect at least once`(
            held: Int
        ) async throws
    {
        try await offThePool {
            let server = try SupervisedProcess.recordServer(holding: held)
            let load = Load(visitors(PendingClient.self), port: server.port)
            for number in 1...4 {
                load.awaitMore(Int.random(in: 1...300))
                server.killWorker()
                if number % 2 == 0 { server.replaceWorker() }
            }
            load.awaitMore(300)
            load.stop()
            server.killWorker()
            // How many depends on how fast the machine is.
            #expect(try await !server.sessionStore().due("/", by: .max, limit: 1).isEmpty)
            // From the last kill on nobody asks for any of the sessions.
            try await awaitPending(of: server)
            let attempts = server.attempts
            expectAttemptsTold(attempts)
            #expect(attempts.contains { $0.isRepeat })
            expectAllThere(load, at: server)
        }
    }

    @Test func `On SIGHUP what waits goes on in the next process, and what has come to its end is not done again`()
        async throws
    {
        try await offThePool {
            let server = try SupervisedProcess.recordServer()
            let load = Load(visitors(OnceClient.self), port: server.port)
            for _ in 0..<4 {
                load.awaitMore(300)
                server.replaceWorker()
            }
            load.stop()
            #expect(load.unanswered == 0)
            try await awaitPending(of: server)
            let attempts = server.attempts
            expectAttemptsTold(attempts)
            let ends = Dictionary(grouping: attempts.filter(\.isEnd), by: \.id)
            #expect(ends.count == Set(attempts.map(\.id)).count)
            // In the moment between an effect's last line and its return it may still be handed over.
            #expect(ends.count { $0.value.count > 1 } < 5)
            expectAllThere(load, at: server)
        }
    }

    @Test func `What waits and ends the process does so once: an effect, its message, a delayed message`() async throws
    {
        try await offThePool {
            let server = try SupervisedProcess.recordServer()
            // Somebody's for whom something waits meanwhile.
            let bystanders = (0..<20).map { _ in PendingClient(port: server.port) }
            for bystander in bystanders { for _ in 0..<4 { while !bystander.addNext() {} } }
            let traps = [
                "trapInEffect", "trapLater", "trapAfterEffect", "trapAfterDurableEffect", "trapLaterInSubscriptions",
            ]
            let clients = traps.map { _ in PlainClient(port: server.port) }
            for (number, (client, trap)) in zip(clients, traps).enumerated() {
                while !client.addNext() {}
                // Whether an answer comes before the end, nobody knows.
                _ = client.attempt("POST / HTTP/1.1\r\nAccept: */*\r\n", "message=\(trap)")
                while server.ends <= number { sched_yield() }
                while !client.addNext() {}
            }
            try await awaitPending(of: server) { server.ends > 2 * traps.count }
            #expect(server.ends == traps.count)
            server.killWorker()
            for (client, trap) in zip(clients, traps) {
                #expect(client.verify().isEmpty)
                #expect(client.lists()["failures"] == [trap == "trapInEffect" ? 1 : 0])
            }
            for bystander in bystanders { #expect(bystander.verify().isEmpty) }
            server.send(SIGTERM)
            let said = server.output().split(separator: "\n").filter { $0.contains("and not done") }
            #expect(said.count == 4)
        }
    }
}
