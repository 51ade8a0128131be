import Glibc
import ElmwoodTestSupport
import Testing

/// Sessions survive the end of real processes at any time, while visitors send requests.
@Suite(.serialized)
struct SurvivalTests: Sendable {
    let visitors: [RecordClient.Type] = (0..<70).flatMap { _ in
        [LiveClient.self, PlainClient.self, NewClient.self] as [RecordClient.Type]
    }

    /// How much of the load and of the kills a run has that is not in full: a third.
    func share(_ count: Int) -> Int { runsInFull ? count : (count + 2) / 3 }

    func expectAllThere(_ load: Load, at server: SupervisedProcess) {
        let least = share(1_000)
        // After few rounds at random times it may have been little.
        load.awaitMore(max(1, least + 1 - load.count))
        load.stop()
        // Makes the sessions come from the store.
        server.killWorker()
        let problems = load.verify()
        let told = "\(problems.count): \(problems.prefix(10).joined(separator: "\n"))"
        #expect(problems.isEmpty, "\(told)\n\(server.outputSoFar)")
        #expect(load.count > least)
    }

    @Test(arguments: [(100_000, "process"), (100_000, "power"), (20, "process")])
    func `After kills at random times everything acknowledged is stored once and in order`(
        held: Int,
        durability: String
    ) async throws {
        try await offThePool {
            let server = try SupervisedProcess.recordServer(holding: held, durability)
            let load = Load(visitors, port: server.port)
            for number in 1...share(12) {
                load.awaitMore(Int.random(in: 1...share(600)))
                server.killWorker()
                // After some kills workers are started with growing delays, until one has taken over regularly.
                if number % 4 == 0 { server.replaceWorker() }
            }
            load.awaitMore(100)
            expectAllThere(load, at: server)
        }
    }

    @Test func `A message that ends the process is not repeated, and affects no other visitor`() async throws {
        try await offThePool {
            let server = try SupervisedProcess.recordServer()
            let load = Load(visitors, port: server.port)
            let plain = PlainClient(port: server.port)
            let live = LiveClient(port: server.port)
            for message in ["trap", "overflow"] {
                load.awaitMore(share(500))
                // The process that it was connected to may have ended.
                while !plain.addNext() {}
                let post = "POST / HTTP/1.1\r\nAccept: */*\r\n"
                #expect(plain.attempt(post, "message=\(message)")?.status == 500)
                #expect(plain.insistOn(post, "message=\(message)").status == 500)
                #expect(plain.addNext())
                load.awaitMore(share(500))
                #expect(live.addNext())
                // The script repeats the event until it is answered.
                #expect(!live.act("message 0 \(message)"))
                #expect(live.problems.last?.contains("500") == true)
                #expect(live.addNext())
            }
            #expect(plain.verify().isEmpty)
            #expect(live.verify().count == 2)
            expectAllThere(load, at: server)
            server.send(SIGTERM)
            _ = server.status()
            // Four caused by messages, and the last one.
            #expect(server.ends == 5)
        }
    }

    @Test func `On SIGHUP no request is refused or unanswered, and nothing is lost`() async throws {
        try await offThePool {
            let server = try SupervisedProcess.recordServer()
            let load = Load(visitors, port: server.port)
            for _ in 0..<4 {
                load.awaitMore(share(500))
                server.replaceWorker()
            }
            load.awaitMore(share(500))
            expectAllThere(load, at: server)
            #expect(load.unanswered == 0)
        }
    }
}
