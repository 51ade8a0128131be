/// A request's method (RFC 9110 §9): the operation on the target.
///
/// The server refuses any other method with 501 before a handler sees it. Methods are case-sensitive: `get` is not a method.
public enum HTTPMethod: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// Whether the method is safe (RFC 9110 §9.2.1): it reads and changes nothing.
    public var isSafe: Bool { self == .get || self == .head || self == .options }
}
