import Glibc
import ElmwoodTestSupport
import Testing

extension SurvivalTests {
    @Test func `After kills at random times a shared model has what visitors sent, once and in order`() async throws {
        try await offThePool {
            let server = try SupervisedProcess.recordServer()
            let load = Load((0..<60).map { _ in SharingClient.self }, port: server.port)
            for number in 1...share(10) {
                load.awaitMore(Int.random(in: 1...share(400)))
                if number % 4 == 0 { server.replaceWorker() } else { server.killWorker() }
            }
            load.awaitMore(100)
            expectAllThere(load, at: server)
        }
    }

    @Test func `After a kill the watchers of a shared model are those whose pages have returned`() async throws {
        try await offThePool {
            let server = try SupervisedProcess.recordServer()
            let clients = (1...3).map { WatchingClient($0, port: server.port) }
            let reader = PlainClient(port: server.port)
            let watchers = { Set(reader.lists(at: "/ledger")["watchers", default: []]) }
            for client in clients { client.open() }
            await eventually("all are told of") { watchers() == [1, 2, 3] }
            server.killWorker()
            clients[0].open()
            await eventually("the others have gone") { watchers() == [1] }
            clients[1].open()
            await eventually("one of them is back") { watchers() == [1, 2] }
            server.replaceWorker()
            for client in clients.prefix(2) { client.open() }
            // This client ends, and the server continues.
            clients[0].vanish()
            await eventually("it has gone") { watchers() == [2] }
        }
    }

    @Test func `Two pages of a session lose nothing if two processes have the session at the same time`() async throws {
        try await offThePool {
            let server = try SupervisedProcess.recordServer()
            let load = Load(pairs: 50, port: server.port)
            for _ in 0..<3 {
                load.awaitMore(share(300))
                server.replaceWorker()
                load.awaitMore(Int.random(in: 1...share(300)))
                server.killWorker()
            }
            load.awaitMore(share(300))
            expectAllThere(load, at: server)
        }
    }
}
