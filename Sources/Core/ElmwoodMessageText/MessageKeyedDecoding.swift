/// A keyed container over a case, a group or a dictionary.
struct MessageKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let syntax: MessageSyntax
    private let entries: [String: MessageSyntax]
    /// The names in the order of the text.
    private let names: [String]
    private let depth: Int

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { names.compactMap { Key(stringValue: $0) } }

    init(_ syntax: MessageSyntax, depth: Int) throws {
        self.syntax = syntax
        self.depth = depth
        var entries: [String: MessageSyntax] = [:]
        var names: [String] = []
        func add(_ name: String, _ value: MessageSyntax) throws {
            guard entries.updateValue(value, forKey: name) == nil else {
                throw value.error("There is a value named \(name) already.")
            }
            names.append(name)
        }
        switch syntax.kind {
        case .enumCase:
            var payload = syntax
            payload.kind = .group
            try add(syntax.text, payload)
        case .group:
            for (index, child) in syntax.children.enumerated() { try add(child.label ?? "_\(index)", child) }
        case .dictionary:
            for index in stride(from: 1, to: syntax.children.count, by: 2) {
                try add(syntax.children[index - 1].string(), syntax.children[index])
            }
        case .word, .number, .string, .list:
            throw syntax.error("Expected a case, or values in parentheses.")
        }
        self.entries = entries
        self.names = names
    }

    private func value(_ key: some CodingKey) throws -> MessageSyntax {
        guard let value = entries[key.stringValue] else {
            throw syntax.error("A value named \(key.stringValue) is missing here.")
        }
        return value
    }

    func contains(_ key: Key) -> Bool { entries[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isWord("nil") }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try MessageText.decodeValue(type, from: value(key), depth: depth)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let value = entries[key.stringValue], !value.isWord("nil") else { return nil }
        return try MessageText.decodeValue(type, from: value.wrappedNil ?? value, depth: depth)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(try MessageKeyedDecoding<NestedKey>(value(key), depth: depth))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try MessageUnkeyedDecoding(value(key), depth: depth)
    }

    func superDecoder() throws -> any Decoder {
        MessageDecoder(syntax: try value(SuperKey()), type: Never.self, depth: depth)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        MessageDecoder(syntax: try value(key), type: Never.self, depth: depth)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).boolean() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).string() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).float(Double.self) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).float(Float.self) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).integer(Int.self) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).integer(Int8.self) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).integer(Int16.self) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).integer(Int32.self) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).integer(Int64.self) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(key).integer(Int128.self) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).integer(UInt.self) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).integer(UInt8.self) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key).integer(UInt16.self) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key).integer(UInt32.self) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key).integer(UInt64.self) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(key).integer(UInt128.self) }
}
