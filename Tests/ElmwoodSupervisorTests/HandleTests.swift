import Glibc
import ElmwoodTestSupport
import Testing

/// A server whose data folder is read-only, or that has no file handles left.
@Suite struct HandleTests {
    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `In a read-only folder a server does not start, says why, and loses nothing`() async throws {
        try await offThePool {
            let disk = try SmallDisk(bytes: 8_000_000)
            func start() throws -> SupervisedProcess {
                try SupervisedProcess(
                    ["ELMWOOD_DATA": disk.path, "ELMWOOD_SESSIONS": "sqlite", "ELMWOOD_LOG": "warning"],
                    product: "ElmwoodRecordServer"
                )
            }
            let former = try start()
            try former.awaitAnswer(at: "/")
            let client = PlainClient(port: former.port)
            client.enter()
            for _ in 0..<5 { #expect(client.addNext()) }
            former.send(SIGTERM)
            #expect(former.status() == 0)
            try disk.setReadOnly(true)
            let refused = try start()
            #expect(refused.status() == 1)
            let sentence = "The folder \(disk.path) is not writable: set ELMWOOD_DATA to another folder."
            #expect(refused.output().contains("level=error event=\"\(sentence)\"\n"))
            try disk.setReadOnly(false)
            let next = try start()
            try next.awaitAnswer(at: "/")
            let again = PlainClient(port: next.port)
            _ = again.change(to: client.change())
            #expect(again.recorded().count == 5)
            #expect(again.verify().isEmpty)
        }
    }

    /// Sets how many file handles a process may have, by a program of util-linux.
    private func limitHandles(of process: Int32, to limit: Int) throws {
        let words = ["prlimit", "--pid", "\(process)", "--nofile=\(limit):"]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for word in arguments { free(word) } }
        var child = pid_t()
        var status: Int32 = 0
        guard posix_spawnp(&child, "prlimit", nil, nil, &arguments, nil) == 0, waitpid(child, &status, 0) == child,
            status == 0
        else { throw SupervisedProcess.NotStarted() }
    }

    /// Returns how many file handles a process has.
    private func handles(of process: Int32) -> Int {
        guard let folder = opendir("/proc/\(process)/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Two of the names are the folder itself and the one above.
        return count - 2
    }

    @Test func `Without free file handles open connections are served and stored, and others once handles are free`()
        async throws
    {
        try await offThePool {
            let server = try SupervisedProcess.recordServer()
            let worker = try #require(server.workers.first)
            let client = PlainClient(port: server.port)
            client.enter()
            for _ in 0..<10 { #expect(client.addNext()) }
            try limitHandles(of: worker, to: handles(of: worker))
            for _ in 0..<50 { #expect(client.addNext()) }
            #expect(client.recorded().count == 60)
            try limitHandles(of: worker, to: 1_000)
            let other = PlainClient(port: server.port)
            other.enter()
            #expect(other.addNext())
            // What was acknowledged is loaded from the store by another process.
            server.killWorker()
            #expect(client.verify().isEmpty)
            #expect(other.verify().isEmpty)
        }
    }
}
