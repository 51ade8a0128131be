/// Thrown by `start` or `view` where there is nothing at that address: the visitor gets "404 Not Found".
///
/// ```swift
/// guard let article = model.articles[page.path] else { throw NotFound() }
/// ```
public struct NotFound: Error, Equatable, Sendable {
    /// Creates the error.
    public init() {}
}
