/// A request's method (RFC 9110 §9): the operation on the target.
///
/// The server refuses any other method with 501 before a handler sees it. Methods are case-sensitive: `get` is not a method.
public enum HTTPMethod: String, Sendable {
    /// Transfers the target's present state (§9.3.1).
    case get = "GET"
    /// The same as `get`, without the content (§9.3.2).
    case head = "HEAD"
    /// Lets the target process the content (§9.3.3).
    case post = "POST"
    /// Replaces the target's state by the content (§9.3.4).
    case put = "PUT"
    /// Changes parts of the target (RFC 5789).
    case patch = "PATCH"
    /// Removes the target (§9.3.5).
    case delete = "DELETE"
    /// Asks what the target permits (§9.3.7).
    case options = "OPTIONS"

    /// Whether the method is safe (RFC 9110 §9.2.1): it reads and changes nothing.
    public var isSafe: Bool { self == .get || self == .head || self == .options }
}
