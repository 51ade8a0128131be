/// The fields of a form, or those that are nested in one of its names.
struct FieldKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let tree: FieldTree
    let name: String
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { tree.names.compactMap { Key(stringValue: $0) } }

    private func name(_ key: some CodingKey) -> String {
        name.isEmpty ? key.stringValue : "\(name)[\(key.stringValue)]"
    }

    /// Returns a field. A field that was not sent has no values: an unchecked box, a list with nothing selected.
    private func field(_ key: some CodingKey) -> FieldTree { tree.children[key.stringValue] ?? FieldTree() }

    func contains(_ key: Key) -> Bool { tree.children[key.stringValue] != nil }

    func decodeNil(forKey key: Key) -> Bool { field(key).isEmpty }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try field(key).decode(type, name(key), depth: depth)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(FieldKeyedDecoding<NestedKey>(tree: field(key), name: name(key), depth: depth))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        FieldUnkeyedDecoding(elements: field(key).elements, name: name(key), depth: depth)
    }

    /// A superclass's fields are fields of the same form.
    func superDecoder() -> any Decoder { FieldDecoder(tree, name: name, depth: depth) }

    func superDecoder(forKey key: Key) -> any Decoder { FieldDecoder(field(key), name: name(key), depth: depth) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try field(key).boolean(name(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try field(key).text(name(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try field(key).float(type, name(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try field(key).float(type, name(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try field(key).integer(type, name(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try field(key).integer(type, name(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try field(key).integer(type, name(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try field(key).integer(type, name(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try field(key).integer(type, name(key)) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try field(key).integer(type, name(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try field(key).integer(type, name(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try field(key).integer(type, name(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try field(key).integer(type, name(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try field(key).integer(type, name(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try field(key).integer(type, name(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try field(key).integer(type, name(key)) }
}
