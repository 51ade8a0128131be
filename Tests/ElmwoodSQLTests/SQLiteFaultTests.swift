import ElmwoodSQL
import ElmwoodSQLBehavior
import ElmwoodTestSupport
import Foundation
import Testing

/// Disks that are full or read-only, files that are locked or damaged.
@Suite struct SQLiteFaultTests {
    private let file = TemporaryFile()

    private func impatient(_ source: DatabaseSource) -> Database {
        var limits = DatabaseLimits.patient
        limits.lockWait = .milliseconds(50)
        return Database(source, limits: limits)
    }

    @Test func `A file that another process has locked is busy, can be read, and is written again afterwards`()
        async throws
    {
        let database = impatient(.sqlite(file.path))
        try await database.execute("CREATE TABLE t (id INTEGER)")
        let lock = try FileLock(file.path)
        await expectError(.busy) { try await database.execute("INSERT INTO t VALUES (1)") }
        await expectError(.busy) { try await database.transaction { try await $0.execute("INSERT INTO t VALUES (1)") } }
        #expect(try await database.value("SELECT count(*) FROM t", as: Int.self) == 0)
        lock.release()
        try await database.execute("INSERT INTO t VALUES (1)")
        #expect(try await database.value("SELECT count(*) FROM t", as: Int.self) == 1)
    }

    @Test func `A statement waits for a lock, and a task that is cancelled does not`() async throws {
        var limits = DatabaseLimits.patient
        limits.lockWait = .seconds(600)
        limits.statement = nil
        let database = Database(.sqlite(file.path), limits: limits)
        try await database.execute("CREATE TABLE t (id INTEGER)")
        let lock = try FileLock(file.path)
        let cancelled = Task { try await database.execute("INSERT INTO t VALUES (1)") }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        await expectError(.timeout) {
            try await database.execute("INSERT INTO t VALUES (2)", timeLimit: .milliseconds(20))
        }
        let waiting = Task { try await database.transaction { try await $0.execute("INSERT INTO t VALUES (3)") } }
        lock.release()
        _ = try await waiting.value
        #expect(try await database.values("SELECT id FROM t", as: Int.self) == [3])
    }

    @Test func `A transaction is tried again once the lock is free`() async throws {
        let database = impatient(.sqlite(file.path))
        try await database.execute("CREATE TABLE t (id INTEGER)")
        let other = impatient(.sqlite(file.path))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 0..<20 {
                let own = id % 2 == 0 ? database : other
                group.addTask {
                    _ = try await own.transaction { try await $0.execute("INSERT INTO t VALUES (\(id))") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.value("SELECT count(*) FROM t", as: Int.self) == 20)
    }

    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `On a full disk a write is an error of its kind, reading works, and writing once there is room`() async throws
    {
        let disk = try SmallDisk(bytes: 4_000_000)
        let database = Database(.sqlite(disk.path + "/full.sqlite"), limits: .patient)
        try await database.execute("CREATE TABLE t (bytes BLOB)")
        let bytes = [UInt8](repeating: 7, count: 50_000)
        try await database.execute("INSERT INTO t VALUES (\(bytes))")
        try disk.fill()
        let error = await expectError(.full) {
            for _ in 0..<100 {
                try await database.transaction { try await $0.execute("INSERT INTO t VALUES (\(bytes))") }
            }
        }
        #expect(error?.code == "SQLITE_FULL")
        let count = try #require(try await database.value("SELECT count(*) FROM t", as: Int.self))
        disk.makeRoom()
        try await database.execute("INSERT INTO t VALUES (\(bytes))")
        #expect(try await database.value("SELECT count(*) FROM t", as: Int.self) == count + 1)
        await database.close()
    }

    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `A file on a read-only disk can be read, and writing is an error of its kind`() async throws {
        let disk = try SmallDisk(bytes: 4_000_000)
        let path = disk.path + "/read.sqlite"
        let database = Database(.sqlite(path), limits: .patient)
        try await database.execute("CREATE TABLE t (id INTEGER)")
        try await database.execute("INSERT INTO t VALUES (1)")
        await database.close()
        await eventually("the log has been removed") { !FileManager.default.fileExists(atPath: path + "-wal") }
        // Without a log the file can be opened where nothing can be created.
        let plain = try FileLock.plainFile(path)
        #expect(plain == "delete")
        try disk.setReadOnly(true)
        let reading = Database(.sqlite(path), limits: .patient)
        #expect(try await reading.value("SELECT count(*) FROM t", as: Int.self) == 1)
        await expectError(.readOnly) { try await reading.execute("INSERT INTO t VALUES (2)") }
        await reading.close()
        try disk.setReadOnly(false)
    }

    @Test func `A damaged file is an error of its kind`() async throws {
        do {
            let database = Database(.sqlite(file.path), limits: .patient)
            try await database.execute("CREATE TABLE t (bytes BLOB)")
            for _ in 0..<20 {
                try await database.execute("INSERT INTO t VALUES (\([UInt8](repeating: 1, count: 3_000)))")
            }
            await database.close()
        }
        await eventually("the log has been copied") { !FileManager.default.fileExists(atPath: file.path + "-wal") }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
        for page in stride(from: 4_096, to: bytes.count, by: 4_096) {
            bytes.replaceSubrange(page..<(page + 100), with: Data(repeating: 0xFF, count: 100))
        }
        try bytes.write(to: URL(fileURLWithPath: file.path))
        let damaged = Database(.sqlite(file.path), limits: .patient)
        await expectError(.corrupt) { try await damaged.rows("SELECT bytes FROM t", as: [UInt8].self) }
        try Data("This is no database, but a text.".utf8).write(to: URL(fileURLWithPath: file.path))
        let text = Database(.sqlite(file.path), limits: .patient)
        await expectError(.corrupt) { try await text.rows("SELECT 1", as: Int.self) }
    }
}
