/// Why a server could not be started.
public struct HTTPServerError: Error, Equatable, CustomStringConvertible, Sendable {
    /// One sentence that says what failed and why.
    public let description: String

    init(_ description: String) { self.description = description }
}
