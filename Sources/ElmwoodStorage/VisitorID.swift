/// Identifies a visitor, for finding their stored values: 128 bits from the system's generator.
///
/// It is stored in a cookie of its own, and outlives every session. Everybody who knows it can act as that visitor to the store, so
/// nothing prints it: only ``text`` reveals it, for the cookie.
public struct VisitorID: Hashable, Sendable {
    /// The bits, for a store that stores them as bytes.
    let bits: RandomBits

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
}

extension VisitorID: CustomStringConvertible, CustomReflectable {
    /// Hides the id: a log or an error page that prints a visitor must not reveal it.
    public var description: String { "VisitorID" }

    /// Hides the id: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
