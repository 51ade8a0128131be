/// Identifies a visitor within the server, for finding their stored values.
///
/// It outlives every session, and never leaves the server: a browser has a token instead, whose hash the store has (``TokenHash``).
public struct VisitorID: Hashable, Sendable {
    /// The bits, for a store that stores them as bytes.
    let bits: RandomBits

    init(bits: RandomBits) {
        self.bits = bits
    }

    /// Reads an id from ``bytes``. Returns nil if there are not 16.
    public init?(bytes: [UInt8]) {
        guard let bits = RandomBits(bytes: bytes) else { return nil }
        self.bits = bits
    }

    /// Creates the id of a visitor without a token.
    public init() {
        bits = RandomBits()
    }

    /// Creates the id of a new visitor, who receives that token.
    ///
    /// The id is the hash of the visitor's first token. A session therefore needs to remember only the id, and the token's row is
    /// made when the visitor saves something.
    public init(firstToken: TokenHash) {
        bits = firstToken.bits
    }

    /// The hash of the visitor's first token.
    public var firstToken: TokenHash { TokenHash(bits: bits) }

    /// The 16 bytes of the id, for a store of your own.
    public var bytes: [UInt8] { bits.bytes }

    /// Names the visitor to other programs and visitors: another hash, so that what a page shows is not what a store contains.
    package var publicName: String { String(decoding: bits.hash.digits, as: UTF8.self) }
}

extension VisitorID: CustomStringConvertible, CustomReflectable {
    /// Hides the id: a log or an error page that prints a visitor must not reveal it.
    public var description: String { "VisitorID" }

    /// Hides the id: see ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
