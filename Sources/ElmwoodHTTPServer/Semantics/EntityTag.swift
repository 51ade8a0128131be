/// What names one state of a resource: the value of an `ETag` header (RFC 9110 §8.8.3).
public struct EntityTag: CustomStringConvertible, Equatable, Sendable {
    /// The text between the quotes.
    public let text: String
    /// Whether it promises only that the meaning is the same, not every byte.
    public let isWeak: Bool

    /// Creates a tag, or nil where the text holds a character that no tag may: a quote, white space, a control character.
    public init?(_ text: String, isWeak: Bool = false) {
        guard text.utf8.allSatisfy(Self.isTagByte) else { return nil }
        self.text = text
        self.isWeak = isWeak
    }

    /// The value for an `ETag` header.
    public var description: String {
        isWeak ? "W/\"\(text)\"" : "\"\(text)\""
    }

    /// Whether two tags name the same bytes: neither may be weak (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && text == other.text
    }

    /// Whether two tags name the same meaning.
    public func matchesWeakly(_ other: EntityTag) -> Bool {
        text == other.text
    }

    /// Reads a list of tags as `If-Match` and `If-None-Match` hold it, up to the first thing in it that is no tag.
    static func list(_ header: String) -> [EntityTag] {
        var rest = Array(header.utf8)[...]
        var tags: [EntityTag] = []
        while true {
            while let first = rest.first, first == 0x20 || first == 0x09 || first == 0x2C { rest = rest.dropFirst() }
            let isWeak = rest.starts(with: [0x57, 0x2F])
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == 0x22 else { return tags }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: 0x22),
                let tag = EntityTag(String(decoding: rest[..<end], as: UTF8.self), isWeak: isWeak)
            else { return tags }
            tags.append(tag)
            rest = rest[(end + 1)...]
        }
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80
    }
}
