/// What a request is answered with.
protocol RequestReply: Sendable {
    static func failed(_ failure: SessionFailure) -> Self
    /// Whether it changes the visitor's cookie.
    var changesCookie: Bool { get }
    /// The same without commands to a live page: they are those of turns that are not stored, which may have to be run again. The page's
    /// next request has them sent.
    var withoutCommands: Self { get }
    /// The token that it may tell the browser of its visitor.
    var visitorChange: VisitorChange { get }
    /// Returns the same with another change.
    func with(_ change: VisitorChange) -> Self
}
