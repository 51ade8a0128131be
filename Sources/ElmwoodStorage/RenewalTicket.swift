/// Proves that a browser made the request which began something: 128 bits from the system's generator.
///
/// It is stored in a cookie of its own, which only the response to that request sets. If the work that the request began leads to a
/// new session id, the browser that presents the ticket receives the id. Anybody who merely knows the session's former id has no
/// ticket.
public struct RenewalTicket: Hashable, Sendable {
    /// The bits, for a store that stores them as bytes.
    let bits: RandomBits

    /// Creates a new ticket.
    public init() {
        bits = RandomBits()
    }

    /// Creates a new ticket from a source other than the system's generator.
    ///
    /// - Parameter bits: returns 64 unpredictable bits, different each time.
    package init(drawing bits: () -> UInt64) {
        self.bits = RandomBits(drawing: bits)
    }

    /// Reads a ticket from ``text``: 32 digits of lower-case hexadecimal, and nothing else.
    public init?(_ text: String) {
        self.init(utf8: text.utf8)
    }

    /// Reads a ticket from the bytes of its text. Returns nil for any other bytes, whatever their number.
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
    /// Hides the ticket: a log or an error page that prints it must not reveal it.
    public var description: String { "RenewalTicket" }

    /// Hides the ticket: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
