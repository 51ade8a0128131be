import Glibc
import ElmwoodHTTPClient
import ElmwoodTestSupport
import Testing

extension TrapTests {
    @Test func `If the answer to a post traps while an effect's result is rendered, the page is not rendered again`()
        async throws
    {
        try await offThePool {
            let server = try server()
            let client = TrapClient(port: server.port)
            #expect(client.post("watch")?.status == 200)
            _ = client.attempt(TrapClient.head("POST", "/counted", "application/json"), "message=addLater")
            #expect(client.look("/counted")?.status == 500)
            #expect(client.look("/")?.text.contains("<output>1</output>") == true)
            #expect(traps(of: server) == 1)
        }
    }

    @Test func `Subscriptions that trap are treated as none, and messages that lead to such subscriptions are refused`()
        async throws
    {
        try await offThePool {
            let server = try server()
            let client = TrapClient(port: server.port)
            #expect(client.look("/subscribed")?.status == 500)
            #expect(client.look("/subscribed")?.status == 200)
            #expect(client.post("add")?.status == 200)
            #expect(client.post("subscribe")?.status == 500)
            #expect(client.post("add")?.text.contains("<output>2</output>") == true)
            #expect(traps(of: server) == 2)
        }
    }

    @Test func `An effect of a start that traps ends one process, not one for each visitor`() async throws {
        try await offThePool {
            let server = try server()
            for _ in 1...2 {
                let client = TrapClient(port: server.port)
                #expect(client.look("/effect")?.status == 200)
                client.wait(until: { $0.failures > 0 })
            }
            #expect(traps(of: server) == 1)
        }
    }

    @Test(arguments: [0, 300])
    func `A subscribed effect that traps ends one process, however often its visitor returns`(delay: Int) async throws {
        try await offThePool {
            let server = try server()
            let client = TrapClient(port: server.port)
            #expect(client.post("listen(after:\(delay))")?.status == 200)
            await eventually("the effect has ended the process") { server.traps > 0 }
            let failures = client.wait(until: { $0.failures > 0 }).failures
            killWorker(of: server)
            client.wait(until: { $0.failures > failures })
            #expect(traps(of: server) == 1)
        }
    }

    @Test func `Effects that run beside an effect that traps are not blamed`() async throws {
        try await offThePool {
            let server = try server()
            let client = TrapClient(port: server.port)
            #expect(client.post("add")?.status == 200)
            #expect(client.post("trapBeside")?.status == 200)
            await eventually("the effect has ended the process") { server.traps > 0 }
            let count = client.wait(until: { $0.count > 0 }).count
            #expect(client.post("trapBeside")?.status == 200)
            client.wait(until: { $0.failures > 0 && $0.count > count })
            #expect(traps(of: server) == 1)
        }
    }

    @Test func `A stored model whose decoding traps for due work is set aside too`() async throws {
        try await offThePool {
            let server = try server()
            #expect(TrapClient(port: server.port).post("spoil(waking:true)")?.status == 200)
            killWorker(of: server)
            await eventually("it is logged") {
                server.outputSoFar.contains("/traps: a stored model cannot be read any more")
            }
            #expect(traps(of: server) == 1)
        }
    }
}
