import Glibc
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

/// Pending delayed messages and durable effects survive the end of real processes at any time.
@Suite(.timeLimit(.minutes(20)))
struct PendingSurvivalTests {
    func visitors(_ kind: PendingClient.Type) -> [RecordClient.Type] {
        (0..<20).flatMap { _ in [kind, kind, LiveClient.self] as [RecordClient.Type] }
    }

    /// Waits, without asking for any session, until no session has pending work.
    ///
    /// - Parameter isInVain: checked repeatedly; if it is true, the wait ends.
    func awaitPending(of server: SupervisedProcess, orUntil isInVain: () -> Bool = { false }) async throws {
        let store = try server.sessionStore()
        while try await !store.due("/", by: .max, limit: 1).isEmpty, !isInVain() {
            try Task.checkCancellation()
            waitBriefly()
        }
    }

    /// After the load: compares what the visitors were told with what the store contains.
    func expectAllThere(_ load: Load, at server: SupervisedProcess) {
        server.killWorker()
        let problems = load.verify()
        #expect(problems.isEmpty, "\(problems.count): \(problems.prefix(10).joined(separator: "\n"))")
        #expect(load.count > 500)
    }

    /// Expects that each effect has one id, each id belongs to one effect, and each attempt after the first is marked as a repeat.
    func expectAttemptsTold(_ attempts: [AttemptNote]) {
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
        arguments: runsInFull ? [100_000, 20] : [100_000]
    )
    func `After kills at random times each delayed message arrives once, and each durable effect at least once`(
        held: Int
    ) async throws {
        try await offThePool {
            let server = try SupervisedProcess.recordServer(holding: held)
            let load = Load(visitors(PendingClient.self), port: server.port)
            for number in 1...4 {
                load.awaitMore(Int.random(in: 1...300))
                server.killWorker()
                if number % 2 == 0 { server.replaceWorker() }
            }
            load.awaitMore(max(300, 501 - load.count))
            load.stop()
            server.killWorker()
            // Their number depends on the speed of the machine.
            #expect(try await !server.sessionStore().due("/", by: .max, limit: 1).isEmpty)
            // After the last kill nobody asks for any of the sessions.
            try await awaitPending(of: server)
            let attempts = server.attempts
            expectAttemptsTold(attempts)
            #expect(attempts.contains { $0.isRepeat })
            expectAllThere(load, at: server)
        }
    }

    @Test func `Pending work that ends the process does so once: an effect, its message, or a delayed message`()
        async throws
    {
        try await offThePool {
            let server = try SupervisedProcess.recordServer()
            // Visitors with pending work in the same process.
            let bystanders = (0..<20).map { _ in PendingClient(port: server.port) }
            for bystander in bystanders { for _ in 0..<4 { while !bystander.addNext() {} } }
            let traps = [
                "trapInEffect", "trapLater", "trapAfterEffect", "trapAfterDurableEffect", "trapLaterInSubscriptions",
            ]
            let clients = traps.map { _ in PlainClient(port: server.port) }
            for (number, (client, trap)) in zip(clients, traps).enumerated() {
                while !client.addNext() {}
                // The answer may or may not arrive before the process ends.
                _ = client.attempt("POST / HTTP/1.1\r\nAccept: */*\r\n", "message=\(trap)")
                await eventually("it has ended the process") { server.ends > number }
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
