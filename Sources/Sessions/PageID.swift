/// The name that an open page gave itself: 128 random bits.
package struct PageID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Reads the name as the script writes it: 22 characters of base64url.
    package init?(utf8 bytes: some Collection<UInt8>) {
        guard bytes.count == 22 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for byte in bytes {
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
}
