import Glibc

/// A PostgreSQL server in a folder of its own, which is reached by a socket there.
///
/// A commit is on the disk before it is confirmed: `fsync` and `synchronous_commit` are on. All other settings are the server's own.
final class PostgreSQLServer {
    private let programs: String
    private let folder: TemporaryFolder
    private let child: ChildProcess
    /// Where `psql` writes: the server's folder belongs to its user.
    private let results: TemporaryFolder

    /// Returns the folder of the server's programs, which Debian has outside of the path; nil if there is none.
    static func findPrograms() -> String? {
        let versions = ((try? fileNames(in: "/usr/lib/postgresql")) ?? []).compactMap { Int($0) }
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders =
            versions.sorted(by: >).map { "/usr/lib/postgresql/\($0)/bin" } + path.split(separator: ":").map(String.init)
        return folders.first { access($0 + "/initdb", X_OK) == 0 }
    }

    /// Makes a database, starts the server, and waits until it can be connected to.
    ///
    /// - Parameter programs: the folder of its programs.
    init(programs: String) throws {
        let folder = try TemporaryFolder()
        self.programs = programs
        self.folder = folder
        results = try TemporaryFolder()
        if getuid() == 0 { try Self.run("chown", ["postgres", folder.path]) }
        let data = folder.path + "/data"
        try Self.run(
            "setpriv",
            Self.asServer + [
                programs + "/initdb", "-D", data, "-U", "elmwood", "-A", "trust", "-E", "UTF8", "--no-locale", "-N",
            ]
        )
        // It ends if this process is killed.
        child = try ChildProcess(
            "setpriv",
            Self.asServer + [
                "--pdeathsig=INT", programs + "/postgres", "-D", data, "-k", folder.path, "-c", "listen_addresses=",
                "-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "log_min_messages=panic",
            ],
            isQuiet: true
        )
        let begin = WallClock.now
        while try !ChildProcess(
            programs + "/pg_isready",
            ["-q", "-h", folder.path, "-U", "elmwood", "-d", "postgres"],
            isQuiet: true
        ).wait() {
            guard !child.hasEnded(), WallClock.now - begin < 30_000_000_000 else {
                throw BenchmarkFailure("PostgreSQL does not start.")
            }
            usleep(50_000)
        }
    }

    /// Makes a database of that name.
    func createDatabase(_ name: String) throws { try query("CREATE DATABASE \(name)") }

    /// Returns the address of a database, as nodes take it.
    func address(of database: String) -> String { "postgresql://elmwood@/\(database)?host=\(folder.path)" }

    /// Returns the CPU time that all processes of the server have used, user and system.
    func cpuNanoseconds() throws -> Int { try child.familyCPUNanoseconds() }

    /// Returns how many commits the nodes that share a database have made.
    func commits(in database: String) throws -> Int {
        // Each has a row there.
        guard let number = Int(try query("SELECT last_value FROM elmwood_told_n_seq", in: database)) else {
            throw BenchmarkFailure("PostgreSQL does not count the commits.")
        }
        return number
    }

    @discardableResult
    private func query(_ statement: String, in database: String = "postgres") throws -> String {
        let result = results.path + "/result"
        try Self.run(
            programs + "/psql",
            ["-qXAt", "-h", folder.path, "-U", "elmwood", "-d", database, "-o", result, "-c", statement]
        )
        return String(String(decoding: try readFile(result), as: UTF8.self).prefix { !$0.isNewline })
    }

    /// The server refuses to run as root.
    private static var asServer: [String] {
        getuid() == 0 ? ["--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        guard try ChildProcess(program, arguments, isQuiet: true).wait() else {
            throw BenchmarkFailure("\(program) \(arguments.joined(separator: " ")) failed.")
        }
    }

    deinit {
        // The fast way: SIGTERM would wait until all nodes have disconnected.
        kill(child.identifier, SIGINT)
        _ = child.wait()
    }
}
