import CElmwoodMicrohttpd
import CElmwoodRefusals
import Glibc

/// One connection, and its current request.
///
/// It is used only on its loop's thread. The library knows it by two pointers: its own for the connection, which retains it from
/// accepting to closing, and one for each request.
final class Connection {
    /// The state of the connection, which decides the meaning of its deadline.
    enum Phase {
        /// A request is arriving.
        case receiving
        /// The handler has not answered yet.
        case waiting
        /// The response is being sent.
        case sending
        /// The producer of the response has no content at present.
        case suspended
        /// Between two requests.
        case idle
    }

    /// The loop outlives its daemon, and so its connections: no reference counting and no check are needed.
    unowned(unsafe) let loop: EventLoop
    let library: OpaquePointer
    let descriptor: Int32
    let remoteAddress: RemoteAddress
    /// The trusted proxies, if it is one of them that has connected; else nil.
    let proxies: TrustedProxies?
    /// What the handler remembers; nil if a trusted proxy has connected.
    private let memory: ConnectionMemory?

    /// The remote address as text, which every request of the connection shares.
    private lazy var addressText = "\(remoteAddress)"

    /// The address of this machine that the client has connected to. A socket that listens at all of them does not know it.
    private lazy var localAddress =
        Listener.address(of: descriptor).flatMap { storage, _ in
            withUnsafePointer(to: storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { RemoteAddress($0) }
            }
        } ?? .unknown

    /// The index in the loop's table.
    var slot = 0
    /// The number of the current or next request, unique within the loop.
    var number: UInt64 = 0
    /// The number of the connection: that of its first request.
    var firstNumber: UInt64 = 0
    private(set) var phase = Phase.receiving
    /// When the time of its phase is over.
    var deadline = Deadline()
    /// The share in which it counts; nil if it has been refused, or its socket belongs to a stream.
    var share: ClientShare?
    /// When its phase began.
    private(set) var phaseStart: Instant
    /// The bytes of its response that count as unsent.
    var unsentBytes = 0
    /// The bytes that the files of its request may have.
    var uploadBytes = 0
    /// The bytes that its client had acknowledged when the time to read some of them began.
    var acknowledgedBytes: UInt64?
    var isSuspended = false
    /// Whether the loop watches for the client's disconnect.
    private var isWatched = false

    // The parts of the report on the current request.
    var requestStart: Instant = 0
    var sent: SentAnswer?
    /// The tag of an answer that is made later, if it has none itself.
    var pendingTag = 0

    /// What a report needs of an answer.
    struct SentAnswer {
        let status: HTTPStatus
        let reason: String?
        let tag: Int
        let length: Int

        init(_ response: borrowing Response) {
            status = response.status
            reason = response.reason
            tag = response.tag
            length = response.status == .notModified ? 0 : response.body.length
        }
    }

    // The request.
    var requestID: RequestID?
    var target: RawTarget?
    var head: RequestHead?
    var body: BodyReader?
    var pending: PendingAnswer?
    /// Whether the client has left before the answer.
    var isAbandoned = false
    var answer: Response?
    var stream: StreamState?
    /// Whether the response has no end of its own.
    var isEndless = false

    init(loop: EventLoop, library: OpaquePointer) {
        self.loop = loop
        self.library = library
        phaseStart = loop.now
        descriptor = elmwood_connection_socket(library)
        remoteAddress = elmwood_connection_address(library).flatMap { RemoteAddress($0) } ?? .unknown
        let proxies = loop.configuration.trustedProxies
        self.proxies = proxies.contains(remoteAddress) ? proxies : nil
        memory = self.proxies == nil ? ConnectionMemory() : nil
    }

    var requestNumber: RequestNumber { RequestNumber(slot: slot, number: number) }

    /// Whether no request has begun: none since the last one, or none at all (browsers open connections in advance).
    var hasNoRequest: Bool { phase == .idle || phase == .receiving && target == nil }

    func enter(_ phase: Phase, until deadline: Instant) {
        if phase != self.phase { phaseStart = loop.now }
        self.phase = phase
        if self.deadline.move(to: deadline) { loop.schedule(self) }
    }

    // MARK: - Callbacks of the library

    /// Receives the request line.
    func takeTarget(_ text: UnsafePointer<CChar>?) {
        if phase != .receiving { enter(.receiving, until: loop.now &+ loop.receiveTime) }
        requestStart = loop.now
        requestID = loop.nextRequestID()
        guard let text else {
            target = RawTarget(bytes: [], start: 0)
            return
        }
        let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
        target = RawTarget(bytes: [UInt8](bytes), start: UInt(bitPattern: text))
        joinParameters(of: bytes)
    }

