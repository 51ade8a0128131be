import ElmwoodHTTPServer
import Synchronization

extension Response {
    /// Creates a response whose content is produced while it is sent, as fast as the client reads it.
    ///
    /// ```swift
    /// .stream(rows.map { Array("\($0.id),\($0.name)\n".utf8) }, type: "text/csv; charset=utf-8")
    /// ```
    ///
    /// The next piece is asked for when the client has room for it. The sequence's iteration is cancelled when the client disconnects. If
    /// it throws, the connection is cut, so that the client notices.
    ///
    /// What the sequence holds, it holds for as long as the client reads: the rows of `database.stream(…)` come by a connection of the
    /// database, so a few slow readers can use up all of them. Collect a small result before it is sent, in memory or in a file, and
    /// give large exports a `Database` of their own with few connections.
    public static func stream<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, type: String) -> Response
    where Pieces.Element == [UInt8] {
        Response(
            .ok,
            headers: ["Content-Type": type, "Cache-Control": "no-store"],
            body: .producer(SequenceBody(pieces), length: nil)
        )
    }

    /// Creates a response with events for a client that listens (HTML standard, section 9.2), such as `EventSource`.
    ///
    /// ```swift
    /// site.get("/prices") { request in .events(prices.updates(after: request.headers["last-event-id"])) }
    /// ```
    ///
    /// A comment is sent when nothing else was for 15 seconds. The sequence's iteration is cancelled when the client disconnects.
    public static func events<Events: AsyncSequence & Sendable>(_ events: Events) -> Response
    where Events.Element == ServerSentEvent {
        Response(
            .ok,
            headers: [
                "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
            ],
            body: .stream(
                SequenceBody(events.map { $0.bytes }),
                heartbeat: PageStream.heartbeat,
                every: PageStream.heartbeatTime
            )
        )
    }
}

/// One event for a client that listens (HTML standard, section 9.2.6).
public struct ServerSentEvent: Equatable, Sendable {
    /// The content; it may have several lines.
    public var data: String
    /// The type by which the client distinguishes events; nil for `message`.
    public var event: String?
    /// What the client sends as `Last-Event-ID` when it connects again; nil for the former one.
    public var id: String?
    /// How long the client waits from now on before it connects again; nil for as long as before.
    public var retry: Duration?

    /// Creates an event.
    public init(_ data: String, event: String? = nil, id: String? = nil) {
        self.data = data
        self.event = event
        self.id = id
    }

    /// The event as it is sent.
    var bytes: [UInt8] {
        var text = ""
        if let event { text += "event: \(Self.line(event))\n" }
        // A client ignores an id with NUL.
        if let id { text += "id: \(Self.line(id).filter { $0 != "\0" })\n" }
        if let retry {
            text +=
                "retry: \(retry.components.seconds * 1_000 + retry.components.attoseconds / 1_000_000_000_000_000)\n"
        }
        // Each kind of line end begins a line of its own.
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: Self.isLineEnd) {
            text += "data: \(line)\n"
        }
        return Array((text + "\n").utf8)
    }

    private static func isLineEnd(_ character: Character) -> Bool {
        character == "\n" || character == "\r" || character == "\r\n"
    }

    /// Returns a text without line ends, after which other fields could follow.
    private static func line(_ text: String) -> String { text.filter { !isLineEnd($0) } }
}

/// The pieces of an asynchronous sequence as the content of a response.
private final class SequenceBody<Pieces: AsyncSequence & Sendable>: BodyProducer where Pieces.Element == [UInt8] {
    private struct State {
        /// The piece that waits to be sent. The sequence is asked for the next one when it has been.
        var piece: [UInt8]?
        /// What ends the content; nil while there may be more.
        var end: BodyPiece?
        /// Continues the iteration once the piece has been sent.
        var continuation: CheckedContinuation<Void, Never>?
        var task: Task<Void, Never>?
        var isOver = false
    }

    private let pieces: Pieces
    private let state = Mutex(State())

    init(_ pieces: Pieces) { self.pieces = pieces }

    func begin(_ stream: ResponseStream) {
        let task = Task {
            do {
                for try await piece in pieces where !piece.isEmpty {
                    await put(piece) { stream.wake() }
                    if state.withLock({ $0.isOver }) { return }
                }
                finish(.end)
            } catch {
                finish(.failed)
            }
            stream.wake()
        }
        let isOver = state.withLock { state in
            state.task = task
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    /// Offers a piece, and returns once it has been sent, or nobody waits for it.
    private func put(_ piece: [UInt8], _ wake: () -> Void) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard !state.isOver else { return true }
                state.piece = piece
                state.continuation = continuation
                return false
            }
            if isOver { continuation.resume() } else { wake() }
        }
    }

    private func finish(_ end: BodyPiece) { state.withLock { $0.end = end } }

    func next() -> BodyPiece {
        let (piece, continuation) = state.withLock { state -> (BodyPiece, CheckedContinuation<Void, Never>?) in
            guard let piece = state.piece else { return (state.end ?? .wait, nil) }
            defer { (state.piece, state.continuation) = (nil, nil) }
            return (.bytes(piece), state.continuation)
        }
        continuation?.resume()
        return piece
    }

    func end() {
        let (task, continuation) = state.withLock { state in
            defer { (state.isOver, state.continuation, state.task) = (true, nil, nil) }
            return (state.task, state.continuation)
        }
        task?.cancel()
        continuation?.resume()
    }
}
