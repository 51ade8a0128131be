import Foundation
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodTesting
import Synchronization
import Testing

/// What every store of values has to do, in memory and in a file.
@Suite struct StorageTests {
    enum Kind: CaseIterable, Sendable {
        case memory, sqlite

        func make(limits: StorageLimits) throws -> any Storage {
            switch self {
            case .memory:
                return MemoryStorage(limits: limits)
            case .sqlite:
                // The files are removed at once, because an open file does not need its name.
                let file = TemporaryFile()
                return try withExtendedLifetime(file) { try SQLiteStorage(path: file.path, limits: limits) }
            }
        }
    }

    @Test(arguments: Kind.allCases, StorageBehavior.all)
    func `A store of values`(kind: Kind, behavior: StorageBehavior) async throws {
        try await behavior.check { try kind.make(limits: $0) }
    }
}

/// Counts the tasks that have begun.
private final class Count: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

@Suite struct SQLiteStorageTests {
    @Test func `Saved values are available when the file is opened again`() async throws {
        let file = TemporaryFile()
        let visitor = StorageOwner.visitor(VisitorID())
        try await SQLiteStorage(path: file.path).save([1, 2], as: "a", of: visitor)
        #expect(try await SQLiteStorage(path: file.path).load("a", of: visitor) == [1, 2])
    }

    @Test func `Two stores of one file share their values`() async throws {
        let file = TemporaryFile()
        let (one, other) = (try SQLiteStorage(path: file.path), try SQLiteStorage(path: file.path))
        try await one.save([1], as: "a", of: .shared)
        #expect(try await other.load("a", of: .shared) == [1])
        try await other.save([2], as: "a", of: .shared)
        #expect(try await one.load("a", of: .shared) == [2])
    }

    @Test func `A visitor's values that were unused for long are removed when the file is opened`() async throws {
        let file = TemporaryFile()
        let visitor = StorageOwner.visitor(VisitorID())
        for owner in [visitor, .shared] { try await SQLiteStorage(path: file.path).save([1], as: "a", of: owner) }
        var limits = StorageLimits()
        limits.days = 0
        // Used today.
        #expect(try await SQLiteStorage(path: file.path, limits: limits).load("a", of: visitor) == [1])
        limits.days = -1
        let storage = try SQLiteStorage(path: file.path, limits: limits)
        #expect(try await storage.load("a", of: visitor) == nil)
        #expect(try await storage.load("a", of: .shared) == [1])
    }

    @Test func `The changes that arrive during a commit are one commit, with the last value of each key`() async throws
    {
        let file = TemporaryFile()
        let storage = try SQLiteStorage(path: file.path)
        try await storage.save([0], as: "a", of: .shared)
        let lock = try FileLock(file.path)
        let begun = Count()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(0)..<100 {
                group.addTask {
                    begun.add()
                    try await storage.save([UInt8](repeating: number, count: 100_000), as: "a", of: .shared)
                }
            }
            await eventually("all are waiting") { begun.value == 100 }
            lock.release()
            try await group.waitForAll()
        }
        let value = try #require(try await storage.load("a", of: .shared))
        #expect(value.count == 100_000 && Set(value).count == 1)
        let log = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? NSNumber
        // Two values are written, or some more if a save had begun but did not wait yet.
        #expect(try #require(log).intValue < 2_000_000)
    }

    @Test func `A value that does not fit does not prevent others of the same commit`() async throws {
        var limits = StorageLimits()
        limits.total = 500_000
        let file = TemporaryFile()
        let storage = try SQLiteStorage(path: file.path, limits: limits)
        let lock = try FileLock(file.path)
        let begun = Count()
        let saved = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<20 {
                let value = [UInt8](repeating: 1, count: number == 10 ? 900_000 : 100)
                group.addTask {
                    begun.add()
                    let isSaved = (try? await storage.save(value, as: "\(number)", of: .shared)) != nil
                    return isSaved ? number : nil
                }
            }
            await eventually("all are waiting") { begun.value == 20 }
            lock.release()
            return await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
        }
        #expect(saved == Set(0..<20).subtracting([10]))
        for number in saved { #expect(try await storage.load("\(number)", of: .shared)?.count == 100) }
        #expect(try await storage.load("10", of: .shared) == nil)
    }

    @Test func `The file is accessible only to its owner`() async throws {
        let file = TemporaryFile()
        let storage = try SQLiteStorage(path: file.path)
        try await storage.save([1], as: "a", of: .shared)
        for name in [file.path, file.path + "-wal"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: name)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test func `A file that is not SQLite's, or cannot be created, is an error with a sentence`() throws {
        let file = TemporaryFile()
        try Data(repeating: 0x41, count: 5_000).write(to: URL(fileURLWithPath: file.path))
        let error = #expect(throws: StorageError.self) { _ = try SQLiteStorage(path: file.path) }
        #expect(error?.description == "The store \(file.path) cannot be used: file is not a database.")
        #expect(throws: StorageError.self) { _ = try SQLiteStorage(path: "/nowhere/at/all.sqlite") }
    }
}
