/// Makes a value of nearly any type, so that functions over that type can be compared by their results. Each number in the value is
/// the seed, each text contains it, and each list has that many elements.
///
/// Types that refuse the samples, as an enumeration refuses a name that is none of its own, have no sample.
struct SampleDecoder: Decoder {
    let seed: Int
    var depth = 0

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Returns the samples of a type; empty if the type refuses them.
    static func samples<Value: Decodable>(of type: Value.Type) -> [Value] {
        (0...2).compactMap { try? Value(from: SampleDecoder(seed: $0)) }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SampleFields<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { SampleElements(decoder: self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SampleValue(decoder: self) }

    /// Returns the decoder for a nested value. A type that contains itself ends if it can; otherwise it has no sample.
    func deeper() throws -> SampleDecoder {
        guard depth < 8 else { throw SampleRefused() }
        return SampleDecoder(seed: seed, depth: depth + 1)
    }

    var isNil: Bool { seed == 0 || depth >= 6 }
    var truth: Bool { seed != 0 }
    var text: String { "sample \(seed)" }
}

private struct SampleRefused: Error {}

private struct SampleValue: SingleValueDecodingContainer {
    let decoder: SampleDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { decoder.isNil }
    func decode(_ type: Bool.Type) throws -> Bool { decoder.truth }
    func decode(_ type: String.Type) throws -> String { decoder.text }
    func decode<Value: Decodable & BinaryFloatingPoint>(_ type: Value.Type) throws -> Value {
        Value(decoder.seed) + 0.5
    }
    func decode<Value: Decodable & FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        Value(clamping: decoder.seed)
    }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: decoder.deeper()) }
}

private struct SampleFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: SampleDecoder
    var codingPath: [any CodingKey] { [] }
    /// Makes an enumeration decode the case that the seed names, if its names are numbers.
    var allKeys: [Key] { Key(intValue: decoder.seed).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { decoder.isNil }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: decoder.deeper())
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder.deeper().container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.deeper().unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder.deeper() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder.deeper() }
}

private struct SampleElements: UnkeyedDecodingContainer {
    let decoder: SampleDecoder
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { decoder.isNil ? 0 : decoder.seed }
    var isAtEnd: Bool { currentIndex >= (count ?? 0) }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // A type that asks for more elements than there are is a tuple of its own, not a list.
        guard currentIndex < 64 else { throw SampleRefused() }
        currentIndex += 1
        return try Value(from: decoder.deeper())
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        currentIndex += 1
        return try decoder.deeper().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        currentIndex += 1
        return try decoder.deeper().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try decoder.deeper() }
}
