/// Proves that a browser made the request which began something: 128 bits from the system's generator.
///
/// It lives in a cookie of its own, which only the answer to that request sets. Where a new session id comes of what the request
/// began, the browser that presents the ticket is told the id. Who knows the session's former id from before has no ticket.
public struct RenewalTicket: Hashable, Sendable {
    /// The bits, for a store that keeps them as bytes.
    let bits: RandomBits

    /// A new ticket, never given before.
    public init() {
        bits = RandomBits()
    }

    /// A new ticket of bits from elsewhere than the system's generator.
    ///
    /// - Parameter bits: gives 64 bits that nobody can foresee, others each time.
    package init(drawing bits: () -> UInt64) {
        self.bits = RandomBits(drawing: bits)
    }

    /// Reads a ticket as ``text`` writes it: 32 digits of lower-case hexadecimal, and nothing else.
    public init?(_ text: String) {
        self.init(utf8: text.utf8)
    }

    /// Reads a ticket from the bytes of its text; nil for any other bytes, however many.
    public init?(utf8 bytes: some Collection<UInt8>) {
        guard let bits = RandomBits(digits: bytes) else { return nil }
        self.bits = bits
    }

    /// The ticket for the cookie's value: 32 digits of lower-case hexadecimal.
    public var text: String {
        String(decoding: bits.digits, as: UTF8.self)
    }
}

extension RenewalTicket: CustomStringConvertible, CustomReflectable {
    /// Not the ticket: a log or an error page that prints one must not give it away.
    public var description: String { "RenewalTicket" }

    /// Nothing: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
