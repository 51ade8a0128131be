/// Produces a response's content while it is sent, as fast as the client reads it.
///
/// The methods are called on the thread of the connection's loop, one at a time, and must not block: if there is no content yet,
/// `next()` returns `.wait`, and the stream is woken later, from any thread. The producer is not called while the client has not
/// read the previous pieces: a producer that makes pieces from changing state returns the newest.
public protocol BodyProducer: AnyObject, Sendable {
    /// Begins the content, before the response's head is sent. `stream` wakes the connection when there is more.
    func begin(_ stream: ResponseStream)
    /// Returns the next piece of the content.
    func next() -> BodyPiece
    /// Ends the content: it was sent, the client has disconnected, or the server stops. There are no further calls.
    func end()
}

/// A producer's next piece.
public enum BodyPiece: Sendable {
    /// These bytes; an empty piece counts as `.wait`.
    case bytes([UInt8])
    /// Nothing at present: `next()` is called again when the stream is woken.
    case wait
    /// The content is complete.
    case end
    /// The content cannot be completed: the connection is cut, so that the client notices.
    case failed
}
