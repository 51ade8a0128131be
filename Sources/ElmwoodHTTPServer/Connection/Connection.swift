import CElmwoodMicrohttpd
import Glibc

/// One connection, and the request that is going on over it.
///
/// It is used on its loop's thread alone. The library knows it by two pointers, its own for the connection (which
/// holds it, from accepting to closing) and one for each request.
final class Connection {
    /// What the connection is doing, which decides what its deadline means.
    enum Phase {
        /// A request is arriving.
        case receiving
        /// The handler has not answered yet.
        case waiting
        /// The response is on its way.
        case sending
        /// The producer of the response has nothing to send for now.
        case resting
        /// Between two requests.
        case idle
    }

    /// Lives longer than its daemon, and so longer than its connections: nothing has to be counted or checked.
    unowned(unsafe) let loop: EventLoop
    let library: OpaquePointer
    let descriptor: Int32
    let remoteAddress: RemoteAddress

    /// The place in the loop's table.
    var slot = 0
    /// The number of the request that is going on or comes next; no other request of the loop has it.
    var number: UInt64 = 0
    /// The number of the connection: that of its first request.
    var firstNumber: UInt64 = 0
    private(set) var phase = Phase.receiving
    private(set) var deadline: Instant = .max
    /// The time of the earliest entry among the loop's deadlines.
    var scheduled: Instant = .max
    /// Whether it is one of the connections that there may be.
    var isAdmitted = false
    private var isSuspended = false
    /// Whether the loop notices that the client goes.
    private var isWatched = false

    // The request.
    private var target: RawTarget?
    private var head: RequestHead?
    private var body: BodyReader?
    private var pending: PendingAnswer?
    private var answer: Response?
    private var stream: StreamState?
    /// Whether the response has no end of its own.
    private var isEndless = false

    init(loop: EventLoop, library: OpaquePointer) {
        self.loop = loop
        self.library = library
        descriptor = elmwood_connection_socket(library)
        remoteAddress = elmwood_connection_address(library).flatMap(RemoteAddress.init) ?? .unknown
    }

    var requestNumber: RequestNumber { RequestNumber(slot: slot, number: number) }

    /// Whether no request has begun: none since the last one, or none at all (browsers open connections in advance).
    var hasNoRequest: Bool { phase == .idle || phase == .receiving && target == nil }

    func enter(_ phase: Phase, until deadline: Instant) {
        self.phase = phase
        self.deadline = deadline
        if deadline < scheduled { loop.schedule(self) }
    }

    // MARK: - What the library says

    /// The request line has arrived.
    func takeTarget(_ text: UnsafePointer<CChar>?) {
        if phase != .receiving { enter(.receiving, until: loop.now &+ loop.receiveTime) }
        guard let text else {
            target = RawTarget(bytes: [], start: 0)
            return
        }
        let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
        target = RawTarget(bytes: [UInt8](bytes), start: UInt(bitPattern: text))
        joinParameters(of: bytes)
    }

