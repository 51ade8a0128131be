import ElmwoodPostgreSQL
import ElmwoodSQLBehavior
import ElmwoodTestSupport
import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server in a folder of its own, which is reached by a socket there. It ends, and the folder with it, when this is
/// released, or when the process of the tests ends.
package final class PostgreSQLServer: Sendable {
    package let folder: String
    /// Whether a commit waits for the disk, so that it outlives a crash of the machine.
    private let waitsForDisk: Bool
    private let keeper: Mutex<Keeper>

    private struct Keeper {
        var process: Process?
        /// While it is open, the server runs.
        var input: Pipe?
    }

    /// The folder of the server's programs: Debian has them outside of the path.
    package static let programs: String? = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let folders = versions.compactMap(Int.init).sorted(by: >).map { "/usr/lib/postgresql/\($0)/bin" }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + path).first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    /// Why tests that need one are skipped.
    package static let reason = "There is no PostgreSQL server here: ./dev test --all installs it."

    package struct StartError: Error, CustomStringConvertible {
        package let description: String
    }

    /// The server that tests share which do not stop it.
    package static let shared = Task { try await offThePool { try PostgreSQLServer() } }

    /// Starts a server.
    package init(waitingForDisk waitsForDisk: Bool = false) throws {
        self.waitsForDisk = waitsForDisk
        folder = try Self.makeFolder()
        keeper = Mutex(Keeper())
        let options = ["-D", folder + "/data", "-U", "elmwood", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]
        try Self.run(Self.program("initdb"), options, asServer: true)
        try start()
    }

    /// Starts a standby of another server, whose commits wait for it from then on.
    package init(standbyOf primary: PostgreSQLServer) throws {
        waitsForDisk = primary.waitsForDisk
        folder = try Self.makeFolder()
        keeper = Mutex(Keeper())
        let options = ["-h", primary.folder, "-U", "elmwood", "-D", folder + "/data", "-R", "-c", "fast"]
        try Self.run(Self.program("pg_basebackup"), options, asServer: true)
        try start()
        try primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try primary.execute("SELECT pg_reload_conf()")
        for _ in 0..<600 {
            // It fails while there is none.
            let isThere = "SELECT 1 / count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            if (try? primary.execute(isThere)) != nil { return }
            usleep(50_000)
        }
        throw StartError(description: "The standby is not synchronous.")
    }

    /// Makes a standby the primary: it takes writes from then on.
    package func promote() throws { try execute("SELECT pg_promote()") }

    private func execute(_ sql: String) throws {
        let options = ["-h", folder, "-U", "elmwood", "-d", "postgres", "-v", "ON_ERROR_STOP=1", "-q", "-c", sql]
        try Self.run(Self.program("psql"), options)
    }

    private static func makeFolder() throws -> String {
        var template = Array("/tmp/elmwood-postgresql-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw StartError(description: "no folder") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if getuid() == 0 { try run("/usr/bin/chown", ["postgres", folder]) }
        return folder
    }

    private static func program(_ name: String) -> String { programs.map { $0 + "/" + name } ?? name }

    /// Starts the server. A shell ends it when its input does, as it does at the end of the tests, however they end.
    package func start() throws {
        let server = Self.asServer((Self.programs ?? "") + "/postgres")
        let options = [
            "-D", folder + "/data", "-k", folder, "-c", "listen_addresses=", "-c", "max_connections=900", "-c",
            waitsForDisk ? "fsync=on" : "fsync=off", "-c", "unix_socket_permissions=0777",
        ]
        let script = """
            folder=$1; shift
            "$@" >"$folder/log" 2>&1 &
            server=$!
            trap '' HUP INT TERM
            read -r how || how=QUIT
            kill -"$how" "$server"
            wait "$server"
            if [ "$how" = QUIT ] && [ ! -e "$folder/kept" ]; then rm -rf "$folder"; fi
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, "sh", folder] + server + options
        let input = Pipe()
        process.standardInput = input
        // Its end of the pipe is this process's alone.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        // A thread of Dispatch blocks signals, which the shell would inherit: it could not wait for the server.
        var (none, former) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try process.run()
        keeper.withLock { $0 = Keeper(process: process, input: input) }
        let ready = (Self.programs ?? "") + "/pg_isready"
        for _ in 0..<600 {
            if (try? Self.run(ready, ["-q", "-h", folder, "-U", "elmwood", "-d", "postgres"])) != nil { return }
            usleep(50_000)
        }
        throw StartError(description: (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "no log")
    }

    /// Ends the server as a crash does (`QUIT`), or after its connections were closed (`INT`), and waits for that.
    package func stop(_ signal: String) throws {
        try Data().write(to: URL(fileURLWithPath: folder + "/kept"))
        let process = keeper.withLock { keeper in
            keeper.input?.fileHandleForWriting.write(Data((signal + "\n").utf8))
            return keeper.process
        }
        process?.waitUntilExit()
        try FileManager.default.removeItem(atPath: folder + "/kept")
    }

    deinit {
        let process = keeper.withLock { keeper in
            try? keeper.input?.fileHandleForWriting.close()
            return keeper.process
        }
        process?.waitUntilExit()
    }

    /// The address of the server, with a schema that tables are created in.
    package func address(schema: String = "public") -> String {
        "postgresql://elmwood@/postgres?host=\(folder)&options=-csearch_path%3D\(schema)"
    }

    /// Returns a database that is empty: a new schema of the server.
    package func makeDatabase(limits: DatabaseLimits = .patient) async throws -> Database {
        Database(.postgresql(try await makeSchema()), limits: limits)
    }

    /// Returns the address of a new schema of the server.
    package func makeSchema() async throws -> String {
        let schema = "test_" + UUID().uuidString.lowercased().filter { $0 != "-" }
        let administration = Database(.postgresql(address()), limits: .patient)
        try await administration.execute("CREATE SCHEMA \(identifier: schema)")
        await administration.close()
        return address(schema: schema)
    }

    /// The server refuses to run as root.
    private static func asServer(_ program: String) -> [String] {
        guard getuid() == 0 else { return [program] }
        return ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", program]
    }

    private static func run(_ program: String, _ arguments: [String], asServer: Bool = false) throws {
        let command = (asServer ? Self.asServer(program) : [program]) + arguments
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw StartError(description: "\(command): \(String(decoding: text, as: UTF8.self))")
        }
    }
}
