import CElmwoodMicrohttpd
import Glibc

/// A response's content that a producer makes while it is sent. It is used only on the loop's thread.
final class StreamState {
    private let producer: any BodyProducer
    /// The length in the response's head.
    let length: Int?
    /// How long the producer may have nothing before the heartbeat is sent, in nanoseconds; 0: forever.
    let pauseTime: UInt64
    private let heartbeat: [UInt8]
    private weak var connection: Connection?
    /// A piece that did not fit into the library's buffer, and how much of it has been copied.
    private var piece: [UInt8] = []
    private var taken = 0
    /// Whether the producer may have content: it has not returned `.wait`, or was woken since.
    private var isSupplied = true
    private var isBeatDue = false
    private var isEnding = false
    private var isCut = false
    private var hasEnded = false

    init(_ producer: any BodyProducer, length: Int?, connection: Connection) {
        self.producer = producer
        self.length = length
        self.connection = connection
        pauseTime = 0
        heartbeat = []
    }

    init(_ content: StreamContent, connection: Connection) {
        producer = content.producer
        length = nil
        self.connection = connection
        pauseTime = content.pauseTime(of: connection.number)
        heartbeat = content.heartbeat
    }

    /// Fills the library's buffer. Returns the number of bytes, or one of the library's codes: 0 (nothing at present), -1 (the
    /// end), -2 (failed).
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !isCut, let connection else {
            connection?.loop.knowsWhyItCloses = true
            return Self.failed
        }
        if taken == piece.count {
            taken = 0
            piece = []
            if isEnding { return Self.ended }
            if isSupplied {
                switch producer.next() {
                case .bytes(let bytes): piece = bytes
                case .wait: isSupplied = false
                case .end: return Self.ended
                case .failed: return Self.failed
                }
            }
            if !isSupplied, isBeatDue { piece = heartbeat }
            isBeatDue = false
        }
        guard !piece.isEmpty else {
            isSupplied = false
            connection.waitForProducer()
            return 0
        }
        let count = min(buffer.count, piece.count - taken)
        piece.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[taken..<taken + count])) }
        taken += count
        return count
    }

    /// Records that the producer may have more content.
    func wake() { isSupplied = true }

    /// Sends the heartbeat next, if the producer has nothing.
    func beat() { isBeatDue = true }

    /// Ends the content with what has been produced.
    func finish() { isEnding = true }

    /// Makes further reads fail.
    func cut() { isCut = true }

    /// Ends the producer. It is not called again.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        producer.end()
    }

    private static let ended = -1
    private static let failed = -2
}

/// The library's content reader. It is a global function, since a closure formed on an actor would trap here.
func readStream(
    _ context: UnsafeMutableRawPointer?,
    _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
) -> Int {
    guard let context, let buffer else { return -2 }
    // The response retains the state until it calls `releaseStream`.
    let stream = Unmanaged<StreamState>.fromOpaque(context).takeUnretainedValue()
    return stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

/// The library's callback when it releases a response's content.
func releaseStream(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<StreamState>.fromOpaque(context).release()
}
