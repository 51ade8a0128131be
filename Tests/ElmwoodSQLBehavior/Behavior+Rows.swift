import ElmwoodSQL
import Foundation
import Testing

private struct Person: Codable, Equatable, Sendable {
    var id: Int
    var firstName: String
    var age: Int?
}

private func makePeople(_ database: Database) async throws {
    try await database.execute("CREATE TABLE people (id BIGINT PRIMARY KEY, first_name TEXT NOT NULL, age INTEGER)")
    try await database.execute("INSERT INTO people VALUES (1, 'Ann', 30), (2, 'Bob', NULL)")
}

extension Behavior {
    static let rows: [Behavior] = [
        Behavior("Rows, one row, one value and a column of values are read") { database async throws in
            try await makePeople(database)
            let people: [Person] = try await database.rows("SELECT * FROM people ORDER BY id")
            #expect(people == [Person(id: 1, firstName: "Ann", age: 30), Person(id: 2, firstName: "Bob", age: nil)])
            #expect(try await database.row("SELECT * FROM people WHERE id = \(2)", as: Person.self) == people[1])
            #expect(try await database.row("SELECT * FROM people WHERE id = \(3)", as: Person.self) == nil)
            #expect(try await database.row("SELECT * FROM people ORDER BY id", as: Person.self) == people[0])
            #expect(try await database.value("SELECT count(*) FROM people", as: Int.self) == 2)
            #expect(try await database.value("SELECT age FROM people WHERE id = \(2)", as: Int.self) == nil)
            #expect(try await database.values("SELECT first_name FROM people ORDER BY id") == ["Ann", "Bob"])
            #expect(try await database.rows("SELECT age FROM people ORDER BY id", as: Int?.self) == [30, nil])
            #expect(try await database.rows("SELECT * FROM people WHERE id > 5", as: Person.self) == [])
        },
        Behavior("A property with properties of its own is read from the columns that begin with its name") {
            database async throws in
            try await makePeople(database)
            struct Letter: Decodable, Equatable {
                var text: String
                var firstReader: Person
                var answeredBy: Person?
            }
            let reader: SQL = "1 AS first_reader_id, first_name AS first_reader_first_name, NULL AS first_reader_age"
            let nobody: SQL = "NULL AS answered_by_id, NULL AS answered_by_first_name, NULL AS answered_by_age"
            var letter: Letter?
            letter = try await database.row("SELECT 'Hi' AS text, \(reader), \(nobody) FROM people WHERE id = 1")
            let ann = Person(id: 1, firstName: "Ann", age: nil)
            #expect(letter == Letter(text: "Hi", firstReader: ann, answeredBy: nil))
            let bob: SQL = "2 AS answered_by_id, 'Bob' AS answered_by_first_name, 4 AS answered_by_age"
            letter = try await database.row("SELECT 'Hi' AS text, \(reader), \(bob) FROM people WHERE id = 1")
            #expect(letter == Letter(text: "Hi", firstReader: ann, answeredBy: Person(id: 2, firstName: "Bob", age: 4)))
            let missing = await expectError(.decoding) {
                _ = try await database.row("SELECT 'Hi' AS text, 1 AS first_reader_id, \(bob)", as: Letter.self)
            }
            let sentence = "The result has no column “first_reader_firstName”, which Person reads."
            #expect(missing?.message.hasPrefix(sentence) == true)
            // A value of one column is read from that column only.
            enum Name: String, Decodable { case ann }
            struct Other: Decodable { var reader: Name }
            struct Dated: Decodable { var reader: Date }
            let name: SQL = "SELECT 'ann' AS reader_name"
            #expect(await expectError(.decoding) { _ = try await database.row(name, as: Other.self) } != nil)
            #expect(await expectError(.decoding) { _ = try await database.row(name, as: Dated.self) } != nil)
        },
        Behavior("A statement tells how many rows it changed, and can return them") { database async throws in
            try await makePeople(database)
            #expect(try await database.execute("UPDATE people SET age = \(1)").changes == 2)
            #expect(try await database.execute("UPDATE people SET age = \(1) WHERE id = \(9)").changes == 0)
            for id in 3...5 {
                let statement: SQL = "INSERT INTO people VALUES (\(id), \("New"), \(id)) RETURNING id"
                #expect(try await database.value(statement, as: Int.self) == id)
            }
            #expect(try await database.execute("DELETE FROM people WHERE age = \(1)").changes == 2)
            #expect(try await database.execute("CREATE TABLE other (id BIGINT)").changes == 0)
            let count: SQL = "SELECT count(*) FROM people"
            #expect(try await database.value(count, as: Int.self) == 3)
        },
        Behavior("A row that does not fit names its column, its type and the statement, and no value") {
            database async throws in
            try await makePeople(database)
            try await database.execute("UPDATE people SET first_name = \("secret-4711")")
            func message(_ read: () async throws -> Void) async -> String {
                let error = await expectError(.decoding, read)
                #expect(error?.statement?.contains("FROM people") == true)
                #expect(error?.description.contains("4711") == false)
                return error?.message ?? ""
            }
            struct Missing: Decodable { var surname: String? }
            var text = await message { _ = try await database.rows("SELECT id FROM people", as: Missing.self) }
            #expect(text == "The result has no column “surname”, which Missing reads. Select it, or NULL AS surname.")
            struct Null: Decodable { var age: Int }
            text = await message { _ = try await database.rows("SELECT * FROM people ORDER BY id", as: Null.self) }
            #expect(text == "The column “age” is NULL, and Null needs a value of type Int there.")
            struct Wrong: Decodable { var firstName: Int }
            text = await message { _ = try await database.rows("SELECT * FROM people", as: Wrong.self) }
            #expect(text == "The column “first_name” is a text, and Wrong needs a value of type Int there.")
            struct Small: Decodable { var id: Int8 }
            text = await message { _ = try await database.rows("SELECT \(4_711) AS id FROM people", as: Small.self) }
            #expect(text == "The number in the column “id” of Small does not fit in Int8.")
            enum Name: String, Decodable { case ann }
            struct Case: Decodable { var firstName: Name }
            text = await message { _ = try await database.rows("SELECT first_name FROM people", as: Case.self) }
            #expect(text == "The column “first_name” of Case has a value that its type does not accept.")
            struct Nested: Decodable { var firstName: [String: Int] }
            text = await message { _ = try await database.rows("SELECT first_name FROM people", as: Nested.self) }
            #expect(
                text == "The column “first_name” of Nested is not valid JSON, or a number in it does not fit its type."
            )
            struct Day: Decodable { var firstName: Date }
            text = await message { _ = try await database.rows("SELECT first_name FROM people", as: Day.self) }
            #expect(text == "The column “first_name” is a text, and Day needs a value of type Date there.")
            text = await message { _ = try await database.rows("SELECT id, id FROM people", as: Small.self) }
            #expect(text == "The result has several columns “id”, and Small reads one. Rename them with AS.")
            text = await message { _ = try await database.value("SELECT id, age FROM people", as: Int.self) }
            #expect(text == "A value is asked for, and the result has 2 columns.")
        },
        Behavior("JSON in a column that does not fit names the place in it, and no value") { database async throws in
            struct Inner: Decodable { var count: Int8 }
            struct Outer: Decodable { var data: [Inner] }
            for (json, problem) in [
                (#"[{"count": 4711}]"#, " is not valid JSON, or a number in it does not fit its type."),
                (#"[{"other": 4711}]"#, " at “0” has no key “count”."),
                (#"[{"count": "4711"}]"#, " at “0.count” is not of type Int8."),
                (#"{"count": 4711}"#, " is not of type Array<Any>."),
            ] {
                let error = await expectError(.decoding) {
                    try await database.rows("SELECT CAST(\(json) AS TEXT) AS data", as: Outer.self)
                }
                #expect(error?.message == "The column “data” of Outer\(problem)")
                #expect(error?.description.contains("4711") == false)
            }
        },
        Behavior("A column is read by the property's name, or in snake case, or by its coding key") {
            database async throws in
            struct Names: Decodable, Equatable {
                var userID: Int
                var htmlURLPath: Int
                var plain: Int
                var other: Int

                enum CodingKeys: String, CodingKey {
                    case userID, htmlURLPath, plain
                    case other = "Strange Name"
                }
            }
            let names: Names? = try await database.row(
                #"SELECT 1 AS user_id, 2 AS html_url_path, 3 AS plain, 4 AS "Strange Name", 5 AS unused"#
            )
            #expect(names == Names(userID: 1, htmlURLPath: 2, plain: 3, other: 4))
            let exact: Names? = try await database.row(
                #"SELECT 1 AS "userID", 9 AS user_id, 2 AS html_url_path, 3 AS plain, 4 AS "Strange Name""#
            )
            #expect(exact?.userID == 1)
        },
    ]
}
