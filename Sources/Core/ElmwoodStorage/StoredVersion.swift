/// Which save of a session is stored: its number, and a random token.
///
/// The number alone does not name a save. A database that fails over to a copy may lose the latest saves, whose numbers are then used
/// again, with other content. The token tells the two apart.
public struct StoredVersion: Hashable, Sendable {
    /// Counts the session's turns, and never decreases.
    public var number: UInt64
    /// A random number, another one for each save. Zero in what was stored by versions without tokens.
    public var token: UInt64

    /// Creates the version of a save.
    public init(_ number: UInt64, token: UInt64 = 0) {
        self.number = number
        self.token = token
    }
}

extension StoredVersion: ExpressibleByIntegerLiteral {
    /// Creates the version of that number with the token zero.
    public init(integerLiteral number: UInt64) {
        self.init(number)
    }
}
