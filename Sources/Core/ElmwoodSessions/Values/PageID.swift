/// The id that an open page has chosen: 128 random bits.
package struct PageID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Reads the id as the script writes it: 22 characters of base64url.
    ///
    /// The loop runs over a buffer: over the collection itself, whose type is known only in another module, each byte costs several
    /// dynamically dispatched calls.
    package init?(utf8 text: some Collection<UInt8>) {
        let read = text.withContiguousStorageIfAvailable { Self(buffer: $0) }
        guard let id = read ?? Array(text.prefix(23)).withUnsafeBufferPointer({ Self(buffer: $0) }) else { return nil }
        self = id
    }

    private init?(buffer text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 22 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for byte in text {
            let digit: UInt64
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = UInt64(byte) - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = UInt64(byte) - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt64(byte) + 4
            case UInt8(ascii: "-"): digit = 62
            case UInt8(ascii: "_"): digit = 63
            default: return nil
            }
            high = high << 6 | low >> 58
            low = low << 6 | digit
        }
        self.high = high
        self.low = low
    }

    /// Whether it precedes the other in an arbitrary but fixed order.
    func precedes(_ other: PageID) -> Bool { (high, low) < (other.high, other.low) }

    /// The id as 22 characters of base64url.
    package var text: String {
        var (high, low) = (high, low)
        var digits: [UInt8] = []
        for _ in 0..<22 {
            digits.append(Self.alphabet[Int(low & 63)])
            low = low >> 6 | high << 58
            high >>= 6
        }
        return String(decoding: digits.reversed(), as: UTF8.self)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
