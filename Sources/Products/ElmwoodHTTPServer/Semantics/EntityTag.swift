/// Identifies one state of a resource: the value of an `ETag` header (RFC 9110 §8.8.3).
public struct EntityTag: CustomStringConvertible, Equatable, Sendable {
    /// The text between the quotes.
    public let text: String
    /// Whether it promises only equal meaning, not equal bytes.
    public let isWeak: Bool

    /// Creates a tag, or nil if the text contains a character that is not allowed in one: a quote, white space, a control
    /// character.
    public init?(_ text: String, isWeak: Bool = false) {
        guard text.utf8.allSatisfy(Self.isTagByte) else { return nil }
        self.text = text
        self.isWeak = isWeak
    }

    /// The value for an `ETag` header.
    public var description: String {
        isWeak ? "W/\"\(text)\"" : "\"\(text)\""
    }

    /// Whether two tags identify the same bytes: neither may be weak (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && text == other.text
    }

    /// Whether two tags identify the same meaning.
    public func matchesWeakly(_ other: EntityTag) -> Bool {
        text == other.text
    }

    /// The tag of the same resource's content, compressed by gzip. A weak tag is the same, since it does not identify bytes.
    package var gzipped: EntityTag? { isWeak ? self : EntityTag(text + "-gzip") }

    /// Reads a list of tags, as in `If-Match` and `If-None-Match`, up to the first malformed one.
    package static func list(_ header: String) -> [EntityTag] {
        var remainder = Array(header.utf8)[...]
        var tags: [EntityTag] = []
        while true {
            while let first = remainder.first, first == 0x20 || first == 0x09 || first == 0x2C {
                remainder = remainder.dropFirst()
            }
            let isWeak = remainder.starts(with: [0x57, 0x2F])
            if isWeak { remainder = remainder.dropFirst(2) }
            guard remainder.first == 0x22 else { return tags }
            remainder = remainder.dropFirst()
            guard let end = remainder.firstIndex(of: 0x22),
                let tag = EntityTag(String(decoding: remainder[..<end], as: UTF8.self), isWeak: isWeak)
            else { return tags }
            tags.append(tag)
            remainder = remainder[(end + 1)...]
        }
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80
    }
}
