/// The name of a visitor, by which what is stored for them is found again: 128 bits from the system's generator.
///
/// It lives in a cookie of its own, and outlives every session. Everybody who knows it can be that visitor to the store, so nothing
/// prints it: only ``text`` gives it away, for the cookie.
public struct VisitorID: Hashable, Sendable {
    /// The bits, for a store that keeps them as bytes.
    let bits: RandomBits

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
}

extension VisitorID: CustomStringConvertible, CustomReflectable {
    /// Not the id: a log or an error page that prints a visitor must not give it away.
    public var description: String { "VisitorID" }

    /// Nothing: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