    /// Makes the library find only one parameter in the query, whatever their number: parameters are parsed here on demand.
    ///
    /// The library would use the connection's memory for each parameter, and if that is not enough, it would never answer. The
    /// bytes are the library's own buffer, which it passes on before it splits the query, and which it writes to itself.
    private func joinParameters(of target: UnsafeRawBufferPointer) {
        let bytes = UnsafeMutableRawBufferPointer(mutating: target)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "&") { bytes[index] = UInt8(ascii: "-") }
    }

    /// Receives the head, a piece of the body, or the end of the request.
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
            self.head = head
            takeForwardedID(of: head)
            if let refusal = head.refusal { throw refusal }
            guard head.contentLength != 0 else { return .YES }
            let reader = try BodyReader(
                head: head,
                limits: loop.formLimits,
                uploadFolder: loop.configuration.uploadFolder,
                log: loop.configuration.log
            ) {
                loop.handler.storage(ofBodyOf: request(head, BodyReader.Content()))
            }
            if reader.isLong {
                try reserve(uploadBytes: reader.mostUploadedBytes)
                if var refusal = loop.handler.refusal(of: request(head, BodyReader.Content())) {
                    loop.linger(self)
                    refusal.closesConnection = true
                    return send(refusal)
                }
            }
            body = reader
            return .YES
        } catch {
            // The response is sent before the body is read, so the library closes the connection after it.
            loop.linger(self)
            return refuse(error)
        }
    }

    private func finish() -> MHD_Result {
        guard let head else { return .NO }
        let content: BodyReader.Content
        do throws(Refusal) {
            content = try body?.finish() ?? BodyReader.Content()
        } catch {
            return refuse(error)
        }
        body = nil
        let request = request(head, content)
        return work(on: request, isAnsweredLater: false) {
            switch loop.handler.respond(to: request) {
            case .response(let response):
                return send(response)
            case .later(let tag, let begin):
                pendingTag = tag
                if let response = response(begunBy: begin) { return send(response) }
                enter(.waiting, until: loop.now &+ loop.answerTime)
                suspend()
                return .YES
            }
        }
    }

    /// A trusted proxy states the trace to which a request belongs (W3C, Trace Context).
    private func takeForwardedID(of head: RequestHead) {
        guard proxies != nil else { return }
        let headers = head.headers
        if let id = headers.bytes(of: "traceparent").flatMap({ RequestID(traceparent: $0) }) { requestID = id }
    }

    func request(_ head: RequestHead, _ content: consuming BodyReader.Content) -> Request {
        Request(
            id: requestID,
            head: head,
            content: content,
            remoteAddress: remoteAddress,
            addressText: addressText,
            localAddress: localAddress,
            isSecure: loop.isSecure,
            proxies: proxies,
            memory: memory
        )
    }

    /// Ends the request, successful or not.
    func endRequest() {
        reportServed()
        pendingTag = 0
        isAbandoned = false
        requestID = nil
        target = nil
        head = nil
        body = nil
        answer = nil
        pending?.close()
        pending = nil
        stream?.end()
        stream = nil
        isEndless = false
        releaseBytes()
        number = loop.nextNumber()
        enter(.idle, until: loop.now &+ (loop.isStopping ? loop.lastRequestTime : loop.idleTime))
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

    /// Suspends the connection while the producer has nothing to send.
    func waitForProducer() {
        watch()
        let time = stream?.pauseTime ?? 0
        enter(.suspended, until: time == 0 ? .max : loop.now &+ time)
        suspend()
    }

    /// Resumes the content, since the producer has more.
    func wakeStream() {
        stream?.wake()
        if phase == .suspended { continueSending() }
    }

    /// Makes the library read content again.
    func continueSending() {
        acknowledgedBytes = nil
        enter(.sending, until: loop.now &+ loop.sendTime)
        resume()
    }

    /// Watches for the client's disconnect: the library does not watch a suspended connection, so it would not notice it.
    func watch() {
        guard !isWatched else { return }
        let subject = WatchedSubject.client(slot: slot, number: UInt32(truncatingIfNeeded: firstNumber))
        isWatched = loop.watch(descriptor, EPOLLRDHUP.rawValue | EPOLLET.rawValue, as: subject)
    }

    /// Stops watching for the client's disconnect.
    func unwatch() {
        guard isWatched else { return }
        isWatched = false
        loop.unwatch(descriptor)
    }
}
