/// Decodes one value from its part of a text.
struct MessageDecoder: Decoder {
    let syntax: MessageSyntax
    /// The type of the value: an optional distinguishes its own nil from that of its wrapped value.
    let type: Any.Type
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try MessageKeyedDecoding<Key>(syntax, depth: depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try MessageUnkeyedDecoding(syntax, depth: depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        MessageSingleDecoding(syntax: syntax, type: type, depth: depth)
    }
}

extension MessageText {
    /// Returns the value of a part of a text. An error of the type's own decoding receives the position of that part.
    static func decodeValue<T: Decodable>(_ type: T.Type, from syntax: MessageSyntax, depth: Int) throws -> T {
        guard depth < depthLimit * 2 else {
            throw MessageTextError(offset: syntax.offset, sentence: MessageTextError.tooDeep.sentence)
        }
        do {
            return try T(from: MessageDecoder(syntax: syntax, type: type, depth: depth + 1))
        } catch let error as DecodingError {
            throw MessageTextError(offset: syntax.offset, sentence: sentence(for: error, type: type, syntax: syntax))
        }
    }

    private static func sentence(for error: DecodingError, type: Any.Type, syntax: MessageSyntax) -> String {
        switch error {
        case .keyNotFound(let key, _): "\(type) needs a value named \(key.stringValue)."
        case .dataCorrupted(let context): "This is not a value of \(type): \(context.debugDescription)"
        default: syntax.kind == .enumCase ? "\(type) has no case \(syntax.text)." : "This is not a value of \(type)."
        }
    }
}

extension MessageSyntax {
    func error(_ sentence: String) -> MessageTextError {
        MessageTextError(offset: offset, sentence: sentence)
    }

    func boolean() throws -> Bool {
        guard isWord("true") || isWord("false") else { throw error("Expected true or false.") }
        return text == "true"
    }

    func string() throws -> String {
        guard kind == .string else { throw error("Expected a text in quotes.") }
        return text
    }

    func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard kind == .number, let value = T(text) else { throw error("Expected a whole number that fits \(type).") }
        return value
    }

    func float<T: BinaryFloatingPoint & LosslessStringConvertible>(_ type: T.Type) throws -> T {
        if isWord("nan") { return T.nan }
        guard kind == .number || isWord("inf"), let value = T(text) else { throw error("Expected a number.") }
        return value
    }
}
