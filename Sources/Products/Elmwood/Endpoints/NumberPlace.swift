import FoundationEssentials

/// The place of a number in JSON that does not fit into the property that it is decoded into.
///
/// Foundation's decoder reports such a number as JSON that is malformed, without a place. So the JSON is decoded once more, each value within
/// another decoder that knows where it is.
struct NumberPlace: Error {
    let path: [any CodingKey]

    /// Returns the place of the first number of a body that does not fit; nil if it is for another reason that the body cannot be decoded.
    static func find<Value: Decodable>(_ type: Value.Type, in body: Data, _ decoder: JSONDecoder) -> NumberPlace? {
        do {
            _ = try decoder.decode(Located<Value>.self, from: body)
            return nil
        } catch {
            return error as? NumberPlace
        }
    }

    /// Returns the error for a value that could not be decoded.
    ///
    /// - Parameters:
    ///   - error: that of Foundation's decoder. One that it does not describe is replaced at the end by one without a place.
    ///   - path: where the value is.
    ///   - number: the value as a number that may have a fraction; nil if it is none, as `01` is.
    fileprivate static func failure(_ error: any Error, at path: [any CodingKey], number: Double?) -> any Error {
        error is DecodingError || number == nil ? error : NumberPlace(path: path)
    }

    /// Whether Foundation's decoder reads values of the type itself. Those of all other types have code of their own.
    fileprivate static func isLeaf(_ type: any Decodable.Type) -> Bool {
        type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type || type == String.self
            || type == Bool.self
            || type == Date.self || type == Data.self || type == Decimal.self || type == URL.self
    }
}

/// A value that is decoded by its own code, within a decoder that knows the place.
private struct Located<Value: Decodable>: Decodable {
    init(from decoder: any Decoder) throws {
        _ = try LocatingValue(base: decoder.singleValueContainer(), decoder: LocatingDecoder(base: decoder))
            .decode(Value.self)
    }
}

private struct LocatingDecoder: Decoder {
    let base: any Decoder

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(LocatingMembers(base: try base.container(keyedBy: type)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        LocatingElements(base: try base.unkeyedContainer())
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        LocatingValue(base: try base.singleValueContainer(), decoder: self)
    }
}

private struct LocatingValue: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    let decoder: LocatingDecoder

    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard NumberPlace.isLeaf(type) else { return try T(from: decoder) }
        do {
            return try base.decode(type)
        } catch {
            throw NumberPlace.failure(error, at: codingPath, number: try? base.decode(Double.self))
        }
    }
}

private struct LocatingMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }

    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard NumberPlace.isLeaf(type) else { return try T(from: superDecoder(forKey: key)) }
        do {
            return try base.decode(type, forKey: key)
        } catch {
            throw NumberPlace.failure(error, at: codingPath + [key], number: try? base.decode(Double.self, forKey: key))
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(LocatingMembers<Nested>(base: try base.nestedContainer(keyedBy: type, forKey: key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        LocatingElements(base: try base.nestedUnkeyedContainer(forKey: key))
    }

    func superDecoder() throws -> any Decoder { LocatingDecoder(base: try base.superDecoder()) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        LocatingDecoder(base: try base.superDecoder(forKey: key))
    }
}

private struct LocatingElements: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard NumberPlace.isLeaf(type) else { return try T(from: superDecoder()) }
        do {
            return try base.decode(type)
        } catch {
            let path = codingPath + [Index(currentIndex)]
            throw NumberPlace.failure(error, at: path, number: try? base.decode(Double.self))
        }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(LocatingMembers(base: try base.nestedContainer(keyedBy: type)))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        LocatingElements(base: try base.nestedUnkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder { LocatingDecoder(base: try base.superDecoder()) }

    private struct Index: CodingKey {
        private let index: Int

        init(_ index: Int) { self.index = index }
        init(intValue: Int) { index = intValue }
        init?(stringValue: String) { nil }

        var intValue: Int? { index }
        var stringValue: String { "\(index)" }
    }
}
