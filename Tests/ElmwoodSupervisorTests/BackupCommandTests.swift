import ElmwoodHTTPClient
import ElmwoodTestSupport
import Glibc
import Synchronization
import Testing

/// Backup and restore by the commands of a site's executable, while the site runs and is written to.
@Suite(.serialized)
struct BackupCommandTests {
    /// A visitor who increments a counter of their own without pause, on a thread of its own.
    private final class Counting: Sendable {
        private struct State {
            var cookie = ""
            var acknowledged = 0
            var problem: String?
        }

        private let state = Mutex(State())
        private let isOver = Atomic(false)

        var acknowledged: Int { state.withLock { $0.acknowledged } }
        var problem: String? { state.withLock { $0.problem } }
        var cookie: String { state.withLock { $0.cookie } }

        init(_ site: SupervisedProcess) {
            onThread { [self, port = site.port] in
                do {
                    let connection = try HTTPConnection(port: port)
                    while !isOver.load(ordering: .relaxed) { try increment(connection) }
                } catch {
                    state.withLock { $0.problem = "\(error)" }
                }
            }
        }

        private func increment(_ connection: HTTPConnection) throws {
            let body = "message=increment"
            try connection.send(
                "POST /counter HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n\r\n\(body)"
            )
            let reply = try connection.readReply()
            guard reply.status == 200 else { throw HTTPConnectionError("a post was answered with \(reply.status)") }
            let cookies = reply.headers.filter { $0.name.lowercased() == "set-cookie" }
                .compactMap { $0.value.split(separator: ";").first.map(String.init) }
            state.withLock { state in
                state.acknowledged += 1
                if !cookies.isEmpty { state.cookie = cookies.joined(separator: "; ") }
            }
        }

        func stop() { isOver.store(true, ordering: .relaxed) }

        /// Returns the count that a site shows to this visitor.
        func count(at site: SupervisedProcess) throws -> Int? {
            let connection = try site.connect()
            try connection.send("GET /counter HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\n\r\n")
            let text = try connection.readReply().text
            return text.firstMatch(of: /<output id="count"[^>]*>(.*?)<\/output>/).flatMap { Int($0.1) }
        }
    }

    /// Runs a command of the site's executable with a data folder. Returns its exit status and what it says.
    private func run(_ command: String, _ backup: String, data: String) throws -> (status: Int32, errors: String) {
        let process = try SupervisedProcess(["ELMWOOD_DATA": data], arguments: [command, backup])
        return (process.status(), process.output())
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/elmwood-backup-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { system("rm -rf \(path)") }
        try body(path)
    }

    private static let settings = ["ELMWOOD_SESSIONS": "sqlite"]

    @Test func `A backup of a site under writes has all that was acknowledged before, and nobody waits for it`()
        async throws
    {
        try await offThePool {
            try withFolder { folder in
                let site = try SupervisedProcess(Self.settings)
                try site.awaitAnswer()
                let visitors = (0..<6).map { _ in Counting(site) }
                for (round, backup) in ["\(folder)/first", "\(folder)/second"].enumerated() {
                    while visitors.contains(where: { $0.acknowledged < 50 * (round + 1) }) { waitBriefly() }
                    let before = visitors.map(\.acknowledged)
                    #expect(try run("backup", backup, data: site.dataFolder).status == 0)
                    let after = visitors.map(\.acknowledged)
                    // They continue.
                    while zip(visitors, after).contains(where: { $0.acknowledged <= $1 && $0.problem == nil }) {
                        waitBriefly()
                    }
                    let data = "\(folder)/data-\(round)"
                    #expect(try run("restore", backup, data: data).status == 0)
                    let restored = try SupervisedProcess(Self.settings.merging(["ELMWOOD_DATA": data]) { $1 })
                    try restored.awaitAnswer()
                    for (visitor, bounds) in zip(visitors, zip(before, after)) {
                        let count = try #require(try visitor.count(at: restored))
                        // One more may have been stored and not yet acknowledged.
                        #expect(count >= bounds.0 && count <= bounds.1 + 1)
                    }
                }
                for visitor in visitors {
                    visitor.stop()
                    #expect(visitor.problem == nil)
                }
            }
        }
    }

    @Test func `Nothing is restored while the site runs, also between two workers`() async throws {
        try await offThePool {
            try withFolder { folder in
                let site = try SupervisedProcess(Self.settings)
                try site.awaitAnswer()
                let visitor = Counting(site)
                while visitor.acknowledged < 5 { waitBriefly() }
                #expect(try run("backup", folder + "/backup", data: site.dataFolder).status == 0)
                for isKilled in [false, true] {
                    if isKilled {
                        visitor.stop()
                        for worker in site.workers { kill(worker, SIGKILL) }
                    }
                    let (status, errors) = try run("restore", folder + "/backup", data: site.dataFolder)
                    #expect(status == 1)
                    #expect(errors.contains("A site is running with \(site.dataFolder): stop it first."))
                }
                #expect(access(site.dataFolder + "/before-restore-1", F_OK) != 0)
                // The last one may not have been acknowledged.
                #expect(try #require(try visitor.count(at: site)) >= visitor.acknowledged)
            }
        }
    }

    @Test func `After its end a site returns to a backup, and what it had is kept`() async throws {
        try await offThePool {
            try withFolder { folder in
                let settings = Self.settings.merging(["ELMWOOD_DATA": folder + "/data"]) { $1 }
                let site = try SupervisedProcess(settings)
                try site.awaitAnswer()
                let visitor = Counting(site)
                while visitor.acknowledged < 5 { waitBriefly() }
                #expect(try run("backup", folder + "/backup", data: folder + "/data").status == 0)
                let former = visitor.acknowledged
                while visitor.acknowledged < former + 20 { waitBriefly() }
                visitor.stop()
                let last = try #require(try visitor.count(at: site))
                site.send(SIGTERM)
                #expect(site.status() == 0)
                #expect(try run("restore", folder + "/backup", data: folder + "/data").status == 0)
                let restored = try SupervisedProcess(settings)
                try restored.awaitAnswer()
                let count = try #require(try visitor.count(at: restored))
                #expect(count >= 5 && count < last)
                restored.send(SIGTERM)
                #expect(restored.status() == 0)
                let kept = try SupervisedProcess(
                    Self.settings.merging(["ELMWOOD_DATA": folder + "/data/before-restore-1"]) { $1 }
                )
                try kept.awaitAnswer()
                #expect(try #require(try visitor.count(at: kept)) >= last)
            }
        }
    }
}
