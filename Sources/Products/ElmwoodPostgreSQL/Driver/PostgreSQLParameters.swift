import CElmwoodPostgreSQL
import ElmwoodSQL

/// The values of a statement as the server takes them.
///
/// Numbers, truth values, moments and UUIDs have a type, so that `SELECT \(5)` is a number. Texts and JSON have none: the server
/// reads them as what the place needs, such as an enum, a UUID or jsonb.
struct PostgreSQLParameters {
    private(set) var types: [Oid] = []
    private(set) var bytes = ParameterBytes()

    init(_ values: [SQLValue], statement: String) throws(DatabaseError) {
        for value in values {
            switch value {
            case .null:
                types.append(0)
                bytes.appendNull()
            case .boolean(let isTrue): append(type: 16, isTrue ? "t" : "f")
            case .integer(let number): append(type: 20, String(number))
            case .real(let number): append(type: 701, number.description)
            case .decimal(let digits): append(type: 1_700, digits)
            case .text(let text), .json(let text):
                // The server would take the text as ended there.
                guard !text.utf8.contains(0) else {
                    let sentence = "PostgreSQL cannot store a text with the character U+0000."
                    throw DatabaseError(.invalidValue, sentence, statement: statement)
                }
                append(type: 0, text)
            case .bytes(let value):
                types.append(17)
                bytes.append(value)
            case .date(let date):
                guard let text = DateText.text(of: date) else {
                    let sentence = "A date is outside of the years 1 to 9999."
                    throw DatabaseError(.invalidValue, sentence, statement: statement)
                }
                append(type: 1_184, text + "+00")
            case .uuid(let uuid): append(type: 2_950, uuid.uuidString)
            }
        }
    }

    private mutating func append(type: Oid, _ text: String) {
        types.append(type)
        bytes.append(text.utf8, isBinary: false)
    }
}

/// Reads the values of a result.
enum PostgreSQLReader {
    static func columns(_ result: OpaquePointer) -> [String] {
        (0..<max(0, PQnfields(result))).map { column in
            PQfname(result, column).map { String(cString: $0) } ?? ""
        }
    }

    static func value(_ result: OpaquePointer, _ row: CInt, _ column: CInt) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return .null }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
        let type = PQftype(result, column)
        if type == 17 { return .bytes(unescaped(start)) }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .bytes(Array(bytes)) }
        switch type {
        case 16: return .boolean(text == "t")
        case 20, 21, 23, 26: return Int64(text).map(SQLValue.integer) ?? .text(text)
        case 700, 701: return Double(text).map(SQLValue.real) ?? .text(text)
        case 1_700: return .decimal(text)
        case 114, 3_802: return .json(text)
        default: return .text(text)
        }
    }

    /// The bytes of `\x0aff`.
    private static func unescaped(_ text: UnsafePointer<CChar>) -> [UInt8] {
        var count = 0
        // Chars are read as unsigned bytes: the same size and alignment.
        let characters = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
        guard let bytes = PQunescapeBytea(characters, &count) else { return [] }
        defer { PQfreemem(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
