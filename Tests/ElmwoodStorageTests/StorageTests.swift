import Foundation
import ElmwoodStorage
import ElmwoodTestSupport
import Synchronization
import Testing

/// What every store of values must do.
@Suite struct StorageTests {
    enum Kind: CaseIterable, Sendable {
        case memory, sqlite

        func make(limits: StorageLimits = StorageLimits()) throws -> any Storage {
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

    @Test(arguments: Kind.allCases)
    func `A saved value is loaded byte for byte`(kind: Kind) async throws {
        let storage = try kind.make()
        let all = (0...255).map { UInt8($0) }
        for value in [[], [0], all] {
            try await storage.save(value, as: "clé 🗝 \u{0} '; --", of: .shared)
            #expect(try await storage.load("clé 🗝 \u{0} '; --", of: .shared) == value)
        }
        #expect(try await storage.load("clé 🗝 ", of: .shared) == nil)
    }

    @Test(arguments: Kind.allCases)
    func `Each owner has separate values`(kind: Kind) async throws {
        let storage = try kind.make()
        let (one, other) = (StorageOwner.visitor(VisitorID()), StorageOwner.visitor(VisitorID()))
        try await storage.save([1], as: "a", of: one)
        try await storage.save([2], as: "a", of: other)
        try await storage.save([3], as: "a", of: .shared)
        try await storage.remove("a", of: other)
        #expect(try await storage.load("a", of: one) == [1])
        #expect(try await storage.load("a", of: other) == nil)
        #expect(try await storage.load("a", of: .shared) == [3])
    }

    @Test(arguments: Kind.allCases)
    func `Removing a missing value has no effect`(kind: Kind) async throws {
        let storage = try kind.make()
        try await storage.remove("a", of: .shared)
        #expect(try await storage.load("a", of: .shared) == nil)
    }

    @Test(arguments: Kind.allCases)
    func `The values of one visitor are bounded together, and another visitor and shared values have room`(kind: Kind)
        async throws
    {
        var limits = StorageLimits()
        limits.visitor = 10
        let storage = try kind.make(limits: limits)
        let (greedy, other) = (StorageOwner.visitor(VisitorID()), StorageOwner.visitor(VisitorID()))
        try await storage.save([1, 2, 3, 4], as: "a", of: greedy)
        try await storage.save([1, 2, 3, 4], as: "b", of: greedy)
        await #expect(throws: StorageError.self) { try await storage.save([1, 2, 3], as: "c", of: greedy) }
        #expect(try await storage.load("c", of: greedy) == nil)
        // A value may grow within the limit, and another one in the room of a removed one.
        try await storage.save([1, 2, 3, 4, 5, 6], as: "b", of: greedy)
        await #expect(throws: StorageError.self) {
            try await storage.save([UInt8](repeating: 0, count: 7), as: "b", of: greedy)
        }
        try await storage.remove("a", of: greedy)
        try await storage.save([1, 2, 3], as: "c", of: greedy)
        try await storage.save([UInt8](repeating: 0, count: 10), as: "a", of: other)
        try await storage.save([UInt8](repeating: 0, count: 100), as: "a", of: .shared)
    }

    @Test(arguments: Kind.allCases)
    func `A key or a value beyond its limit is refused, and the previous value is retained`(kind: Kind) async throws {
        var limits = StorageLimits()
        (limits.key, limits.value) = (4, 3)
        let storage = try kind.make(limits: limits)
        try await storage.save([1, 2, 3], as: "four", of: .shared)
        let value = await #expect(throws: StorageError.self) {
            try await storage.save([1, 2, 3, 4], as: "four", of: .shared)
        }
        #expect(
            value?.description == "A value has 4 bytes, and may have 3: store what is that large in files of your own."
        )
        for key in ["fivef", "", "éé!"] {
            await #expect(throws: StorageError.self) { try await storage.save([1], as: key, of: .shared) }
            await #expect(throws: StorageError.self) { _ = try await storage.load(key, of: .shared) }
            await #expect(throws: StorageError.self) { try await storage.remove(key, of: .shared) }
        }
        #expect(try await storage.load("four", of: .shared) == [1, 2, 3])
    }

    @Test(arguments: Kind.allCases)
    func `A full store reports an error, retains its values, and accepts more once there is room`(kind: Kind)
        async throws
    {
        var limits = StorageLimits()
        limits.total = 1_000_000
        let storage = try kind.make(limits: limits)
        let value = [UInt8](repeating: 7, count: 100_000)
        var saved = 0
        let error = await #expect(throws: StorageError.self) {
            for number in 0..<20 {
                try await storage.save(value, as: "\(number)", of: .shared)
                saved += 1
            }
        }
        #expect(error?.description.contains("full") == true)
        #expect((8...10).contains(saved))
        for number in 0..<saved { #expect(try await storage.load("\(number)", of: .shared) == value) }
        try await storage.remove("0", of: .shared)
        try await storage.save(value, as: "again", of: .shared)
        #expect(try await storage.load("again", of: .shared) == value)
    }

    @Test(arguments: Kind.allCases)
    func `Concurrent saves and loads do not affect each other`(kind: Kind) async throws {
        let storage = try kind.make()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(0)..<64 {
                group.addTask {
                    for round in UInt8(0)..<8 {
                        try await storage.save([number, round], as: "\(number)", of: .shared)
                        #expect(try await storage.load("\(number)", of: .shared) == [number, round])
                    }
                }
            }
            try await group.waitForAll()
        }
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
