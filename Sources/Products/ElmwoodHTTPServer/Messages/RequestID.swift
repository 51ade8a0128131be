/// The name of one request, in the log and in its answer: 128 bits, written as 32 hexadecimal digits.
///
/// The server makes it, or a trusted proxy states it as the trace id of `traceparent` (W3C, Trace Context, section 3.2.2.3). It is no
/// secret, and gives no access to anything.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
    /// The first and the last 64 bits.
    package let high: UInt64
    package let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the trace id of a `traceparent` field; nil if that is malformed, which makes it count as absent.
    init?(traceparent field: ArraySlice<UInt8>) {
        // version "-" trace-id "-" parent-id "-" trace-flags; later versions may append more.
        let bytes = Array(field)
        guard bytes.count >= 55, bytes[2] == UInt8(ascii: "-"), bytes[35] == UInt8(ascii: "-"),
            bytes[52] == UInt8(ascii: "-"), bytes.count == 55 || bytes[55] == UInt8(ascii: "-"),
            Self.number(bytes[..<2]).map({ $0 != 0xFF && ($0 != 0 || bytes.count == 55) }) ?? false,
            let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]), high | low != 0,
            let parent = Self.number(bytes[36..<52]), parent != 0, Self.number(bytes[53..<55]) != nil
        else { return nil }
        self.init(high: high, low: low)
    }

    /// Reads lower-case hexadecimal digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }

    /// The 32 hexadecimal digits.
    public var description: String {
        var digits: [UInt8] = []
        appendDigits(to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    private func appendDigits(to bytes: inout [UInt8]) {
        // They are appended at once, since each append checks the array's memory.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digits in
            for index in 0..<32 {
                let word = index < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4) & 15)
                digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            bytes.append(contentsOf: digits)
        }
    }

    private static let headerName: StaticString = "X-Request-Id: "
    static let headerLength = 14 + 32

    /// Appends the header field of the answer, without a line end.
    func appendHeader(to bytes: inout [UInt8]) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: Self.headerName.utf8Start, count: Self.headerName.utf8CodeUnitCount)
        )
        appendDigits(to: &bytes)
    }
}

/// The ids of a loop's requests.
struct RequestIDs {
    private let high: UInt64
    private var state: UInt64

    init() {
        var generator = SystemRandomNumberGenerator()
        high = generator.next()
        state = generator.next()
    }

    /// SplitMix64 (Steele, Lea and Flood, 2014), whose numbers do not repeat before all have been.
    mutating func next() -> RequestID {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return RequestID(high: high, low: word ^ (word >> 31))
    }
}
