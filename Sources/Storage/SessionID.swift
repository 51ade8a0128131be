/// The name of a visitor's session: 128 bits from the system's generator, which on Linux is `getrandom`.
///
/// Whoever knows it is that visitor, so nothing prints it: only ``text`` gives it away, for the cookie.
public struct SessionID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// What a session has that nobody holds yet. No visitor is ever found under it.
    package static let unheld = SessionID(high: 0, low: 0)

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

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
    ///
    /// The loop is over a buffer: over the collection itself, whose type is known in another module alone, each byte cost
    /// several calls through tables.
    public init?(utf8 bytes: some Collection<UInt8>) {
        let read = bytes.withContiguousStorageIfAvailable { Self(digits: $0) }
        guard let id = read ?? Array(bytes.prefix(33)).withUnsafeBufferPointer({ Self(digits: $0) }) else { return nil }
        self = id
    }

    private init?(digits: UnsafeBufferPointer<UInt8>) {
        guard digits.count == 32 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for byte in digits {
            guard let digit = Self.digit(byte) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | digit
        }
        self.high = high
        self.low = low
    }

    /// The id for the cookie's value: 32 digits of lower-case hexadecimal.
    public var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of ``text``.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for word in [high, low] {
            for shift in stride(from: UInt64(60), through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: word >> shift & 15)
                bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
        return bytes
    }

    /// Takes the same time wherever the two differ.
    public static func == (left: Self, right: Self) -> Bool {
        (left.high ^ right.high) | (left.low ^ right.low) == 0
    }

    /// The hasher has a secret of its own process, so which ids share a bucket tells nothing of their digits.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }

    /// Which of so many shards holds the id. The count is a power of two.
    package func shard(of count: Int) -> Int {
        Int(truncatingIfNeeded: low) & (count - 1)
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x61...0x66: UInt64(byte - 0x57)
        default: nil
        }
    }
}

extension SessionID: CustomStringConvertible, CustomReflectable {
    /// Not the id: a log or an error page that prints a session must not give it away.
    public var description: String { "SessionID" }

    /// Nothing: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
