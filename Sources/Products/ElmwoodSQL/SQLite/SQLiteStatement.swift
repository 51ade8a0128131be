import CElmwoodSQLite
import ElmwoodSQLite
import FoundationEssentials

/// A prepared statement. It is used by one thread at a time.
final class SQLiteStatement {
    private let prepared: PreparedStatement
    let text: String
    /// Whether it changes nothing.
    let isReadOnly: Bool
    var lastUse = 0
    /// Whether a cursor uses it.
    var isInUse = false
    private var names: [String] = []
    /// How often SQLite has prepared it again since the names were read: the table may have changed.
    private var preparations: CInt = -1

    init(_ handle: OpaquePointer, text: String) {
        prepared = PreparedStatement(handle)
        self.text = text
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
    }

    var handle: OpaquePointer { prepared.handle }

    /// The names of its columns. Valid after the first step.
    var columns: [String] {
        let now = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
        if now != preparations {
            preparations = now
            names = (0..<max(0, sqlite3_column_count(handle))).map { place in
                sqlite3_column_name(handle, place).map { String(cString: $0) } ?? ""
            }
        }
        return names
    }

    func bind(_ values: [SQLValue]) throws(DatabaseError) {
        guard Int(sqlite3_bind_parameter_count(handle)) == values.count else {
            let sentence = "The text of the statement has parameters of its own. Write values as interpolations."
            throw DatabaseError(.misuse, sentence, statement: text)
        }
        for (place, value) in zip(CInt(1)..., values) {
            let result = try bind(value, at: place)
            guard result == SQLITE_OK else { throw SQLiteFailure.error(result, message: nil, statement: text) }
        }
    }

    private func bind(_ value: SQLValue, at place: CInt) throws(DatabaseError) -> CInt {
        switch value {
        case .null: return sqlite3_bind_null(handle, place)
        case .boolean(let isTrue): return sqlite3_bind_int64(handle, place, isTrue ? 1 : 0)
        case .integer(let number): return sqlite3_bind_int64(handle, place, number)
        case .real(let number):
            // SQLite would store NULL.
            guard !number.isNaN else {
                throw DatabaseError(.invalidValue, "SQLite cannot store a number that is NaN.", statement: text)
            }
            return sqlite3_bind_double(handle, place, number)
        case .text(let text), .decimal(let text), .json(let text): return prepared.bind(text, at: place)
        case .bytes(let bytes): return bytes.withUnsafeBytes { prepared.bind($0, at: place) }
        case .date(let date):
            guard let date = DateText.text(of: date) else {
                throw DatabaseError(.invalidValue, "A date is outside of the years 1 to 9999.", statement: text)
            }
            return prepared.bind(date, at: place)
        case .uuid(let uuid): return withUnsafeBytes(of: uuid.uuid) { prepared.bind($0, at: place) }
        }
    }

    /// The value of a column in the present row.
    func value(_ place: CInt) -> SQLValue {
        switch sqlite3_column_type(handle, place) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, place))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, place))
        case SQLITE_TEXT:
            guard let text = sqlite3_column_text(handle, place) else { return .null }
            let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, place)))
            // What is not UTF-8 is no text: repaired, it would be stored back as something else.
            return String(validating: bytes, as: UTF8.self).map(SQLValue.text) ?? .bytes(Array(bytes))
        case SQLITE_BLOB: return .bytes(prepared.bytes(place))
        default: return .null
        }
    }

    /// The bytes of the present row.
    func size(columns: Int) -> Int {
        var size = 0
        for place in 0..<CInt(clamping: columns) {
            let type = sqlite3_column_type(handle, place)
            size += 24 + (type == SQLITE_TEXT || type == SQLITE_BLOB ? Int(sqlite3_column_bytes(handle, place)) : 0)
        }
        return size
    }

    /// Ends the run.
    func reset() {
        prepared.reset()
        isInUse = false
    }
}
