/// An unkeyed container over a list, or over a dictionary's alternating keys and values.
struct MessageUnkeyedDecoding: UnkeyedDecodingContainer {
    private let syntax: MessageSyntax
    private let depth: Int
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var count: Int? { syntax.children.count }
    var isAtEnd: Bool { currentIndex >= syntax.children.count }

    init(_ syntax: MessageSyntax, depth: Int) throws {
        guard syntax.kind == .list || syntax.kind == .dictionary else {
            throw syntax.error("Expected values in brackets.")
        }
        self.syntax = syntax
        self.depth = depth
    }

    private func value() throws -> MessageSyntax {
        guard !isAtEnd else { throw syntax.error("This list has too few values.") }
        return syntax.children[currentIndex]
    }

    /// Returns the next value, made by that function. If it throws, the position does not advance.
    private mutating func advance<T>(_ make: (MessageSyntax) throws -> T) throws -> T {
        let made = try make(value())
        currentIndex += 1
        return made
    }

    mutating func decodeNil() throws -> Bool {
        guard try value().isWord("nil") else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let depth = depth
        return try advance { try MessageText.decodeValue(type, from: $0, depth: depth) }
    }

    mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        guard !isAtEnd, try !decodeNil() else { return nil }
        let depth = depth
        return try advance { try MessageText.decodeValue(type, from: $0.wrappedNil ?? $0, depth: depth) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let depth = depth
        return KeyedDecodingContainer(try advance { try MessageKeyedDecoding<NestedKey>($0, depth: depth) })
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let depth = depth
        return try advance { try MessageUnkeyedDecoding($0, depth: depth) }
    }

    mutating func superDecoder() throws -> any Decoder {
        let depth = depth
        return try advance { MessageDecoder(syntax: $0, type: Never.self, depth: depth) }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try advance { try $0.boolean() } }
    mutating func decode(_ type: String.Type) throws -> String { try advance { try $0.string() } }
    mutating func decode<T: DecodedFloat>(_ type: T.Type) throws -> T { try advance { try $0.float(type) } }
    mutating func decode<T: DecodedInteger>(_ type: T.Type) throws -> T { try advance { try $0.integer(type) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try advance { try $0.integer(Int128.self) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try advance { try $0.integer(UInt128.self) } }
}

// These containers are not generic, so the compiler specializes their generic functions for each type of number.
typealias DecodedInteger = Decodable & FixedWidthInteger
typealias DecodedFloat = BinaryFloatingPoint & Decodable & LosslessStringConvertible

/// A container for one value.
struct MessageSingleDecoding: SingleValueDecodingContainer {
    let syntax: MessageSyntax
    let type: Any.Type
    let depth: Int

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { syntax.isWord("nil") }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let wrapped = syntax.wrappedNil, self.type is any OptionalValue.Type {
            return try MessageText.decodeValue(type, from: wrapped, depth: depth)
        }
        return try MessageText.decodeValue(type, from: syntax, depth: depth)
    }

    func decode(_ type: Bool.Type) throws -> Bool { try syntax.boolean() }
    func decode(_ type: String.Type) throws -> String { try syntax.string() }
    func decode<T: DecodedFloat>(_ type: T.Type) throws -> T { try syntax.float(type) }
    func decode<T: DecodedInteger>(_ type: T.Type) throws -> T { try syntax.integer(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try syntax.integer(Int128.self) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try syntax.integer(UInt128.self) }
}
