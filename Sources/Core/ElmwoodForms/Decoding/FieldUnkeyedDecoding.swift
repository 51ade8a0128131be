/// The values of a name that occurs several times.
struct FieldUnkeyedDecoding: UnkeyedDecodingContainer {
    let elements: [FieldTree]
    let name: String
    let depth: Int
    private(set) var currentIndex = 0

    init(elements: [FieldTree], name: String, depth: Int) {
        self.elements = elements
        self.name = name
        self.depth = depth
    }

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
    mutating func decode(_ type: Double.Type) throws -> Double { try advance { try $0.float(type, $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try advance { try $0.float(type, $1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try advance { try $0.integer(type, $1) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try advance { try $0.integer(type, $1) } }
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
    func decode(_ type: Double.Type) throws -> Double { try tree.float(Double.self, name) }
    func decode(_ type: Float.Type) throws -> Float { try tree.float(Float.self, name) }
    func decode(_ type: Int.Type) throws -> Int { try tree.integer(Int.self, name) }
    func decode(_ type: Int8.Type) throws -> Int8 { try tree.integer(Int8.self, name) }
    func decode(_ type: Int16.Type) throws -> Int16 { try tree.integer(Int16.self, name) }
    func decode(_ type: Int32.Type) throws -> Int32 { try tree.integer(Int32.self, name) }
    func decode(_ type: Int64.Type) throws -> Int64 { try tree.integer(Int64.self, name) }
    func decode(_ type: Int128.Type) throws -> Int128 { try tree.integer(Int128.self, name) }
    func decode(_ type: UInt.Type) throws -> UInt { try tree.integer(UInt.self, name) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try tree.integer(UInt8.self, name) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try tree.integer(UInt16.self, name) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try tree.integer(UInt32.self, name) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try tree.integer(UInt64.self, name) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try tree.integer(UInt128.self, name) }
}
