import ElmwoodSQL
import ElmwoodTestSupport
import Synchronization
import Testing

struct Failure: Error {}

func makeCounter(_ database: Database) async throws {
    try await database.execute("CREATE TABLE counters (id BIGINT PRIMARY KEY, count BIGINT NOT NULL UNIQUE)")
    try await database.execute("INSERT INTO counters VALUES (1, 0)")
}

func count(_ database: some SQLExecutor) async throws -> Int? {
    try await database.value("SELECT count FROM counters WHERE id = 1", as: Int.self)
}

func increment(_ database: some SQLExecutor) async throws {
    try await database.execute("UPDATE counters SET count = count + \(1) WHERE id = 1")
}

extension Behavior {
    static let transactions: [Behavior] = [
        Behavior("A transaction is committed at its end, and rolled back by an error") { database async throws in
            try await makeCounter(database)
            let seen = try await database.transaction { transaction in
                try await increment(transaction)
                return try await count(transaction)
            }
            #expect(seen == 1)
            await #expect(throws: Failure.self) {
                try await database.transaction { transaction in
                    try await increment(transaction)
                    throw Failure()
                }
            }
            #expect(try await count(database) == 1)
        },
        Behavior("A cancelled task's transaction is rolled back, whatever its closure makes of it") {
            database async throws in
            try await makeCounter(database)
            let task = Task {
                try await database.transaction { transaction in
                    try await increment(transaction)
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await count(database) == 0)
            try await database.transaction { try await increment($0) }
            #expect(try await count(database) == 1)
        },
        Behavior("Transactions that read and write at once do not lose a change") { database async throws in
            try await makeCounter(database)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await database.transaction { transaction in
                            let before = try await count(transaction) ?? 0
                            try await transaction.execute("UPDATE counters SET count = \(before + 1) WHERE id = 1")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await count(database) == 8)
        },
        Behavior("A read-only transaction sees one moment, and cannot write") { database async throws in
            try await makeCounter(database)
            await expectError(.readOnly) {
                try await database.transaction(readOnly: true) { try await increment($0) }
            }
            let counts = try await database.transaction(readOnly: true) { try await [count($0), count($0)] }
            #expect(counts == [0, 0])
            try await increment(database)
            #expect(try await count(database) == 1)
        },
        Behavior("What fails and is swallowed does not make a transaction a success") { database async throws in
            try await makeCounter(database)
            await expectError(.undefinedObject) {
                try await database.transaction { transaction in
                    try await increment(transaction)
                    try await transaction.execute("SELECT * FROM nowhere")
                }
            }
            #expect(try await count(database) == 0)
        },
        Behavior("A transaction that outlives its closure, or is passed by, is refused") { database async throws in
            try await makeCounter(database)
            let escaped = Mutex<DatabaseTransaction?>(nil)
            try await database.transaction { transaction in
                escaped.withLock { $0 = transaction }
                await expectError(.misuse) { try await increment(database) }
                await expectError(.misuse) { try await database.transaction { try await increment($0) } }
                await expectError(.misuse) { for try await _ in database.stream("SELECT 1", as: Int.self) {} }
            }
            let transaction = try #require(escaped.withLock { $0 })
            await expectError(.misuse) { try await increment(transaction) }
            // While another one has the connection.
            try await database.transaction { _ in await expectError(.misuse) { try await increment(transaction) } }
            #expect(try await count(database) == 0)
        },
        Behavior("A task that a transaction began may use the database when the transaction has ended") {
            database async throws in
            try await makeCounter(database)
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            let task = try await database.transaction { _ in
                Task {
                    for await _ in ended {}
                    try await increment(database)
                }
            }
            end.finish()
            try await task.value
            #expect(try await count(database) == 1)
        },
    ]

    static let nested: [Behavior] = [
        Behavior("A function runs in a transaction of the database, or nested in one") { database async throws in
            func incrementTwice(_ executor: some SQLExecutor) async throws {
                try await executor.transaction { transaction in
                    try await increment(transaction)
                    try await increment(transaction)
                }
            }
            try await makeCounter(database)
            try await incrementTwice(database)
            try await database.transaction { try await incrementTwice($0) }
            #expect(try await count(database) == 4)
        },
        Behavior("A nested transaction that fails undoes only itself") { database async throws in
            try await makeCounter(database)
            try await database.transaction { transaction in
                try await increment(transaction)
                await expectError(.uniqueViolation) {
                    try await transaction.transaction { nested in
                        try await increment(nested)
                        try await nested.execute("INSERT INTO counters VALUES (2, 2)")
                    }
                }
                try await transaction.transaction { nested in
                    try await increment(nested)
                    try? await nested.transaction { innermost in
                        try await increment(innermost)
                        throw Failure()
                    }
                }
            }
            #expect(try await count(database) == 2)
        },
        Behavior("While a nested transaction is open the outer one is refused, and a second nested one") {
            database async throws in
            try await makeCounter(database)
            try await database.transaction { transaction in
                try await transaction.transaction { nested in
                    await expectError(.misuse) { try await increment(transaction) }
                    await expectError(.misuse) { try await transaction.transaction { try await increment($0) } }
                    try await increment(nested)
                }
                try await increment(transaction)
            }
            #expect(try await count(database) == 2)
        },
        Behavior("Many tasks may use one transaction") { database async throws in
            try await makeCounter(database)
            try await database.transaction { transaction in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<20 { group.addTask { try await increment(transaction) } }
                    try await group.waitForAll()
                }
            }
            #expect(try await count(database) == 20)
        },
    ]
}
