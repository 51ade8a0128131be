/// The secret by which a browser proves whose stored values it may use: 128 bits from the system's generator, in a cookie of its own.
///
/// Only the server issues tokens, and stores only their hashes. A token belongs to a ``VisitorID``, which never leaves the server.
/// When the session's id is renewed, the visitor's tokens become invalid, and the browser receives another one.
public struct VisitorToken: Hashable, Sendable {
    let bits: RandomBits

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

    /// What the server stores of it.
    public var hash: TokenHash { TokenHash(bits: bits.hash) }
}

extension VisitorToken: CustomStringConvertible, CustomReflectable {
    /// Hides the token: a log or an error page that prints it must not reveal it.
    public var description: String { "VisitorToken" }

    /// Hides the token: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The hash of a ``VisitorToken``. The token cannot be found from it.
public struct TokenHash: Hashable, Sendable {
    /// The bits, for a store that stores them as bytes.
    let bits: RandomBits

    init(bits: RandomBits) {
        self.bits = bits
    }

    /// The 16 bytes of the hash, for a store of your own.
    public var bytes: [UInt8] { bits.bytes }
}
