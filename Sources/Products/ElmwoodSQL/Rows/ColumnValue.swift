import FoundationEssentials

/// The value of one column, while it is decoded.
struct ColumnValue {
    let value: SQLValue
    let name: String
    /// The type that the row is decoded into, for errors: a name such as `Article`.
    let owner: String

    /// Decodes the whole value, with errors that name the statement.
    func decode<Value: Decodable>(_ type: Value.Type, of statement: SQL) throws -> Value {
        do {
            return try decode(type)
        } catch let error as DatabaseError {
            throw error.of(statement)
        } catch let error as DecodingError {
            throw DatabaseError.decoding(error, of: owner, column: name).of(statement)
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let readable = type as? any ColumnReadable.Type, let value = try read(readable) as? Value { return value }
        do {
            return try type.init(from: ColumnDecoder(column: self))
        } catch is NoSingleValue {
            return try decodeJSON(type)
        } catch let error as DecodingError {
            throw DatabaseError.decoding(error, of: owner, column: name)
        }
    }

    func read<Value: ColumnReadable>(_ type: Value.Type) throws -> Value {
        do throws(NumberDoesNotFit) {
            if let read = try type.read(value) { return read }
        } catch {
            throw DatabaseError(.decoding, "The number in the column “\(name)” of \(owner) does not fit in \(type).")
        }
        let sentence = "The column “\(name)” is \(value.noun), and \(owner) needs a value of type \(type) there."
        throw DatabaseError(.decoding, sentence)
    }

    private func decodeJSON<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let text =
            switch value {
            case .text(let text), .json(let text): Data(text.utf8)
            case .bytes(let bytes): Data(bytes)
            case .null, .boolean, .integer, .real, .decimal, .date, .uuid:
                throw DatabaseError(.decoding, "The column “\(name)” is \(value.noun), and \(owner) needs JSON there.")
            }
        do {
            return try JSONText.decoder().decode(type, from: text)
        } catch let error as DecodingError {
            if case .dataCorrupted(let context) = error, context.codingPath.isEmpty {
                let sentence =
                    "The column “\(name)” of \(owner) is not valid JSON, or a number in it does not fit its type."
                throw DatabaseError(.decoding, sentence)
            }
            throw DatabaseError.decoding(error, of: owner, column: name)
        }
    }
}

/// A type asks for keys or elements, which a column has as JSON only.
private struct NoSingleValue: Error {}

/// What a type of a column decodes itself with: a single value. What is none is decoded from JSON.
struct ColumnDecoder: Decoder {
    let column: ColumnValue

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw NoSingleValue()
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoSingleValue() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleColumn(column: column) }
}

private struct SingleColumn: SingleValueDecodingContainer {
    let column: ColumnValue

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { column.value == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try column.decode(type) }
    func decode<Value: Decodable & ColumnReadable>(_ type: Value.Type) throws -> Value { try column.read(type) }
}

extension DatabaseError {
    /// Adds the statement that returned the row.
    func of(_ statement: SQL) -> DatabaseError {
        var error = self
        error.statement = error.statement ?? statement.outline
        return error
    }

    /// Says what does not decode. The error's own description is left out: it quotes values.
    static func decoding(_ error: DecodingError, of owner: String, column: String) -> DatabaseError {
        let (problem, path) =
            switch error {
            case .typeMismatch(let type, let context): ("is not of type \(type)", context.codingPath)
            case .valueNotFound(let type, let context): ("has no value of type \(type)", context.codingPath)
            case .keyNotFound(let key, let context): ("has no key “\(key.stringValue)”", context.codingPath)
            case .dataCorrupted(let context): ("has a value that its type does not accept", context.codingPath)
            @unknown default: ("cannot be decoded", [])
            }
        let steps = path.map { key in key.intValue.map(String.init) ?? key.stringValue }.filter { $0 != column }
        let place = steps.isEmpty ? "" : " at “\(steps.joined(separator: "."))”"
        return DatabaseError(.decoding, "The column “\(column)” of \(owner)\(place) \(problem).")
    }
}
