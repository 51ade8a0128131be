/// What is remembered of a session id that another one has replaced.
public struct SessionRenewal: Equatable, Sendable {
    /// The id that has replaced it.
    public var successor: SessionID
    /// When it was replaced, in seconds since 1970.
    public var created: Int64
    /// The proofs of the browsers that are told the successor, as texts without spaces: nobody else is.
    public var claims: [String]

    /// A renewal at that moment.
    public init(successor: SessionID, created: Int64, claims: [String]) {
        self.successor = successor
        self.created = created
        self.claims = claims
    }
}
