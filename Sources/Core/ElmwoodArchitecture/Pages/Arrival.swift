/// The address at which a visitor has asked for a page of the program: what ``Subscription/arrived(_:)`` tells.
///
/// ```swift
/// case .arrived(let arrival):
///     model.page = Int(arrival.query["page"] ?? "") ?? 1
/// ```
public struct Arrival: Codable, Hashable, Sendable {
    /// The path below the program's own address, beginning with `/`, decoded.
    public var path: String
    /// The query's parameters.
    public var query: Query
    /// The account that the visitor has signed in to, in whichever program of the site (`Command.identify`); nil if there is none.
    ///
    /// It is the one at the moment of the arrival, whatever has caused that: a link, an effect, a timer, or another process.
    public var account: String?

    /// Creates an arrival; tests make their own.
    public init(path: String = "/", query: Query = Query(), account: String? = nil) {
        self.path = path
        self.query = query
        self.account = account
    }
}
