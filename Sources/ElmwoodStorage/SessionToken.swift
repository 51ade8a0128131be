/// The secret by which a browser proves which session is its own: 128 bits from the system's generator, in a cookie.
///
/// Only the server issues tokens, and only the browser has them: sessions are found and stored by the token's hash, their
/// ``SessionID``. Nobody can therefore use a session by what a store or its backup contains.
public struct SessionToken: Hashable, Sendable {
    private let bits: RandomBits

    /// Creates a new token.
    public init() {
        bits = RandomBits()
    }

    /// Creates a new token from a source other than the system's generator.
    ///
    /// - Parameter bits: returns 64 unpredictable bits, different each time.
    package init(drawing bits: () -> UInt64) {
        self.bits = RandomBits(drawing: bits)
    }

    /// Reads a token from ``text``: 32 digits of lower-case hexadecimal, and nothing else.
    public init?(_ text: String) {
        self.init(utf8: text.utf8)
    }

    /// Reads a token from the bytes of its text. Returns nil for any other bytes, whatever their number.
    public init?(utf8 bytes: some Collection<UInt8>) {
        guard let bits = RandomBits(digits: bytes) else { return nil }
        self.bits = bits
    }

    /// The token for the cookie's value: 32 digits of lower-case hexadecimal.
    public var text: String {
        String(decoding: bits.digits, as: UTF8.self)
    }

    /// The session's id: the token's hash.
    public var id: SessionID { SessionID(bits: bits.hash) }
}

extension SessionToken: CustomStringConvertible, CustomReflectable {
    /// Hides the token: a log or an error page that prints it must not reveal it.
    public var description: String { "SessionToken" }

    /// Hides the token: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
