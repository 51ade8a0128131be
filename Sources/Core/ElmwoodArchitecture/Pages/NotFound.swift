/// Thrown by `start` or `view` if nothing exists at the address: the visitor gets "404 Not Found".
///
/// ```swift
/// guard let article = model.articles[page.path] else { throw NotFound() }
/// ```
public struct NotFound: Error, Equatable, Sendable {
    /// Creates the error.
    public init() {}
}
