/// Produces a response's content while it is sent, as fast as the client reads it.
///
/// The methods are called on the thread of the connection's loop, one at a time, and must not wait: where nothing is
/// there yet, `next()` says `.wait` and the stream is woken later, from any thread. Nothing is asked of it while the client
/// has not taken what came before: what makes pieces out of a state that changes gives the newest when it is asked.
public protocol BodyProducer: AnyObject, Sendable {
    /// The response's head is about to be sent; `stream` wakes the connection when there is more.
    func begin(_ stream: ResponseStream)
    /// The next piece of the content.
    func next() -> BodyPiece
    /// Nothing more will be asked: the content was sent, or the client is gone, or the server stops.
    func end()
}

/// What a producer has for the moment.
public enum BodyPiece: Sendable {
    /// These bytes; an empty piece counts as `.wait`.
    case bytes([UInt8])
    /// Nothing for now: ask again when the stream is woken.
    case wait
    /// The content is complete.
    case end
    /// The content cannot be completed: the connection is cut, so that the client sees it.
    case failed
}
