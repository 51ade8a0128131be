/// The values of a name that occurs several times.
struct FieldUnkeyedDecoding: UnkeyedDecodingContainer {
    let elements: [FieldTree]
    let name: String
    let depth: Int
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    /// Returns the next element, made by that function of it and the name. If that throws, the position does not advance.
    private mutating func advance<T>(_ make: (FieldTree, String) throws -> T) throws -> T {
        guard !isAtEnd else { throw FieldError(field: name, sentence: .tooFewValues) }
        let made = try make(elements[currentIndex], name)
        currentIndex += 1
        return made
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex].isEmpty else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let depth = depth
        return try advance { try $0.decode(type, $1, depth: depth) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let depth = depth
        return try advance { KeyedDecodingContainer(FieldKeyedDecoding<NestedKey>(tree: $0, name: $1, depth: depth)) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let depth = depth
        return try advance { FieldUnkeyedDecoding(elements: $0.elements, name: $1, depth: depth) }
    }

    mutating func superDecoder() throws -> any Decoder {
        let depth = depth
        return try advance { FieldDecoder($0, name: $1, depth: depth) }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try advance { try $0.boolean($1) } }
    mutating func decode(_ type: String.Type) throws -> String { try advance { try $0.text($1) } }
    mutating func decode<T: FormFloat>(_ type: T.Type) throws -> T { try advance { try $0.float(type, $1) } }
    mutating func decode<T: FormInteger>(_ type: T.Type) throws -> T { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try advance { try $0.integer(type, $1) } }
}

/// One field by itself.
struct FieldSingleDecoding: SingleValueDecodingContainer {
    let tree: FieldTree
    let name: String
    let depth: Int

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { tree.isEmpty }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try tree.decode(type, name, depth: depth) }

    func decode(_ type: Bool.Type) throws -> Bool { try tree.boolean(name) }
    func decode(_ type: String.Type) throws -> String { try tree.text(name) }
    func decode<T: FormFloat>(_ type: T.Type) throws -> T { try tree.float(type, name) }
    func decode<T: FormInteger>(_ type: T.Type) throws -> T { try tree.integer(type, name) }
    func decode(_ type: Int128.Type) throws -> Int128 { try tree.integer(Int128.self, name) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try tree.integer(UInt128.self, name) }
}
