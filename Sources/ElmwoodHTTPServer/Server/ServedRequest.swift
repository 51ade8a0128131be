/// A request and what the server answered, for a log or for metrics.
public struct ServedRequest: Sendable {
    /// The request; nil if it was refused before its head was complete.
    public let request: Request?
    /// The client's address.
    public let remoteAddress: RemoteAddress
    /// The status of the answer.
    public let status: HTTPStatus
    /// The time from the request's beginning to the end of the answer; of a stream, to its beginning.
    public let duration: Duration
    /// The length of the answer's content in bytes; 0 if it was unknown when the answer began.
    public let contentLength: Int
}
