import ElmwoodHTTPClient
import ElmwoodTestSupport
import Glibc
import Testing

/// A supervised site at a Unix socket.
@Suite(.serialized)
struct UnixSocketSiteTests {
    private let path = "/tmp/elmwood-site-\(UInt32.random(in: 0 ... .max)).sock"

    private func start(_ environment: [String: String] = [:]) throws -> SupervisedProcess {
        let server = try SupervisedProcess(["HOST": "unix:" + path].merging(environment) { $1 })
        try server.awaitAnswer()
        return server
    }

    private var exists: Bool { access(path, F_OK) == 0 }

    /// Lets new workers take over, and requests pages meanwhile.
    private func expectTakeOvers(_ server: SupervisedProcess) throws {
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

    @Test func `It says where it listens, each request is answered while workers change, and the file goes at the end`()
        async throws
    {
        try await offThePool {
            let server = try start(["ELMWOOD_TRUSTED_PROXIES": "unix"])
            try expectTakeOvers(server)
            #expect(server.outputSoFar.contains("event=\"serving at unix:\(path)\""))
            #expect(!server.outputSoFar.contains("limits of one client"))
            for worker in server.workers { kill(worker, SIGKILL) }
            #expect(try server.get("/counter").status == 200)
            server.send(SIGTERM)
            #expect(server.status() == 0)
            #expect(!exists)
        }
    }

    @Test func `Without a supervisor the file goes at the end, too, and the log warns if no proxy is trusted`()
        async throws
    {
        try await offThePool {
            let server = try start(["ELMWOOD_SUPERVISOR": "off"])
            server.send(SIGTERM)
            #expect(server.status() == 0)
            #expect(!exists)
            #expect(server.output().contains("All visitors have the limits of one client"))
        }
    }

    @Test func `After a kill the next start replaces the file that was left`() async throws {
        try await offThePool {
            let killed = try start()
            killed.send(SIGKILL)
            _ = killed.status()
            while (try? HTTPConnection(path: path)) != nil { waitBriefly() }
            #expect(exists)
            let next = try start()
            #expect(try next.get("/counter").status == 200)
            next.send(SIGTERM)
            #expect(next.status() == 0)
        }
    }

    @Test func `A second site at the same path ends with a sentence, and the first continues`() async throws {
        try await offThePool {
            let first = try start()
            let second = try SupervisedProcess(["HOST": "unix:" + path])
            #expect(second.status() == 1)
            #expect(second.output().contains("The server cannot listen at \(path): another one does."))
            #expect(try first.get("/counter").status == 200)
        }
    }

    @Test func `The health check finds it there`() async throws {
        try await offThePool {
            let server = try start()
            let check = ["HOST": "unix:" + path, "ELMWOOD_SUPERVISOR": "off"]
            #expect(try SupervisedProcess(check, arguments: ["health"]).status() == 0)
            server.send(SIGTERM)
            _ = server.status()
            #expect(try SupervisedProcess(check, arguments: ["health"]).status() == 1)
        }
    }

    @Test(arguments: ["on", "off"])
    func `A socket of the service manager is served at, and its file stays`(supervisor: String) async throws {
        try await offThePool {
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let isBound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            try #require(isBound && listen(listener, 100) == 0)
            defer {
                close(listener)
                unlink(path)
            }
            // This client waits until the process has started.
            let early = try HTTPConnection(path: path)
            try early.send("GET /counter HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let server = try SupervisedProcess(["ELMWOOD_SUPERVISOR": supervisor], listener: listener)
            #expect(try early.readReply().status == 200)
            #expect(server.outputSoFar.contains("event=\"serving at unix:\(path)\""))
            if supervisor == "on" {
                for _ in 0..<2 {
                    let former = server.workers
                    server.send(SIGHUP)
                    var isReplaced = false
                    while !isReplaced {
                        let connection = try HTTPConnection(path: path)
                        try connection.send("GET /counter HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                        #expect(try connection.readReply().status == 200)
                        let workers = server.workers
                        isReplaced = workers.count == 1 && workers != former
                    }
                }
            }
            server.send(SIGTERM)
            #expect(server.status() == 0)
            #expect(exists)
        }
    }
}
