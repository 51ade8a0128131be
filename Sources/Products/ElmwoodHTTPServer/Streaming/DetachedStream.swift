import CElmwoodMicrohttpd
import Glibc

/// A stream over a socket that the library no longer owns.
///
/// There may be thousands of idle ones, so each stores little: it has no buffer except for bytes that a slow client has not read.
/// It is used only on the loop's thread.
final class DetachedStream {
    /// The loop outlives its streams: no reference counting and no check are needed.
    private unowned(unsafe) let loop: EventLoop
    private let producer: any BodyProducer
    private let heartbeat: [UInt8]
    /// The time without a byte after which the heartbeat is sent; 0: never.
    private let pauseTime: UInt64
    let request: RequestNumber
    private let descriptor: Int32
    /// Whether the content is sent in chunks, as in HTTP/1.1, or ends with the connection.
    private let isChunked: Bool

    /// Bytes that the socket did not accept, and how many of them have been sent since.
    private var unsent: [UInt8] = []
    private var sentCount = 0
    /// Whether the loop waits for the socket to accept more. The producer is not called before.
    private var isBlocked = false
    /// Whether the content ends with what has been produced.
    private var isEnding = false
    /// Whether the content's end has been sent or is unsent.
    private var isComplete = false
    private var isClosed = false
    /// The share in which it counts; nil once it has ended.
    private(set) var share: ClientShare?
    /// How many of the unsent bytes count in the share.
    private var countedBytes = 0

    /// When the client must have read more, or something has to be sent to it.
    var deadline = Deadline()

    /// Creates a stream that owns a socket.
    init(
        loop: EventLoop,
        socket: consuming FileDescriptor,
        request: RequestNumber,
        content: StreamContent,
        isChunked: Bool,
        share: ClientShare?
    ) {
        self.loop = loop
        self.share = share
        self.request = request
        self.isChunked = isChunked
        producer = content.producer
        heartbeat = content.heartbeat
        pauseTime = content.pauseTime(of: request.number)
        descriptor = socket.take()
    }

    /// Removes the share, which from now on counts for something else.
    func takeShare() -> ClientShare? {
        defer { share = nil }
        return share
    }

    /// Sends the response's head and the available content.
    func begin(head: [UInt8]) {
        producer.begin(ResponseStream(request, isDetached: true, mailbox: loop.mailbox))
        guard loop.watch(descriptor, Self.events, as: subject) else { return close() }
        send(behind: head)
    }

    /// Sends more content, since the producer has some.
    func wake() {
        if !isBlocked { send() }
    }

    /// Handles events of the socket.
    func take(_ events: UInt32) {
        if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue | EPOLLRDHUP.rawValue) != 0 { return close() }
        if events & EPOLLIN.rawValue != 0 { dropInput() }
        if events & EPOLLOUT.rawValue != 0, isBlocked { sendRest() }
    }

    /// Reacts to the end of the deadline.
    func expire() {
        if isBlocked { cut() } else { sendHeartbeat() }
    }

    /// Ends the content here, and the stream when the client has read the unsent bytes.
    func finish() {
        isEnding = true
        if !isBlocked { send() }
    }

    /// Ends the stream at once, so that the client notices that content is missing.
    func cut() {
        // Otherwise the system would retain the unread bytes, and try again and again to send them.
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        close()
    }

    /// Ends the stream for another client's connection.
    func makeRoom() {
        if isBlocked { cut() } else { finish() }
    }

    private func close() {
        guard !isClosed else { return }
        isClosed = true
        countUnsentBytes(0)
        loop.forget(self)
        // Unread input would reset the socket, and bytes in flight would be lost.
        dropInput()
        Glibc.close(descriptor)
        unsent = []
        producer.end()
    }

    // MARK: - Sending

    private enum Supply {
        /// The producer has no more content at present.
        case exhausted
        /// There may be more, but much has been collected already.
        case abundant
        /// The content is complete.
        case complete
        /// The content cannot be completed.
        case failed
    }

    /// Sends the producer's available content.
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
        // Gives the other streams their turn first.
        case .abundant: block()
        case .exhausted: waitForProducer()
        }
    }

    /// Sends a heartbeat. The producer is not called: it would have woken the stream.
    private func sendHeartbeat() {
        var buffer = loop.takeStreamBuffer()
        defer { loop.giveBack(streamBuffer: buffer) }
        append(heartbeat, to: &buffer)
        if write(buffer) { waitForProducer() }
    }

    /// Writes bytes to the socket; nothing may be unsent before. Returns whether it accepted all of them; otherwise the remainder
    /// waits.
    private func write(_ buffer: [UInt8]) -> Bool {
        guard let count = write(buffer.span, from: 0) else {
            close()
            return false
        }
        guard count < buffer.count else { return true }
        unsent = Array(buffer[count...])
        sentCount = 0
        if countUnsentBytes(unsent.count) { block() } else { cut() }
        return false
    }

    /// Counts the unsent bytes in the client's share. Returns false if there are too many: the client has the choice to come back,
    /// and to be sent the latest content.
    @discardableResult
    private func countUnsentBytes(_ count: Int) -> Bool {
        guard let share, count != countedBytes else { return true }
        loop.shares.removeUnsent(countedBytes, of: share)
        countedBytes = count
        return count == 0 || loop.makeRoom(forUnsent: count, of: share)
    }

    /// Sends the unsent bytes, and then the available content.
    private func sendRest() {
        guard let count = write(unsent.span, from: sentCount) else { return close() }
        sentCount += count
        guard sentCount == unsent.count else {
            if count > 0 { enter(until: loop.now &+ loop.sendTime) }
            return
        }
        unsent = []
        sentCount = 0
        countUnsentBytes(0)
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

    /// Appends a piece of the content, as a chunk if the content is sent in chunks (RFC 9112 §7.1).
    private func append(_ piece: [UInt8], to buffer: inout [UInt8]) {
        guard isChunked else { return buffer.append(contentsOf: piece) }
        buffer.append(contentsOf: String(piece.count, radix: 16).utf8)
        buffer.append(contentsOf: "\r\n".utf8)
        buffer.append(contentsOf: piece)
        buffer.append(contentsOf: "\r\n".utf8)
    }

    /// Writes bytes to the socket. Returns how many it accepted; nil if the connection is broken.
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

    private func waitForProducer() {
        if isBlocked {
            isBlocked = false
            loop.watch(again: descriptor, Self.events, as: subject)
        }
        enter(until: pauseTime == 0 ? .max : loop.now &+ pauseTime)
    }

    private func enter(until time: Instant) {
        if deadline.move(to: time) { loop.schedule(self) }
    }

    /// Reads and drops the client's input: no further request on this socket is served.
    private func dropInput() {
        // With MSG_TRUNC the bytes of a TCP socket are dropped without being copied.
        _ = recv(descriptor, nil, 1 << 20, Int32(MSG_TRUNC | MSG_DONTWAIT))
    }

    private var subject: WatchedSubject {
        .stream(slot: request.slot, number: UInt32(truncatingIfNeeded: request.number))
    }

    private static let events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue
    /// How many bytes are collected before they are written to the socket.
    private static let portion = 16 * 1024
}
