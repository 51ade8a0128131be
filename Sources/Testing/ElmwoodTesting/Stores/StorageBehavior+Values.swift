import ElmwoodStorage
import Testing

extension StorageBehavior {
    /// What is saved and loaded, and its limits.
    static let values: [StorageBehavior] = [
        StorageBehavior("A saved value is loaded byte for byte") { given async throws in
            let storage = try await given.make(StorageLimits())
            let all = (0...255).map { UInt8($0) }
            for value in [[], [0], all] {
                try await storage.save(value, as: "clé 🗝 \u{0} '; --", of: .shared)
                #expect(try await storage.load("clé 🗝 \u{0} '; --", of: .shared) == value)
            }
            #expect(try await storage.load("clé 🗝 ", of: .shared) == nil)
        },
        StorageBehavior("Each owner has separate values") { given async throws in
            let storage = try await given.make(StorageLimits())
            let (one, other) = (StorageOwner.visitor(VisitorID()), StorageOwner.visitor(VisitorID()))
            try await storage.save([1], as: "a", of: one)
            try await storage.save([2], as: "a", of: other)
            try await storage.save([3], as: "a", of: .shared)
            try await storage.remove("a", of: other)
            #expect(try await storage.load("a", of: one) == [1])
            #expect(try await storage.load("a", of: other) == nil)
            #expect(try await storage.load("a", of: .shared) == [3])
        },
        StorageBehavior("Removing a missing value has no effect") { given async throws in
            let storage = try await given.make(StorageLimits())
            try await storage.remove("a", of: .shared)
            #expect(try await storage.load("a", of: .shared) == nil)
        },
        StorageBehavior(
            "The values of one visitor are bounded together, and another visitor and shared values have room"
        ) { given async throws in
            var limits = StorageLimits()
            limits.visitor = 10
            let storage = try await given.make(limits)
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
        },
        StorageBehavior("A key or a value beyond its limit is refused, and the previous value is retained") {
            given async throws in
            var limits = StorageLimits()
            (limits.key, limits.value) = (4, 3)
            let storage = try await given.make(limits)
            try await storage.save([1, 2, 3], as: "four", of: .shared)
            let value = await #expect(throws: StorageError.self) {
                try await storage.save([1, 2, 3, 4], as: "four", of: .shared)
            }
            #expect(
                value?.description
                    == "A value has 4 bytes, and may have 3: store what is that large in files of your own."
            )
            for key in ["fivef", "", "éé!"] {
                await #expect(throws: StorageError.self) { try await storage.save([1], as: key, of: .shared) }
                await #expect(throws: StorageError.self) { _ = try await storage.load(key, of: .shared) }
                await #expect(throws: StorageError.self) { try await storage.remove(key, of: .shared) }
            }
            #expect(try await storage.load("four", of: .shared) == [1, 2, 3])
        },
        StorageBehavior("A full store reports an error, retains its values, and accepts more once there is room") {
            given async throws in
            var limits = StorageLimits()
            limits.total = 1_000_000
            let storage = try await given.make(limits)
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
        },
        StorageBehavior("Concurrent saves and loads do not affect each other") { given async throws in
            let storage = try await given.make(StorageLimits())
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
        },
    ]
}
