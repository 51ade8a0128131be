extension TapeAttribute {
    /// Whether its value is that text, byte for byte.
    package func hasText(_ other: String) -> Bool {
        var other = other
        return other.withUTF8 { tape.bytes(textRange).elementsEqual($0) }
    }
}
