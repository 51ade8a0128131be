/// The secret by which a browser proves whose stored values it may use: 128 bits from the system's generator, in a cookie of its own.
///
/// Only the server issues tokens, and stores only their hashes. A token belongs to a ``VisitorID``, which never leaves the server.
/// When the session's id is renewed, the visitor's tokens become invalid, and the browser receives another one.
package struct VisitorToken: CookieSecret {
    package let bits: RandomBits

    package init(bits: RandomBits) {
        self.bits = bits
    }

    /// What the server stores of it.
    package var hash: TokenHash { TokenHash(bits: bits.hash) }
}

/// The hash of a visitor's token, which the visitor's browser has in a cookie. The token cannot be found from it.
public struct TokenHash: Hashable, Sendable {
    /// The bits, for a store that stores them as bytes.
    let bits: RandomBits

    /// The 16 bytes of the hash, for a store of your own.
    public var bytes: [UInt8] { bits.bytes }
}
