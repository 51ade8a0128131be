import CElmwoodMicrohttpd
import Glibc

/// A stream that goes out over a socket of our own, which the library has given up.
///
/// There may be thousands that have nothing to send, so it holds little: no buffer but what a slow client has left over.
/// Used on the loop's thread alone.
final class DetachedStream {
    /// Lives longer than its streams: nothing has to be counted or checked.
    private unowned(unsafe) let loop: EventLoop
    private let producer: any BodyProducer
    private let heartbeat: [UInt8]
    /// The time without a byte after which the heartbeat is sent; 0: never.
    private let restTime: UInt64
    let place: RequestNumber
    private let descriptor: Int32
    /// Whether the content goes in chunks, as HTTP/1.1 has it, or ends with the connection.
    private let isChunked: Bool

    /// What the socket did not take, and how much of it has gone since.
    private var unsent: [UInt8] = []
    private var sentCount = 0
    /// Whether the loop waits for the socket to take more. The producer is not asked before.
    private var isBlocked = false
    /// Whether the content is to end with what has been produced.
    private var isEnding = false
    /// Whether the content's end is in what was sent or is unsent.
    private var isComplete = false
    private var isClosed = false

    private(set) var deadline: Instant = .max
    /// The time of the earliest entry among the loop's deadlines.
    var scheduled: Instant = .max

    /// Creates a stream that owns a socket.
    init(
        loop: EventLoop,
        socket: consuming FileDescriptor,
        place: RequestNumber,
        content: StreamContent,
        isChunked: Bool
    ) {
        self.loop = loop
        self.place = place
        self.isChunked = isChunked
        producer = content.producer
        heartbeat = content.heartbeat
        restTime = content.restTime(of: place.number)
        descriptor = socket.take()
    }

    /// Sends the response's head, and what there is of the content.
    func begin(head: [UInt8]) {
        producer.begin(ResponseStream(place, isDetached: true, mailbox: loop.mailbox))
        guard loop.watch(descriptor, Self.events, as: subject) else { return close() }
        send(behind: head)
    }

    /// The producer has more.
    func wake() {
        if !isBlocked { send() }
    }

    /// Something has happened to the socket.
    func take(_ events: UInt32) {
        if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue | EPOLLRDHUP.rawValue) != 0 { return close() }
        if events & EPOLLIN.rawValue != 0 { dropInput() }
        if events & EPOLLOUT.rawValue != 0, isBlocked { sendRest() }
    }

    /// The deadline has passed.
    func expire() {
        if isBlocked { cut() } else { sendHeartbeat() }
    }

    /// Ends the content here, and the stream when the client has taken what is unsent.
    func finish() {
        isEnding = true
        if !isBlocked { send() }
    }

    /// Ends the stream at once, and so that the client sees that something is missing.
    func cut() {
        // Else the system would keep what the client does not read, and keep trying to send it.
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        close()
    }

    private func close() {
        guard !isClosed else { return }
        isClosed = true
        loop.forget(self)
        // The socket would be reset, and what is under way lost, if something were unread.
        dropInput()
        Glibc.close(descriptor)
        unsent = []
        producer.end()
    }

    // MARK: - Sending

    private enum Supply {
        /// The producer has no more for now.
        case exhausted
        /// There may be more, but it has been a lot already.
        case abundant
        /// The content is complete.
        case complete
        /// The content cannot be completed.
        case failed
    }

    /// Sends what the producer has.
    private func send(behind head: [UInt8] = []) {
        var buffer = loop.takeStreamBuffer()
        defer { loop.giveBack(streamBuffer: buffer) }
        buffer.append(contentsOf: head)
        let supply = collect(into: &buffer)
        if case .failed = supply { return cut() }
        if case .complete = supply { isComplete = true }
        guard write(buffer) else { return }
        switch supply {
        case .complete, .failed: close()
        // The other streams have their turn first.
        case .abundant: block()
        case .exhausted: rest()
        }
    }

    /// The producer is not asked: it would have woken the stream.
    private func sendHeartbeat() {
        var buffer = loop.takeStreamBuffer()
        defer { loop.giveBack(streamBuffer: buffer) }
        append(heartbeat, to: &buffer)
        if write(buffer) { rest() }
    }

    /// Gives the socket bytes when nothing is unsent. Returns whether it took all; where not, what is left waits for room.
    private func write(_ buffer: [UInt8]) -> Bool {
        guard let count = write(buffer.span, from: 0) else {
            close()
            return false
        }
        guard count < buffer.count else { return true }
        unsent = Array(buffer[count...])
        sentCount = 0
        block()
        return false
    }

    /// Sends what the socket did not take before, and then what there is now.
    private func sendRest() {
        guard let count = write(unsent.span, from: sentCount) else { return close() }
        sentCount += count
        guard sentCount == unsent.count else {
            if count > 0 { enter(until: loop.now &+ loop.sendTime) }
            return
        }
        unsent = []
        sentCount = 0
        if isComplete { close() } else { send() }
    }

    private func collect(into buffer: inout [UInt8]) -> Supply {
        while !isEnding {
            guard buffer.count < Self.portion else { return .abundant }
            switch producer.next() {
            case .bytes(let bytes):
                guard !bytes.isEmpty else { return .exhausted }
                append(bytes, to: &buffer)
            case .wait: return .exhausted
            case .end: isEnding = true
            case .failed: return .failed
            }
        }
        if isChunked { buffer.append(contentsOf: "0\r\n\r\n".utf8) }
        return .complete
    }

    /// Appends a piece of the content, as a chunk where it goes in chunks (RFC 9112 §7.1).
    private func append(_ piece: [UInt8], to buffer: inout [UInt8]) {
        guard isChunked else { return buffer.append(contentsOf: piece) }
        buffer.append(contentsOf: String(piece.count, radix: 16).utf8)
        buffer.append(contentsOf: "\r\n".utf8)
        buffer.append(contentsOf: piece)
        buffer.append(contentsOf: "\r\n".utf8)
    }

    /// Gives the socket bytes. Returns how many it took; nil where the connection is broken.
    private func write(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count else { return 0 }
        let count = bytes.extracting(start...).withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    // MARK: - Waiting

    private func block() {
        if !isBlocked {
            isBlocked = true
            loop.watch(again: descriptor, Self.events | EPOLLOUT.rawValue, as: subject)
        }
        enter(until: loop.now &+ loop.sendTime)
    }

    private func rest() {
        if isBlocked {
            isBlocked = false
            loop.watch(again: descriptor, Self.events, as: subject)
        }
        enter(until: restTime == 0 ? .max : loop.now &+ restTime)
    }

    private func enter(until deadline: Instant) {
        self.deadline = deadline
        if deadline < scheduled { loop.schedule(self) }
    }

    /// Reads and drops what the client sends: nothing behind this request is served.
    private func dropInput() {
        // With MSG_TRUNC the bytes of a TCP socket are dropped and not copied.
        _ = recv(descriptor, nil, 1 << 20, Int32(MSG_TRUNC | MSG_DONTWAIT))
    }

    private var subject: WatchedSubject {
        .stream(slot: place.slot, number: UInt32(truncatingIfNeeded: place.number))
    }

    private static let events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue
    /// How many bytes are collected before the socket has to take them.
    private static let portion = 16 * 1024
}
