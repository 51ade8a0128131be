/// 128 bits from the system's generator, which on Linux is `getrandom`: the content of an id, as text and as bytes.
package struct RandomBits: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    static let zero = RandomBits(high: 0, low: 0)

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates new bits.
    init() {
        var generator = SystemRandomNumberGenerator()
        self.init { generator.next() }
    }

    /// Creates new bits from a source other than the system's generator.
    ///
    /// - Parameter bits: returns 64 unpredictable bits, different each time.
    init(drawing bits: () -> UInt64) {
        high = bits()
        low = bits()
    }

    /// Reads 32 digits of lower-case hexadecimal. Returns nil for any other bytes, whatever their number.
    init?(digits bytes: Span<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in bytes.indices {
            guard let digit = Self.digit(bytes[index]) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | digit
        }
        self.high = high
        self.low = low
    }

    /// Reads ``bytes``. Returns nil if there are not 16.
    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// 32 digits of lower-case hexadecimal.
    var digits: [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(32)
        for word in [high, low] {
            for shift in stride(from: UInt64(60), through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: word >> shift & 15)
                digits.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
        return digits
    }

    /// 16 bytes.
    var bytes: [UInt8] {
        [high, low].flatMap { word in stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    var words: (high: UInt64, low: UInt64) { (high, low) }

    /// As many of the low bits as an `Int` has.
    var last: Int { Int(truncatingIfNeeded: low) }

    /// Compares in constant time.
    package static func == (left: Self, right: Self) -> Bool {
        (left.high ^ right.high) | (left.low ^ right.low) == 0
    }

    /// The hasher has a secret of its process, so the distribution over buckets reveals nothing of the digits.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x61...0x66: UInt64(byte - 0x57)
        default: nil
        }
    }
}
