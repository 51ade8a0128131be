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
    func decode<T: FormFloat>(_ type: T.Type, forKey key: Key) throws -> T { try field(key).float(type, name(key)) }
    @inline(__always)
    func decode<T: FormInteger>(_ type: T.Type, forKey key: Key) throws -> T { try field(key).integer(type, name(key)) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try field(key).integer(type, name(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try field(key).integer(type, name(key)) }
}
