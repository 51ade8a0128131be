import CElmwoodPostgreSQL
import ElmwoodSQL

/// The values of a statement as the server takes them.
///
/// Numbers, truth values, moments and UUIDs have a type, so that `SELECT \(5)` is a number. Texts and JSON have none: the server
/// reads them as what the place needs, such as an enum, a UUID or jsonb.
struct PostgreSQLParameters {
    private(set) var types: [Oid] = []
    private var formats: [CInt] = []
    private var lengths: [CInt] = []
    /// Where each value begins; nil is NULL.
    private var starts: [Int?] = []
    /// All values, each with a zero at its end.
    private var bytes: [UInt8] = []

    init(_ values: [SQLValue], statement: String) throws(DatabaseError) {
        for value in values {
            switch value {
            case .null: append(type: 0, nil)
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
            case .bytes(let bytes): append(type: 17, bytes, isBinary: true)
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

    private mutating func append(type: Oid, _ text: String?) {
        append(type: type, text.map { Array($0.utf8) }, isBinary: false)
    }

    private mutating func append(type: Oid, _ value: [UInt8]?, isBinary: Bool) {
        types.append(type)
        formats.append(isBinary ? 1 : 0)
        lengths.append(CInt(clamping: value?.count ?? 0))
        starts.append(value.map { _ in bytes.count })
        guard let value else { return }
        bytes += value
        bytes.append(0)
    }

    /// Calls a function of libpq with the number, values, lengths and formats of the parameters.
    func withPointers<Result>(
        _ body: (CInt, [UnsafePointer<CChar>?], [CInt], [CInt]) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            let base = buffer.assumingMemoryBound(to: CChar.self).baseAddress
            return body(
                CInt(clamping: types.count),
                starts.map { $0.flatMap { start in base.map { $0 + start } } },
                lengths,
                formats
            )
        }
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
        let count = Int(PQgetlength(result, row, column))
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        let type = PQftype(result, column)
        if type == 17 { return .bytes(hexadecimal(bytes)) }
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
    private static func hexadecimal(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        guard text.count >= 2 else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2 - 1)
        for place in stride(from: 2, to: text.count - 1, by: 2) {
            bytes.append(digit(text[place]) << 4 | digit(text[place + 1]))
        }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt8 {
        character > UInt8(ascii: "9") ? character &- UInt8(ascii: "a") &+ 10 : character &- UInt8(ascii: "0")
    }
}
