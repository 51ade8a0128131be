/// An unkeyed container that writes its elements as a list.
struct MessageUnkeyedEncoding: UnkeyedEncodingContainer {
    let output: MessageOutput
    let place: ContainerPlace

    var codingPath: [any CodingKey] { [] }
    var count: Int { output.entries(in: place) }

    /// Writes an element of one piece.
    @inline(__always)
    private func element(_ append: () -> Void) throws {
        output.beginElement(in: place)
        append()
        try output.check()
    }

    mutating func encodeNil() throws { try element { output.append(literal: "nil") } }

    mutating func encode<T: Encodable>(_ value: T) throws {
        output.beginElement(in: place)
        try output.writeValue(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        output.beginElement(in: place)
        let nested = output.open(UnorderedTypes.isDictionaryKey(type) ? .dictionary : .keyed)
        return KeyedEncodingContainer(MessageKeyedEncoding<NestedKey>(output: output, place: nested))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        output.beginElement(in: place)
        return MessageUnkeyedEncoding(output: output, place: output.open(.list))
    }

    mutating func superEncoder() -> any Encoder {
        output.beginElement(in: place)
        return output.superEncoder()
    }

    mutating func encode(_ value: Bool) throws { try element { output.append(value) } }
    mutating func encode(_ value: String) throws { try element { output.append(value) } }
    mutating func encode(_ value: Double) throws { try element { output.append(value) } }
    mutating func encode(_ value: Float) throws { try element { output.append(value) } }
    mutating func encode(_ value: Int128) throws { try element { output.append(value) } }
    mutating func encode<T: Encodable & FixedWidthInteger>(_ value: T) throws {
        try element { output.append(value) }
    }
    mutating func encode(_ value: UInt128) throws { try element { output.append(value) } }
}

/// A container for one value, which is written as that value is.
struct MessageSingleEncoding: SingleValueEncodingContainer {
    let output: MessageOutput
    let type: Any.Type
    /// The length of the text when the container was requested: it holds one value, not two.
    let start: Int

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { try single { output.append(literal: "nil") } }

    mutating func encode<T: Encodable>(_ value: T) throws {
        try begin()
        try output.writeValue(value)
        // Only an optional writes its wrapped value and its own nil in the same position.
        if output.isNil(from: start), type is any OptionalValue.Type { output.wrapNil(from: start) }
    }

    private func begin() throws {
        if output.count != start { output.fail(.twoValues) }
        try output.check()
    }

    /// Writes a value of one piece.
    @inline(__always)
    private func single(_ append: () -> Void) throws {
        try begin()
        append()
        try output.check()
    }

    mutating func encode(_ value: Bool) throws { try single { output.append(value) } }
    mutating func encode(_ value: String) throws { try single { output.append(value) } }
    mutating func encode(_ value: Double) throws { try single { output.append(value) } }
    mutating func encode(_ value: Float) throws { try single { output.append(value) } }
    mutating func encode(_ value: Int128) throws { try single { output.append(value) } }
    mutating func encode<T: Encodable & FixedWidthInteger>(_ value: T) throws {
        try single { output.append(value) }
    }
    mutating func encode(_ value: UInt128) throws { try single { output.append(value) } }
}

/// An optional: the only type whose own nil must be distinguished in a single-value container.
protocol OptionalValue {}
extension Optional: OptionalValue {}

extension MessageOutput {
    /// The encoder of a superclass's part, whose value begins here.
    func superEncoder() -> any Encoder {
        let place = open(.value)
        return MessageEncoder(
            output: self,
            type: Never.self,
            base: Int32(truncatingIfNeeded: place.index &+ 1),
            parent: place.serial
        )
    }
}
