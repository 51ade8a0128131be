/// Identifies a visitor's session: the hash of its ``SessionToken``, from which the token cannot be found.
///
/// Nobody can act as the visitor by it. It nevertheless stays within the server, and nothing prints it.
public struct SessionID: Hashable, Sendable {
    /// The bits, for a store that stores them as bytes.
    let bits: RandomBits

    /// The id of a session that nobody uses yet. No visitor is ever found by it.
    package static let unheld = SessionID(bits: .zero)

    init(bits: RandomBits) {
        self.bits = bits
    }

    /// Creates the id of a new token that nobody has, to test a store.
    public init() {
        self = SessionToken().id
    }

    /// Reads an id from ``bytes``. Returns nil if there are not 16.
    public init?(bytes: [UInt8]) {
        guard let bits = RandomBits(bytes: bytes) else { return nil }
        self.bits = bits
    }

    /// The 16 bytes of the id, for a store of your own.
    public var bytes: [UInt8] { bits.bytes }

    /// The id as two numbers.
    package var words: (high: UInt64, low: UInt64) { bits.words }

    /// Returns which of that many shards contains the id. The count is a power of two.
    package func shard(of count: Int) -> Int {
        bits.last & (count - 1)
    }
}

extension SessionID: CustomStringConvertible, CustomReflectable {
    /// Hides the id: see ``SessionID``.
    public var description: String { "SessionID" }

    /// Hides the id: see ``SessionID``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SessionID {
    /// Names the session to visitors: another hash, so that what a page shows is not what a store contains.
    package var publicName: String { String(decoding: bits.hash.digits, as: UTF8.self) }
}
