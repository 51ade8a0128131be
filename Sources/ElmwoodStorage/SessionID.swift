/// The name of a visitor's session: 128 bits from the system's generator.
///
/// Everybody who knows it is that visitor, so nothing prints it: only ``text`` gives it away, for the cookie.
public struct SessionID: Hashable, Sendable {
    /// The bits, for a store that keeps them as bytes.
    let bits: RandomBits

    /// What a session has that nobody holds yet. No visitor is ever found under it.
    package static let unheld = SessionID(bits: .zero)

    init(bits: RandomBits) {
        self.bits = bits
    }

    /// A new id, never given before.
    public init() {
        bits = RandomBits()
    }

    /// A new id of bits from elsewhere than the system's generator.
    ///
    /// - Parameter bits: gives 64 bits that nobody can foresee, others each time.
    package init(drawing bits: () -> UInt64) {
        self.bits = RandomBits(drawing: bits)
    }

    /// Reads an id as ``text`` writes it: 32 digits of lower-case hexadecimal, and nothing else.
    public init?(_ text: String) {
        self.init(utf8: text.utf8)
    }

    /// Reads an id from the bytes of its text; nil for any other bytes, however many.
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

    /// Which of so many shards holds the id. The count is a power of two.
    package func shard(of count: Int) -> Int {
        bits.last & (count - 1)
    }
}

extension SessionID: CustomStringConvertible, CustomReflectable {
    /// Not the id: a log or an error page that prints a session must not give it away.
    public var description: String { "SessionID" }

    /// Nothing: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
