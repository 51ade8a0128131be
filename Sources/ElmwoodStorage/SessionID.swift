/// Identifies a visitor's session: 128 bits from the system's generator.
///
/// Everybody who knows it can act as that visitor, so nothing prints it: only ``text`` reveals it, for the cookie.
public struct SessionID: Hashable, Sendable {
    /// The bits, for a store that stores them as bytes.
    let bits: RandomBits

    /// The id of a session that nobody uses yet. No visitor is ever found by it.
    package static let unheld = SessionID(bits: .zero)

    init(bits: RandomBits) {
        self.bits = bits
    }

    /// Creates a new id.
    public init() {
        bits = RandomBits()
    }

    /// Creates a new id from a source other than the system's generator.
    ///
    /// - Parameter bits: returns 64 unpredictable bits, different each time.
    package init(drawing bits: () -> UInt64) {
        self.bits = RandomBits(drawing: bits)
    }

    /// Reads an id from ``text``: 32 digits of lower-case hexadecimal, and nothing else.
    public init?(_ text: String) {
        self.init(utf8: text.utf8)
    }

    /// Reads an id from the bytes of its text. Returns nil for any other bytes, whatever their number.
    public init?(utf8 bytes: some Collection<UInt8>) {
        guard let bits = RandomBits(digits: bytes) else { return nil }
        self.bits = bits
    }

    /// The id for the cookie's value: 32 digits of lower-case hexadecimal.
    public var text: String {
        String(decoding: bits.digits, as: UTF8.self)
    }

    /// The bytes of ``text``.
    package var bytes: [UInt8] { bits.digits }

    /// The id as two numbers.
    package var words: (high: UInt64, low: UInt64) { bits.words }

    /// Returns which of that many shards contains the id. The count is a power of two.
    package func shard(of count: Int) -> Int {
        bits.last & (count - 1)
    }
}

extension SessionID: CustomStringConvertible, CustomReflectable {
    /// Hides the id: a log or an error page that prints a session must not reveal it.
    public var description: String { "SessionID" }

    /// Hides the id: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
