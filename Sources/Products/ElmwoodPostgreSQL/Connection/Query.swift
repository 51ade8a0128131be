import CElmwoodPostgreSQL

/// A statement that each connection of a kind prepares.
package struct Statement: ExpressibleByStringInterpolation, Sendable {
    /// The name by which the server knows it: a hash of its text (FNV-1a), so that it is the same in all processes.
    package let name: String
    let text: String

    package init(stringLiteral text: String) {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
        name = "elmwood_\(String(hash, radix: 16))"
        self.text = text
    }

    static let begin: Statement = "BEGIN"
    package static let commit: Statement = "COMMIT"
    static let rollback: Statement = "ROLLBACK"
    static let listen: Statement = "LISTEN elmwood_told"
}

/// A value of a statement. All but texts are sent in the server's binary form.
enum Parameter: Sendable {
    case null
    case integer(Int64)
    case boolean(Bool)
    /// Bytes, or the 16 bytes of a UUID.
    case bytes([UInt8])
    /// What the server reads as the type that the place needs.
    case text(String)

    static func integer(orNull number: Int64?) -> Parameter { number.map { .integer($0) } ?? .null }

    static func bits(_ number: UInt64) -> Parameter { .integer(Int64(bitPattern: number)) }

    /// The bytes of a text. The server's own texts cannot contain the character U+0000, which a path and an account can.
    static func utf8(_ text: String) -> Parameter { .bytes(Array(text.utf8)) }

    static func utf8(orNull text: String?) -> Parameter { text.map { .utf8($0) } ?? .null }
}

/// A prepared statement with its values.
struct Query: Sendable {
    let statement: Statement
    private(set) var parameters = ParameterBytes()

    init(_ statement: Statement, _ parameters: [Parameter] = []) {
        self.statement = statement
        for parameter in parameters {
            switch parameter {
            case .null: self.parameters.appendNull()
            case .integer(let number):
                withUnsafeBytes(of: number.bigEndian) { self.parameters.append($0) }
            case .boolean(let isTrue): self.parameters.append(CollectionOfOne(isTrue ? 1 : 0))
            case .bytes(let value): self.parameters.append(value)
            case .text(let text): self.parameters.append(text.utf8, isBinary: false)
            }
        }
    }
}

/// The result of one statement, whose values are in the server's binary form.
final class StatementResult {
    private let result: OpaquePointer

    /// Takes over a result of libpq.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// The number of rows.
    var count: Int { Int(PQntuples(result)) }

    /// How many rows the statement has changed or returned.
    var changes: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    var isSync: Bool { PQresultStatus(result) == PGRES_PIPELINE_SYNC }

    /// The server's error, if it is one.
    var failure: PipelineFailure? {
        switch PQresultStatus(result) {
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE:
            let error = PostgreSQLFailure.error(result, statement: nil)
            // An error of libpq's own has no state: it has lost the connection.
            let isLost = PostgreSQLFailure.isFatal(result) || error.code.isEmpty
            return PipelineFailure(state: error.code, sentence: error.message, isLost: isLost)
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            return PipelineFailure(state: "", sentence: "COPY is not supported.", isLost: true)
        default: return nil
        }
    }

    func isNull(_ row: Int, _ column: Int) -> Bool {
        row < 0 || row >= count || column < 0 || column >= Int(PQnfields(result))
            || PQgetisnull(result, CInt(row), CInt(column)) != 0
    }

    /// The bytes of a value; none if it is NULL.
    func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        guard !isNull(row, column), let start = PQgetvalue(result, CInt(row), CInt(column)) else { return [] }
        let length = Int(PQgetlength(result, CInt(row), CInt(column)))
        return Array(UnsafeRawBufferPointer(start: start, count: length))
    }

    /// A number of eight bytes; nil if it is NULL.
    func integer(_ row: Int, _ column: Int) -> Int64? {
        let bytes = bytes(row, column)
        guard bytes.count == 8 else { return nil }
        return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    func bits(_ row: Int, _ column: Int) -> UInt64 { UInt64(bitPattern: integer(row, column) ?? 0) }

    func boolean(_ row: Int, _ column: Int) -> Bool { bytes(row, column) == [1] }

    func text(_ row: Int, _ column: Int) -> String { String(decoding: bytes(row, column), as: UTF8.self) }

    func textOrNull(_ row: Int, _ column: Int) -> String? { isNull(row, column) ? nil : text(row, column) }
}
