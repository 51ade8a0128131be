import ElmwoodTestSupport
import Glibc
import Synchronization
import Testing

@testable import Elmwood
@testable import ElmwoodExamplePrograms

/// A site whose data folder is full or damaged.
@Suite struct DiskTests {
    /// The lines of a site's log.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        var log: Log { Log(level: .warning) { _, line in self.lines.withLock { $0.append(line) } } }
    }

    private func start(in folder: String, _ lines: Lines = Lines()) throws -> TestSite {
        var site = Site()
        site.mount(Counter(), at: "/")
        return try TestSite(site, over: .socket, log: lines.log) {
            $0.data = folder
            $0.sessions = .sqlite
        }
    }

    private func count(_ visitor: Visitor) -> String? {
        visitor.text.firstMatch(of: /<output id="count"[^>]*>(.*?)<\/output>/).map { String($0.1) }
    }

    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `On a full disk pages are shown, posts are refused with 503, and it recovers by itself`() async throws {
        let disk = try SmallDisk(bytes: 4_000_000)
        let lines = Lines()
        let visitor = Visitor(try start(in: disk.path + "/data", lines))
        try await visitor.post("/", "message=increment")
        #expect(count(visitor) == "1")
        let begin = ContinuousClock.now
        var refused = 0
        var attempts = 0
        while refused < 300, attempts < 2_000 {
            attempts += 1
            // As long as anything fits, posts are accepted.
            try disk.fill()
            let reply = try await visitor.post("/", "message=increment")
            if reply.status == 200 { continue }
            #expect(reply.status == 503)
            #expect(reply["Retry-After"] == "1")
            refused += 1
        }
        #expect(refused == 300)
        try await visitor.get("/")
        #expect(visitor.reply.status == 200)
        let other = Visitor(visitor.site)
        try await other.get("/")
        #expect(count(other) == "0")
        #expect(try await other.post("/", "message=increment").status == 503)
        // There are at most ten lines of each of two kinds in a second of the clock, whatever the number of refusals.
        let seconds = Int(begin.duration(to: .now).components.seconds)
        #expect(!lines.all.isEmpty && lines.all.count <= 20 * (seconds + 2))
        #expect(
            lines.all.allSatisfy {
                $0 == "refused" || $0.contains("could not be stored or loaded") && $0.contains("full")
            }
        )
        disk.makeRoom()
        try await eventually("it recovers") { try await visitor.post("/", "message=increment").status == 200 }
        let shown = count(visitor)
        // Another process has everything that was acknowledged.
        let next = Visitor(try start(in: disk.path + "/data"))
        next.cookie = visitor.cookie
        try await next.get("/")
        #expect(count(next) == shown)
    }

    @Test func `A damaged store is kept under another name, which the log says, and the site starts anew`() async throws
    {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        for name in ["sessions.sqlite", "storage.sqlite"] {
            let file = open("\(folder)/\(name)", O_WRONLY | O_CREAT, 0o600)
            let bytes = [UInt8](repeating: 0x41, count: 10_000)
            #expect(write(file, bytes, bytes.count) == bytes.count)
            close(file)
        }
        let lines = Lines()
        let visitor = Visitor(try start(in: folder, lines))
        try await visitor.post("/", "message=increment")
        #expect(count(visitor) == "1")
        for name in ["sessions.sqlite", "storage.sqlite"] {
            let aside = "\(folder)/\(name).damaged-1"
            var status = stat()
            #expect(stat(aside, &status) == 0 && status.st_size == 10_000)
            let sentence =
                "The store \(folder)/\(name) cannot be used: file is not a database. "
                + "It is kept as \(aside), and a new store begins."
            #expect(lines.all.contains(sentence))
        }
        // The new files are not set aside.
        let next = Lines()
        _ = try start(in: folder, next)
        #expect(next.all.isEmpty)
    }
}
