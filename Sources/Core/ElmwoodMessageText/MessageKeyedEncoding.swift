/// A keyed container that writes its entries as arguments, or as an enumeration's case.
struct MessageKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: MessageOutput
    let place: ContainerPlace

    var codingPath: [any CodingKey] { [] }

    /// Writes an entry of one piece.
    @inline(__always)
    private func entry(_ key: Key, _ append: () -> Void) throws {
        output.beginEntry(key, in: place)
        append()
        try output.check()
    }

    /// Writes an entry of one piece, or `nil`.
    @inline(__always)
    private func put<Value>(_ value: Value?, _ key: Key, _ append: (Value) -> Void) throws {
        try entry(key) { if let value { append(value) } else { output.append(literal: "nil") } }
    }

    mutating func encodeNil(forKey key: Key) throws { try entry(key) { output.append(literal: "nil") } }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        output.beginEntry(key, in: place)
        try output.writeValue(value)
    }

    // A nil optional is written as `nil`, so that the text contains all of a case's payload.
    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        guard let value else { return try encodeNil(forKey: key) }
        output.beginEntry(key, in: place)
        let start = output.count
        try output.writeValue(value)
        output.wrapNil(from: start)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        let nested = output.openNested(key, in: place, isDictionary: UnorderedTypes.isDictionaryKey(type))
        return KeyedEncodingContainer(MessageKeyedEncoding<NestedKey>(output: output, place: nested))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        output.beginEntry(key, in: place)
        return MessageUnkeyedEncoding(output: output, place: output.open(.list))
    }

    mutating func superEncoder() -> any Encoder {
        superEncoder(named: SuperKey())
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        superEncoder(named: key)
    }

    private func superEncoder(named key: some CodingKey) -> any Encoder {
        output.beginEntry(key, in: place)
        return output.superEncoder()
    }

    mutating func encode(_ value: Bool, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: String, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: Double, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: Float, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: Int, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: Int8, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: Int16, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: Int32, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: Int64, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: Int128, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: UInt, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { try entry(key) { output.append(value) } }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { try entry(key) { output.append(value) } }

    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
    mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try put(value, key, output.append(_:)) }
}

/// The key of a superclass's part: `super`, as in every encoder.
struct SuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }

    init() {}
    init?(stringValue: String) { if stringValue != "super" { return nil } }
    init?(intValue: Int) { nil }
}
