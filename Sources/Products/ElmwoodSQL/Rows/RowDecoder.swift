/// Decodes one row: each property from the column of its name.
struct RowDecoder: Decoder {
    let columns: ColumnIndex
    let values: ArraySlice<SQLValue>
    let owner: String

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(type: Any.Type, columns: ColumnIndex, values: ArraySlice<SQLValue>) {
        self.columns = columns
        self.values = values
        owner = "\(type)"
    }

    func row<Row: Decodable>(of statement: SQL) throws -> Row {
        do {
            return try Row(from: self)
        } catch let error as DatabaseError {
            throw error.of(statement)
        } catch let error as DecodingError {
            throw DatabaseError.decoding(error, of: owner, column: Self.column(of: error)).of(statement)
        }
    }

    /// The column that an error of a type's own `init(from:)` refers to.
    private static func column(of error: DecodingError) -> String {
        let path =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context.codingPath
            @unknown default: [any CodingKey]()
            }
        return path.first?.stringValue ?? "?"
    }

    func value(at place: Int) -> ColumnValue {
        ColumnValue(
            value: values[values.startIndex + place],
            name: columns.name(at: place),
            owner: owner
        )
    }

    /// Returns the decoder of a property that has properties of its own, and a column for each of these; else nil.
    func group(_ property: String, as type: Any.Type) -> RowDecoder? {
        // Most properties have a column: to ask for that first costs the least.
        guard columns.place(of: property) == nil, !(type is any ColumnReadable.Type) else { return nil }
        return columns.group(of: property).map { RowDecoder(type: type, columns: $0, values: values) }
    }

    /// Whether all of the columns are NULL, as those of an outer join's other table are if it has no row.
    var isNull: Bool { columns.all.allSatisfy { values[values.startIndex + $0] == .null } }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RowContainer<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try requireRow()
        throw DatabaseError(.decoding, "A row is decoded by the names of its columns, and \(owner) has none.")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try requireRow()
        guard let place = columns.all.first, columns.all.count == 1 else {
            throw DatabaseError(
                .decoding,
                "\(owner) is decoded from one column, and the result has \(columns.all.count)."
            )
        }
        return try ColumnDecoder(column: value(at: place)).singleValueContainer()
    }

    /// Throws if this is a property of a row, whose type turns out to have no properties: it needs a column of its own.
    private func requireRow() throws {
        guard columns.prefix.isEmpty else {
            throw DatabaseError.missingColumn(String(columns.prefix.dropLast()), owner)
        }
    }
}

/// The columns of a row under the names of a type's properties.
struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RowDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.columns.properties.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool {
        decoder.columns.place(of: key.stringValue) != nil || decoder.columns.group(of: key.stringValue) != nil
    }

    func column(_ key: Key) throws -> ColumnValue {
        let name = decoder.columns.prefix + key.stringValue
        switch decoder.columns.place(of: key.stringValue) {
        case .column(let place):
            return decoder.value(at: place)
        case .ambiguous:
            let sentence =
                "The result has several columns “\(name)”, and \(decoder.owner) reads one. Rename them with AS."
            throw DatabaseError(.decoding, sentence)
        case nil:
            throw DatabaseError.missingColumn(name, decoder.owner)
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try decoder.group(key.stringValue, as: Key.self)?.isNull ?? (column(key).value == .null)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if let group = decoder.group(key.stringValue, as: type) { return try Value(from: group) }
        return try column(key).decode(type)
    }

    /// A column that is missing is an error also where the property is optional: its name may be misspelled.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        if let group = decoder.group(key.stringValue, as: type) { return group.isNull ? nil : try Value(from: group) }
        let column = try column(key)
        return column.value == .null ? nil : try column.decode(type)
    }

    /// Reads the types that have their own kinds of columns, without asking whether the type of a property is one.
    func decode<Value: Decodable & ColumnReadable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try column(key).read(type)
    }

    private func readIfPresent<Value: ColumnReadable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        let column = try column(key)
        return column.value == .null ? nil : try column.read(type)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try readIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try readIfPresent(type, key) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw nested(key)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw nested(key)
    }

    private func nested(_ key: Key) -> DatabaseError {
        let sentence =
            "The property “\(key.stringValue)” of \(decoder.owner) needs a type of its own to be read from JSON."
        return DatabaseError(.decoding, sentence)
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        if let group = decoder.group(key.stringValue, as: Key.self) { return group }
        return ColumnDecoder(column: try column(key))
    }
}

extension DatabaseError {
    fileprivate static func missingColumn(_ name: String, _ owner: String) -> DatabaseError {
        DatabaseError(
            .decoding,
            "The result has no column “\(name)”, which \(owner) reads. Select it, or NULL AS \(name)."
        )
    }
}
