/// A request and what the server answered, for a log or for metrics.
public struct ServedRequest: Sendable {
    /// The request; nil if it was refused before its head was complete.
    public let request: Request?
    /// The client's address.
    public let remoteAddress: RemoteAddress
    /// The answer.
    public let answer: ServedAnswer
}

/// An answer that was sent. It takes little time to make, so it can be counted for every request.
public struct ServedAnswer: Sendable {
    /// Its status.
    public let status: HTTPStatus
    /// Why the request was refused, in one word: ``Response/reason``.
    public let reason: String?
    /// The handler's number of the answer: ``Response/tag``.
    public let tag: Int
    /// The time from the request's beginning to the end of the answer; of a stream, to its beginning.
    public let duration: Duration
    /// The length of the answer's content in bytes; 0 if it was unknown when the answer began.
    public let contentLength: Int
}
