import Glibc
import ElmwoodTestSupport
import Testing

/// A real supervisor and its workers, from outside.
@Suite(.serialized)
struct SupervisorTests {
    @Test func `If the worker is killed, requests wait for the next worker and are answered`() async throws {
        try await offThePool {
            let server = try SupervisedProcess()
            try server.awaitAnswer()
            for _ in 0..<3 {
                let former = server.workers
                #expect(former.count == 1)
                for worker in former { kill(worker, SIGKILL) }
                #expect(try server.get("/counter").status == 200)
                #expect(server.workers != former)
            }
            server.send(SIGTERM)
            #expect(server.status() == 0)
            #expect(
                server.output().contains(
                    "level=warning event=\"The worker was ended by signal 9 (Killed). Another one is started.\""
                )
            )
        }
    }

    @Test func `On SIGHUP a new worker takes over, and every request during the change is answered`() async throws {
        try await offThePool {
            let server = try SupervisedProcess()
            try server.awaitAnswer()
            for _ in 0..<3 {
                let former = server.workers
                server.send(SIGHUP)
                var isReplaced = false
                while !isReplaced {
                    #expect(try server.get("/counter").status == 200)
                    let workers = server.workers
                    isReplaced = workers.count == 1 && workers != former
                }
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `On SIGTERM or SIGINT the supervisor ends together with its worker`(signal: Int32) async throws {
        try await offThePool {
            let server = try SupervisedProcess()
            try server.awaitAnswer()
            let workers = server.workers
            server.send(signal)
            #expect(server.status() == 0)
            for worker in workers { #expect(!SupervisedProcess.lives(worker)) }
        }
    }

    @Test func `If the supervisor is killed, its worker ends too`() async throws {
        try await offThePool {
            let server = try SupervisedProcess()
            try server.awaitAnswer()
            let worker = try #require(server.workers.first)
            server.send(SIGKILL)
            _ = server.status()
            // It stops as on SIGTERM. Nobody listens any more then.
            while (try? server.get("/counter")) != nil { waitBriefly() }
            while SupervisedProcess.lives(worker) { waitBriefly() }
        }
    }

    @Test func `On invalid settings the supervisor exits with status 1 and one sentence`() async throws {
        try await offThePool {
            let server = try SupervisedProcess(["ELMWOOD_DATA": "/proc/nothing"])
            #expect(server.status() == 1)
            let lines = server.output().split(separator: "\n")
            #expect(lines.count == 1)
            #expect(lines.first?.contains("ELMWOOD_DATA") == true)
            #expect(
                try SupervisedProcess(["ELMWOOD_SUPERVISOR": "yes"]).output()
                    .hasSuffix(#" level=error event="ELMWOOD_SUPERVISOR is \"yes\": use on or off."\#n"#)
            )
        }
    }
}
