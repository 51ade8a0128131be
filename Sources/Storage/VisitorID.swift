/// The name of a visitor, by which what is stored for him is found again: 128 bits from the system's generator.
///
/// It lives in a cookie of its own, and outlives every session. Whoever knows it can be that visitor to the store, so nothing
/// prints it: only ``text`` gives it away, for the cookie.
public struct VisitorID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// A new id, never given before.
    public init() {
        var generator = SystemRandomNumberGenerator()
        high = generator.next()
        low = generator.next()
    }

    /// Reads an id as ``text`` writes it: 32 digits of lower-case hexadecimal, and nothing else.
    public init?(_ text: String) {
        self.init(utf8: text.utf8)
    }

    /// Reads an id from the bytes of its text; nil for any other bytes, however many.
    public init?(utf8 bytes: some Collection<UInt8>) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var count = 0
        for byte in bytes {
            count += 1
            guard count <= 32 else { return nil }
            let digit: UInt64
            switch byte {
            case 0x30...0x39: digit = UInt64(byte - 0x30)
            case 0x61...0x66: digit = UInt64(byte - 0x57)
            default: return nil
            }
            high = high << 4 | low >> 60
            low = low << 4 | digit
        }
        guard count == 32 else { return nil }
        self.high = high
        self.low = low
    }

    /// The id for the cookie's value: 32 digits of lower-case hexadecimal.
    public var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for word in [high, low] {
            for shift in stride(from: UInt64(60), through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: word >> shift & 15)
                bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Takes the same time wherever the two differ.
    public static func == (left: Self, right: Self) -> Bool {
        (left.high ^ right.high) | (left.low ^ right.low) == 0
    }

    /// The bits, for a store that keeps them as bytes.
    var bytes: [UInt8] {
        [high, low].flatMap { word in stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }
}

extension VisitorID: CustomStringConvertible, CustomReflectable {
    /// Not the id: a log or an error page that prints a visitor must not give it away.
    public var description: String { "VisitorID" }

    /// Nothing: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
