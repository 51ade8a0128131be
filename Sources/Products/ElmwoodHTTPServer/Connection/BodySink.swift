/// Receives the bytes of a request's body as they arrive, in place of memory or a file of the server's: see ``BodyStorage/sink(_:)``.
public final class BodySink: Sendable {
    /// The most bytes of the body: beyond it, 413.
    let limit: Int
    /// Receives the next bytes, which are valid during the call, on the thread of the connection's loop.
    let write: @Sendable (UnsafeRawBufferPointer) -> Void

    /// Creates a sink from a closure, which is called for each piece, and must not block for long.
    public init(upTo limit: Int, write: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
        self.limit = limit
        self.write = write
    }
}

extension BodySink: Equatable {
    /// Whether both are the same object.
    public static func == (one: BodySink, other: BodySink) -> Bool { one === other }
}
