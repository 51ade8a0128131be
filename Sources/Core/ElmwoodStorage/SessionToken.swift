/// The secret by which a browser proves which session is its own: 128 bits from the system's generator, in a cookie.
///
/// Only the server issues tokens, and only the browser has them: sessions are found and stored by the token's hash, their
/// ``SessionID``. Nobody can therefore use a session by what a store or its backup contains.
public struct SessionToken: CookieSecret {
    package let bits: RandomBits

    package init(bits: RandomBits) {
        self.bits = bits
    }

    /// Creates a new token.
    public init() {
        self.init(bits: RandomBits())
    }

    /// Reads a token from ``text``: 32 digits of lower-case hexadecimal, and nothing else.
    public init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    /// The token for the cookie's value: 32 digits of lower-case hexadecimal.
    public var text: String { String(decoding: bits.digits, as: UTF8.self) }

    /// The session's id: the token's hash.
    public var id: SessionID { SessionID(bits: bits.hash) }
}
