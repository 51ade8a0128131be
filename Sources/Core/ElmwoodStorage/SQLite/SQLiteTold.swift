import Dispatch
import Glibc
import Synchronization

/// What processes that use one file tell each other. Nothing is written while there is only one.
enum SQLiteTold {
    static let creation = """
        CREATE TABLE IF NOT EXISTS processes (name INTEGER PRIMARY KEY, process INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS told (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name INTEGER NOT NULL, topic TEXT NOT NULL, body BLOB NOT NULL
        )
        """

    /// The time between two looks at whether there is another process, and between two at what it tells.
    static let lookInterval: DispatchTimeInterval = .milliseconds(200)
    static let hearInterval: DispatchTimeInterval = .milliseconds(20)
}

/// Writes what a process tells the others, for a ``SQLiteSessionWriter``.
struct SQLiteTeller {
    private let entering: SQLiteStatement
    private let leaving: SQLiteStatement
    private let listing: SQLiteStatement
    private let telling: SQLiteStatement
    private let forgetting: SQLiteStatement
    private let counting: SQLiteStatement
    /// A random name of this process.
    let name: Int64
    /// The count of other connections' commits when this process looked for others last, and whether it has found some.
    private var lastLook: (commits: Int64, hasOthers: Bool)?

    init(_ connection: SQLiteConnection, name: Int64) throws(StorageError) {
        func prepare(_ sql: String) throws(StorageError) -> SQLiteStatement {
            try connection.prepare(sql, or: "Another process could not be told")
        }
        self.name = name
        entering = try prepare("INSERT OR REPLACE INTO processes (name, process) VALUES (?1, ?2)")
        leaving = try prepare("DELETE FROM processes WHERE name = ?1")
        listing = try prepare("SELECT name, process FROM processes WHERE name <> ?1")
        telling = try prepare("INSERT INTO told (name, topic, body) VALUES (?1, ?2, ?3)")
        forgetting = try prepare("DELETE FROM told WHERE number <= (SELECT max(number) FROM told) - ?1")
        counting = try prepare("PRAGMA data_version")
    }

    /// How many messages are retained: more than are told between two looks.
    private static let most: Int64 = 10_000

    /// Enters this process. Those that have ended without leaving are removed.
    mutating func enter() throws {
        for (other, process) in try listing.all(.integer(name), read: { ($0.integer(0), $0.integer(1)) })
        where kill(pid_t(truncatingIfNeeded: process), 0) != 0 && errno == ESRCH {
            _ = try leaving.run(.integer(other))
        }
        _ = try entering.run(.integer(name), .integer(Int64(getpid())))
        lastLook = nil
    }

    func leave() throws { _ = try leaving.run(.integer(name)) }

    /// Tells the other processes, if there are any. Returns whether there are.
    mutating func tell(_ topic: String, _ body: [UInt8]) throws -> Bool {
        // The others' commits change this number, and an entry is one of them.
        let commits = try counting.first { $0.integer(0) } ?? 0
        if lastLook?.commits != commits {
            lastLook = (commits, try listing.first(.integer(name), read: { _ in }) != nil)
        }
        guard lastLook?.hasOthers ?? false else { return false }
        _ = try telling.run(.integer(name), .text(topic), .bytes(body))
        _ = try forgetting.run(.integer(Self.most))
        return true
    }
}

/// Reads what the other processes tell, with a connection of its own.
// `@unchecked Sendable`: the statements are SQLite's pointers, which Swift cannot check. From the start of the timer on, they and the state
// are used on `queue` alone.
final class SQLiteHearer: @unchecked Sendable {
    private let queue = DispatchQueue(label: "elmwood.sessions.hearing")
    private let timer: any DispatchSourceTimer
    private let reading: SQLiteStatement
    private let finding: SQLiteStatement
    private let counting: SQLiteStatement
    private let name: Int64
    private let receive: @Sendable (String, [UInt8]) -> Void
    /// Whether there is another process.
    let hasOthers = Atomic(false)
    private var last: Int64
    private var commits: Int64 = -1
    private var isQuick = false

    init(
        _ connection: SQLiteConnection,
        name: Int64,
        _ receive: @escaping @Sendable (String, [UInt8]) -> Void
    ) throws {
        func prepare(_ sql: String) throws(StorageError) -> SQLiteStatement {
            try connection.prepare(sql, or: "What another process tells could not be read")
        }
        reading = try prepare("SELECT number, name, topic, body FROM told WHERE number > ?1 ORDER BY number")
        finding = try prepare("SELECT 1 FROM processes WHERE name <> ?1")
        counting = try prepare("PRAGMA data_version")
        last = try prepare("SELECT coalesce(max(number), 0) FROM told").first { $0.integer(0) } ?? 0
        (self.name, self.receive) = (name, receive)
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: SQLiteTold.lookInterval, leeway: .milliseconds(100))
        timer.setEventHandler { [weak self] in self?.look() }
        timer.resume()
    }

    deinit { timer.cancel() }

    private func look() {
        // A file that cannot be read now is read at the next look.
        guard let commits = try? counting.first(read: { $0.integer(0) }), commits != self.commits else { return }
        self.commits = commits
        let hasOthers = ((try? finding.first(.integer(name), read: { _ in })) ?? nil) != nil
        self.hasOthers.store(hasOthers, ordering: .relaxed)
        if hasOthers != isQuick {
            isQuick = hasOthers
            let interval = hasOthers ? SQLiteTold.hearInterval : SQLiteTold.lookInterval
            timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(5))
        }
        let told =
            (try? reading.all(.integer(last)) { row in
                (row.integer(0), row.integer(1), row.textOrNull(2) ?? "", row.bytes(3))
            }) ?? []
        for (number, other, topic, body) in told {
            last = max(last, number)
            if other != name { receive(topic, body) }
        }
    }
}

extension SQLiteSessionStore: TellingSessionStore {
    package func hear(_ receive: @escaping @Sendable (_ topic: String, _ body: [UInt8]) -> Void) {
        // A store that cannot do that is the site's all the same.
        try? writing.sync { try writer.teller.enter() }
        guard let connection = try? openForReading(),
            let made = try? SQLiteHearer(connection, name: writer.teller.name, receive)
        else { return }
        hearer.withLock { $0 = made }
    }

    package var isAlone: Bool { !(hearer.withLock { $0 }?.hasOthers.load(ordering: .relaxed) ?? false) }

    package func leave() async {
        hearer.withLock { $0 = nil }
        try? await writing.run { [writer] in try writer.teller.leave() }
    }
}
