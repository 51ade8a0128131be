/// An error that may mean that something is in use by others for the moment, such as all connections of a database. A request that fails
/// by it may succeed a little later: the answer is 503 with `Retry-After`.
package protocol OverloadError: Error {
    /// Whether that is what the error means.
    var isOverload: Bool { get }
}

extension OverloadError {
    package var isOverload: Bool { true }
}

extension Error {
    /// Whether the error means that something is in use by others for the moment.
    package var meansOverload: Bool { (self as? any OverloadError)?.isOverload ?? false }
}
