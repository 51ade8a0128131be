/// The record of a session id that another one has replaced.
public struct SessionRenewal: Equatable, Sendable {
    /// The id that has replaced it.
    public var successor: SessionID
    /// When it was replaced, in seconds since 1970.
    public var created: Int64
    /// The proofs of the browsers that receive the new id, as texts without spaces. No other browser receives it.
    public var claims: [String]

    /// Creates a renewal.
    public init(successor: SessionID, created: Int64, claims: [String]) {
        self.successor = successor
        self.created = created
        self.claims = claims
    }
}
