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

    /// Returns the next element, made by that function. If it throws, the position does not advance.
    private mutating func advance<T>(_ make: (FieldTree) throws -> T) throws -> T {
        guard !isAtEnd else { throw FieldError(field: name, sentence: .tooFewValues) }
        let made = try make(elements[currentIndex])
        currentIndex += 1
        return made
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex].isEmpty else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let (name, depth) = (name, depth)
        return try advance { try $0.decode(type, name, depth: depth) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let (name, depth) = (name, depth)
        return try advance { KeyedDecodingContainer(FieldKeyedDecoding<NestedKey>(tree: $0, name: name, depth: depth)) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let (name, depth) = (name, depth)
        return try advance { FieldUnkeyedDecoding(elements: $0.elements, name: name, depth: depth) }
    }

    mutating func superDecoder() throws -> any Decoder {
        let (name, depth) = (name, depth)
        return try advance { FieldDecoder($0, name: name, depth: depth) }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let name = name
        return try advance { try $0.boolean(name) }
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let name = name
        return try advance { try $0.text(name) }
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        let name = name
        return try advance { try $0.float(Double.self, name) }
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        let name = name
        return try advance { try $0.float(Float.self, name) }
    }

    mutating func decode(_ type: Int.Type) throws -> Int {
        let name = name
        return try advance { try $0.integer(Int.self, name) }
    }

    mutating func decode(_ type: Int8.Type) throws -> Int8 {
        let name = name
        return try advance { try $0.integer(Int8.self, name) }
    }

    mutating func decode(_ type: Int16.Type) throws -> Int16 {
        let name = name
        return try advance { try $0.integer(Int16.self, name) }
    }

    mutating func decode(_ type: Int32.Type) throws -> Int32 {
        let name = name
        return try advance { try $0.integer(Int32.self, name) }
    }

    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        let name = name
        return try advance { try $0.integer(Int64.self, name) }
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        let name = name
        return try advance { try $0.integer(Int128.self, name) }
    }

    mutating func decode(_ type: UInt.Type) throws -> UInt {
        let name = name
        return try advance { try $0.integer(UInt.self, name) }
    }

    mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        let name = name
        return try advance { try $0.integer(UInt8.self, name) }
    }

    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        let name = name
        return try advance { try $0.integer(UInt16.self, name) }
    }

    mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        let name = name
        return try advance { try $0.integer(UInt32.self, name) }
    }

    mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        let name = name
        return try advance { try $0.integer(UInt64.self, name) }
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        let name = name
        return try advance { try $0.integer(UInt128.self, name) }
    }
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