    /// Lets the library find one parameter in the query, however many there are: they are read here when somebody asks for
    /// them.
    ///
    /// It would take memory of the connection for each, and where that is not enough, it would never answer. The bytes
    /// are the library's own buffer, which it hands out before it parts the query, and which it writes to itself.
    private func joinParameters(of target: UnsafeRawBufferPointer) {
        let bytes = UnsafeMutableRawBufferPointer(mutating: target)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "&") { bytes[index] = UInt8(ascii: "-") }
    }

    /// The head has arrived, or a piece of the body, or all of the request.
    func handle(
        method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>,
        piece: UnsafePointer<CChar>?,
        pieceLength: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        if head == nil { return takeHead(method: method, version: version) }
        if pieceLength.pointee > 0 {
            body?.take(UnsafeRawBufferPointer(start: piece, count: pieceLength.pointee))
            pieceLength.pointee = 0
            return .YES
        }
        if let answer { return send(answer) }
        if pending != nil { return .YES }
        return finish()
    }

    private func takeHead(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> MHD_Result {
        guard let target else { return .NO }
        do throws(Refusal) {
            let head = try RequestHead(
                of: library,
                method: method,
                version: version,
                target: target,
                limits: loop.configuration.limits
            )
            if head.contentLength != 0 {
                body = try BodyReader(head: head, configuration: loop.configuration)
            }
            self.head = head
            return .YES
        } catch {
            // Answered before the body is read, so the library closes the connection after it.
            loop.linger(self)
            return refuse(error)
        }
    }

    private func finish() -> MHD_Result {
        guard let head else { return .NO }
        var content = BodyReader.Content()
        if body != nil {
            do throws(Refusal) {
                content = try body?.finish() ?? content
            } catch {
                return refuse(error)
            }
            body = nil
        }
        let request = Request(head: head, content: content, remoteAddress: remoteAddress, isSecure: loop.isSecure)
        switch loop.handler.respond(to: request) {
        case .response(let response):
            return send(response)
        case .later(let begin):
            let pending = PendingAnswer(requestNumber, mailbox: loop.mailbox)
            begin(Responder(pending))
            if let answer = pending.takeOrAwait() { return send(answer ?? loop.response(to: .noAnswer)) }
            self.pending = pending
            enter(.waiting, until: loop.now &+ loop.answerTime)
            suspend()
            return .YES
        }
    }

    /// The request has ended, well or not.
    func endRequest() {
        target = nil
        head = nil
        body = nil
        answer = nil
        pending?.close()
        pending = nil
        stream?.end()
        stream = nil
        isEndless = false
        number = loop.nextNumber()
        enter(.idle, until: loop.now &+ (loop.isStopping ? loop.lastRequestTime : loop.idleTime))
    }

    // MARK: - Answering

    private func refuse(_ refusal: Refusal) -> MHD_Result {
        var response = loop.response(to: refusal)
        response.closesConnection = true
        return send(response)
    }

    private func send(_ response: Response) -> MHD_Result {
        var response = response
        let content = StreamContent(response.body)
        if let content {
            if loop.isStopping { return refuse(.stopping) }
            if detach(response, content) { return .NO }
        }
        // The library takes chunks whose lines end with a bare LF. A proxy in front may have read them otherwise, so
        // what follows them on this connection is not taken for a request.
        let isChunked = head.map { $0.contentLength == nil } ?? false
        if loop.isStopping || isChunked { response.closesConnection = true }
        var time = loop.sendTime
        switch response.body {
        case .producer(let producer, let length):
            begin(producer, StreamState(producer, length: length, connection: self))
        case .stream:
            guard let content else { return .NO }
            loop.configure(descriptor)
            begin(content.producer, StreamState(content, connection: self))
            isEndless = true
        case .empty, .bytes, .constant, .file:
            let seconds = UInt64(response.body.length) / UInt64(max(1, loop.configuration.limits.sendRate))
            time &+= min(seconds, 1_000_000) &* 1_000_000_000
        }
        enter(.sending, until: loop.now &+ time)
        guard let prepared = loop.prepare(response, stream: stream) else {
            loop.log("A response could not be made: out of memory, or out of files.")
            return .NO
        }
        defer { MHD_destroy_response(prepared) }
        // The library (0.9.75) ends the content that a response to HEAD does not have with an empty chunk, which the client
        // would take for the next response.
        if let stream, stream.length == nil, head?.method == .head { elmwood_forbid_chunks(prepared) }
        return MHD_queue_response(library, UInt32(response.status.rawValue), prepared)
    }

    private func begin(_ producer: any BodyProducer, _ stream: StreamState) {
        self.stream = stream
        producer.begin(ResponseStream(requestNumber, isDetached: false, mailbox: loop.mailbox))
    }

    /// Sends the response as a stream that needs this connection no more, where that can be done.
    ///
    /// The library has to be told that the request failed; it then closes the connection, or what it takes for it.
    private func detach(_ response: Response, _ content: StreamContent) -> Bool {
        // What was read of a body would have to be passed over, and what has no content has nothing to stream.
        guard !loop.isSecure, isAdmitted, let head, head.contentLength == 0, head.method != .head,
            response.status == .ok,
            loop.detach(self, response, content, isChunked: head.minorVersion > 0)
        else { return false }
        isAdmitted = false
        loop.knowsWhyItCloses = true
        return true
    }

    /// The answer that the request waited for is there.
    func resumeWithAnswer() {
        guard let pending, let answer = pending.take() else { return }
        self.pending = nil
        self.answer = answer ?? loop.response(to: .noAnswer)
        resume()
    }

    /// Answers for a handler that has not.
    func failPending(_ refusal: Refusal) {
        guard let pending else { return }
        pending.close()
        self.pending = nil
        answer = loop.response(to: refusal)
        resume()
    }

    // MARK: - Waiting

    private func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        MHD_suspend_connection(library)
    }

    func resume() {
        guard isSuspended else { return }
        isSuspended = false
        MHD_resume_connection(library)
    }

    /// The producer has nothing to send for now.
    func rest() {
        if !isWatched {
            // The library does not look at a suspended connection, so it would not notice that the client goes.
            let subject = WatchedSubject.client(slot: slot, number: UInt32(truncatingIfNeeded: firstNumber))
            isWatched = loop.watch(descriptor, EPOLLRDHUP.rawValue | EPOLLET.rawValue, as: subject)
        }
        let time = stream?.restTime ?? 0
        enter(.resting, until: time == 0 ? .max : loop.now &+ time)
        suspend()
    }

    /// The producer has more.
    func wakeStream() {
        stream?.wake()
        if phase == .resting { continueSending() }
    }

    /// The library asks for content again.
    private func continueSending() {
        enter(.sending, until: loop.now &+ loop.sendTime)
        resume()
    }

    /// The loop no longer has to notice that the client goes.
    func unwatch() {
        guard isWatched else { return }
        isWatched = false
        loop.unwatch(descriptor)
    }

    /// The client has closed its side.
    func clientHasGone() {
        if phase == .resting { disconnect() }
    }

    /// The deadline has passed.
    func expire() {
        switch phase {
        case .receiving:
            let refusal = body?.refusal ?? .requestTimeout
            // Nothing of a response has been sent yet, so this one can go out past the library. Not over TLS.
            let isSilent = loop.isStopping && target == nil
            if !loop.isSecure, !isSilent { sendAtOnce(loop.response(to: refusal)) }
            disconnect()
        case .waiting: failPending(.lateAnswer)
        case .sending:
            // Else the system would keep what the client does not read, and keep trying to send it.
            var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
            disconnect()
        case .idle: disconnect()
        case .resting:
            stream?.beat()
            continueSending()
        }
    }

    /// Ends a response that has no end of its own.
    func finishStream() {
        guard isEndless else { return }
        stream?.finish()
        if phase == .resting { continueSending() }
    }

    /// There are too many connections: this one is told so, and ends.
    func turnAway() {
        if !loop.isSecure { sendAtOnce(loop.response(to: .tooManyConnections)) }
        disconnect()
    }

    /// Ends the connection's socket; the library notices and closes the connection.
    func disconnect() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        if isSuspended {
            stream?.cut()
            resume()
        }
    }

    /// Sends a response past the library, when nothing of another has been sent. What does not fit is lost.
    private func sendAtOnce(_ response: Response) {
        guard case .bytes(let body) = response.body else { return }
        let text = loop.head(of: response, reason: "Refused", "Content-Length: \(body.count)\r\n") + body
        _ = text.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
    }
}
