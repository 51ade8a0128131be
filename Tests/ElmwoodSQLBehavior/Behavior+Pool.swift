import ElmwoodSQL
import ElmwoodTestSupport
import Testing

extension Behavior {
    static let pool: [Behavior] = [
        Behavior("Two hundred tasks, of which many are cancelled, leave no connection behind and lose nothing") {
            database async throws in
            try await makeCounter(database)
            try await database.execute("CREATE TABLE marks (id BIGINT PRIMARY KEY)")
            let done = try await withThrowingTaskGroup(of: Int?.self) { group in
                for id in 0..<200 {
                    group.addTask {
                        let work = Task { () -> Int? in
                            switch id % 4 {
                            case 0: try await database.execute("INSERT INTO marks VALUES (\(id))")
                            case 1:
                                try await database.transaction { transaction in
                                    try await transaction.execute("INSERT INTO marks VALUES (\(id))")
                                    _ = try await transaction.value("SELECT count(*) FROM marks", as: Int.self)
                                }
                            case 2: for try await _ in database.stream("SELECT id FROM marks", as: Int.self) {}
                            default: _ = try await database.rows("SELECT id FROM marks", as: Int.self)
                            }
                            return id % 4 < 2 ? id : nil
                        }
                        if id % 3 == 0 {
                            for _ in 0..<(id % 7) { await Task.yield() }
                            work.cancel()
                        }
                        do {
                            return try await work.value
                        } catch is CancellationError {
                            // A statement by itself may have been done before.
                            return nil
                        }
                    }
                }
                return try await group.reduce(into: Set<Int>()) { ids, id in
                    if let id { ids.insert(id) }
                }
            }
            let stored = try await Set(database.values("SELECT id FROM marks", as: Int.self))
            #expect(done.isSubset(of: stored))
            // A cancelled transaction has left nothing.
            #expect(stored.subtracting(done).allSatisfy { $0 % 4 == 0 && $0 % 3 == 0 })
            await eventually("all connections are idle") { database.isIdle }
        },
        Behavior("A closed database refuses what is asked afterwards") { database async throws in
            #expect(try await database.value("SELECT 1", as: Int.self) == 1)
            await database.close()
            await expectError(.misuse) { try await database.execute("SELECT 1") }
        },
    ]

    static let streams: [Behavior] = [
        Behavior("A long result is streamed in order, within any statement in between") { database async throws in
            try await database.execute("CREATE TABLE numbers (n BIGINT PRIMARY KEY)")
            try await database.execute(
                """
                INSERT INTO numbers WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1050)
                SELECT i FROM n
                """
            )
            var expected = 1
            for try await number in database.stream("SELECT n FROM numbers WHERE n > \(0) ORDER BY n", as: Int.self) {
                #expect(number == expected)
                expected += 1
                if number == 500 { try await database.execute("DELETE FROM numbers WHERE n > \(600)") }
            }
            #expect(expected == 1_051)
            #expect(try await database.value("SELECT count(*) FROM numbers", as: Int.self) == 600)
        },
        Behavior("A stream that is left, or fails, gives its connection back") { database async throws in
            let statement: SQL = """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n
                """
            for _ in 0..<30 {
                for try await number in database.stream(statement, as: Int.self) where number > 150 { break }
            }
            for _ in 0..<30 {
                await expectError(.decoding) { for try await _ in database.stream(statement, as: String.self) {} }
            }
            let error = await expectError(.undefinedObject) {
                for try await _ in database.stream("SELECT * FROM nowhere", as: Int.self) {}
            }
            #expect(error?.statement?.hasSuffix("SELECT * FROM nowhere") == true)
            await eventually("all connections are idle") { database.isIdle }
        },
    ]
}
