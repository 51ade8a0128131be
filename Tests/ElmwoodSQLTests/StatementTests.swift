@testable import ElmwoodSQL
import Foundation
import Testing

/// What a literal becomes.
@Suite struct StatementTests {
    private func rendered(_ statement: SQL, for dialect: SQLDialect = .postgresql) throws -> (String, [SQLValue]) {
        let rendered = try statement.rendered(for: dialect)
        return (rendered.text, rendered.values)
    }

    @Test func `A value becomes a placeholder of the database`() throws {
        let statement: SQL = "SELECT * FROM t WHERE a = \(1) AND b = \("x'") AND c = \(Int?.none)"
        let values: [SQLValue] = [.integer(1), .text("x'"), .null]
        #expect(try rendered(statement) == ("SELECT * FROM t WHERE a = $1 AND b = $2 AND c = $3", values))
        #expect(try rendered(statement, for: .sqlite) == ("SELECT * FROM t WHERE a = ? AND b = ? AND c = ?", values))
    }

    @Test func `A string in a statement is bound, also where it is a literal, a choice or an interpolation`() throws {
        let text = "x"
        let isShort = text.count < 2
        let statement: SQL = "SELECT \("literal"), \(isShort ? "a" : "b"), \("a\(text)")"
        #expect(try rendered(statement) == ("SELECT $1, $2, $3", [.text("literal"), .text("a"), .text("ax")]))
    }

    @Test func `A statement within another brings its values along`() throws {
        let condition: SQL = "b = \(2) OR b = \(3)"
        var statement: SQL = "SELECT \(1) WHERE (\(condition))"
        statement += " AND c = \(4)"
        let end: SQL = " LIMIT \(5)"
        #expect(
            try rendered(statement + end) == (
                "SELECT $1 WHERE (b = $2 OR b = $3) AND c = $4 LIMIT $5", (1...5).map { .integer($0) }
            )
        )
        let parts: [SQL] = ["a = \(1)", "b = \(2)"]
        #expect(try rendered(parts.joined(separator: " OR ")).0 == "a = $1 OR b = $2")
        #expect(try rendered([SQL]().joined(separator: " OR ")).0 == "")
    }

    @Test func `Enums are bound by their raw values, and lists value by value`() throws {
        enum Name: String { case first }
        enum Number: Int { case one = 1 }
        let statement: SQL = "\(Name.first) \(Number.one) \(Name?.none) \(list: [Name.first]) \(list: [1, 2])"
        let values: [SQLValue] = [.text("first"), .integer(1), .null, .text("first"), .integer(1), .integer(2)]
        #expect(try rendered(statement) == ("$1 $2 $3 ($4) ($5, $6)", values))
    }

    @Test func `A key that the database counts is written for each database, and is the same migration in both`() throws
    {
        let statement: SQL = "CREATE TABLE t (id \(SQL.identity))"
        #expect(try rendered(statement, for: .sqlite).0 == "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)")
        let text = "CREATE TABLE t (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY)"
        #expect(try rendered(statement) == (text, []))
        #expect("\(statement)" == "CREATE TABLE t (id IDENTITY)")
        #expect(Migration("t", statement).checksum == Migration("t", "CREATE TABLE t (id IDENTITY)").checksum)
    }

    @Test func `An empty list has the type of its values`() throws {
        #expect(try rendered("\(list: [Int]())").0 == "(SELECT CAST(NULL AS bigint) WHERE false)")
        #expect(try rendered("\(list: [UUID]())").0 == "(SELECT CAST(NULL AS uuid) WHERE false)")
        #expect(try rendered("\(list: [String]())", for: .sqlite).0 == "(SELECT NULL WHERE 0)")
    }

    @Test func `Names are quoted, and quotes in them doubled`() throws {
        #expect(try rendered("\(identifier: "a\"b", "c")").0 == #""a""b"."c""#)
        #expect(throws: DatabaseError.self) { try rendered("\(identifier: "")") }
        // A quote with a combining character is one Character, and two scalars.
        #expect(try rendered("\(identifier: "a\"\u{301}b")").0.unicodeScalars.filter { $0 == "\"" }.count == 4)
    }

    @Test func `Raw text is the only text that is not a literal's`() throws {
        #expect(try rendered("SELECT \(raw: "now()")").0 == "SELECT now()")
        #expect(try rendered(.raw("SELECT 1")).0 == "SELECT 1")
    }

    @Test func `JSON has its keys in order and dates as text`() throws {
        struct Note: Encodable {
            var b = 1
            var a = Date(timeIntervalSince1970: 0.5)
        }
        #expect(try rendered("\(json: Note())").1 == [.json(#"{"a":"1970-01-01T00:00:00.500000Z","b":1}"#)])
        #expect(try rendered("\(json: Note?.none)").1 == [.null])
        let error = #expect(throws: DatabaseError.self) { try rendered("SELECT \(json: ["secret": Double.nan])") }
        #expect(error?.kind == .invalidValue)
        #expect(error.map { "\($0)".contains("secret") } == false)
    }

    @Test func `What is printed of a statement has no values`() throws {
        let statement: SQL = "SELECT \("secret"), \(list: ["secret"]), \(json: ["secret"]) FROM \(identifier: "t")"
        var dumped = ""
        dump(statement, to: &dumped)
        for text in ["\(statement)", String(reflecting: statement), dumped, "\([statement])"] {
            #expect(!text.contains("secret"))
            #expect(text.contains("FROM"))
        }
        #expect(statement.description == #"SELECT ?, (?), ? FROM "t""#)
    }

    @Test func `An error shows at most 2,000 characters of its statement`() {
        let error = DatabaseError(.other, "No.", code: "1", statement: String(repeating: "x", count: 3_000))
        #expect(error.description == "No. [1] Statement: " + String(repeating: "x", count: 2_000) + "…")
    }

    @Test(arguments: [
        ("userID", "user_id"), ("htmlURLPath", "html_url_path"), ("name", "name"), ("ID", "id"), ("aB", "a_b"),
        ("already_snake", "already_snake"), ("address1", "address1"), ("", ""),
    ])
    func `A property's name in snake case`(name: String, snake: String) {
        #expect(ColumnIndex.snakeCase(name) == snake)
    }

    @Test(arguments: [
        ("2026-02-03", 1_770_076_800.0), ("2026-02-03 04:05", 1_770_091_500), ("2026-02-03T04:05:06Z", 1_770_091_506),
        ("2026-02-03 04:05:06.25+01", 1_770_087_906.25), ("2026-02-03 04:05:06-03:30", 1_770_104_106),
        ("2026-02-03 04:05:06.123456789+05:30:15", 1_770_071_691.123456), ("1969-12-31 23:59:59.5", -0.5),
    ])
    func `A date is read`(text: String, seconds: Double) {
        #expect(DateText.date(text) == Date(timeIntervalSinceReferenceDate: seconds - 978_307_200))
    }

    @Test(arguments: [
        "", "infinity", "2026", "2026-13-01", "2026-02-30", "2025-02-29", "0000-01-01", "2026-02-03 25:00",
        "10000-01-01",
        "2026-02-03 04:05:06 BC", "2026-02-03 04:05:06.", "2026-02-03x", "-026-02-03", "2026-02-03 04:05:60",
    ])
    func `What is no date is not read`(text: String) {
        #expect(DateText.date(text) == nil)
    }
}
