/// Encodes one value into the current text.
struct MessageEncoder: Encoder {
    let output: MessageOutput
    /// The type of the value: the elements of sets and dictionaries are sorted.
    let type: Any.Type
    /// How many containers were open when the value began: its own container has this index.
    let base: Int32
    /// The serial number of the container around the value, if a super encoder writes it; else 0.
    let parent: UInt32

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let kind: MessageOutput.Kind = UnorderedTypes.isDictionaryKey(type) ? .dictionary : .keyed
        let place = output.container(kind, at: Int(base), parent: parent)
        return KeyedEncodingContainer(MessageKeyedEncoding<Key>(output: output, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let place = output.container(UnorderedTypes.kind(of: type), at: Int(base), parent: parent)
        return MessageUnkeyedEncoding(output: output, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        if !output.isEmpty(at: Int(base), parent: parent) { output.fail(.twoValues) }
        return MessageSingleEncoding(output: output, type: type, start: output.count)
    }
}

extension MessageOutput.Kind {
    /// Whether it is a keyed container.
    var isKeyed: Bool {
        switch self {
        case .keyed, .enumCase, .group, .arguments, .dictionary: true
        case .list, .set, .pairs, .value: false
        }
    }
}

/// Recognizes the types whose elements have no order.
enum UnorderedTypes {
    /// Returns how the unkeyed container of a value of this type is written.
    static func kind(of type: Any.Type) -> MessageOutput.Kind {
        if type is any UnorderedElements.Type { return .set }
        if type is any UnorderedPairs.Type { return .pairs }
        return .list
    }

    /// Whether it is the key type with which the standard library's dictionaries with text keys encode themselves.
    static func isDictionaryKey(_ key: any CodingKey.Type) -> Bool {
        ObjectIdentifier(key) == dictionaryKey
    }

    /// That type has no public name, so a dictionary is encoded once to find it.
    private static let dictionaryKey: ObjectIdentifier? = {
        let probe = KeyTypeProbe()
        try? [String: Int]().encode(to: probe)
        return probe.found
    }()
}

/// A set: its elements have no order.
private protocol UnorderedElements {}
extension Set: UnorderedElements {}

/// A dictionary with keys other than texts: alternating keys and values, in no order.
private protocol UnorderedPairs {}
extension Dictionary: UnorderedPairs {}

/// An encoder that only records the requested key type.
private final class KeyTypeProbe: Encoder {
    var found: ObjectIdentifier?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private let output = MessageOutput(limit: 16)

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        found = ObjectIdentifier(type)
        return KeyedEncodingContainer(MessageKeyedEncoding<Key>(output: output, place: output.open(.keyed)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        MessageUnkeyedEncoding(output: output, place: output.open(.list))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        MessageSingleEncoding(output: output, type: Never.self, start: 0)
    }
}
