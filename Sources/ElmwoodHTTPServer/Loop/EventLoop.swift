import CElmwoodMicrohttpd
import Glibc

/// One loop: a thread with a daemon of the library, driven from outside through an epoll of our own, so that one wait
/// serves sockets, mail from other threads and deadlines.
///
/// Unchecked: all is used on the loop's thread alone, from `run` on, except for the constants, which are Sendable.
final class EventLoop: @unchecked Sendable {
    let configuration: ServerConfiguration
    let handler: any Handler
    let mailbox: Mailbox
    let isSecure: Bool
    // The limits in nanoseconds.
    let receiveTime: UInt64
    let idleTime: UInt64
    let sendTime: UInt64
    let answerTime: UInt64

    private let listener: Int32
    private let epoll: Int32
    private var daemon: OpaquePointer?
    /// The connections, each at its slot; nil where a slot is free.
    private var connections: [Connection?] = []
    private var freeSlots: [Int] = []
    private var connectionCount = 0
    /// The connections of all loops.
    let allConnections: ConnectionCount
    private var lastNumber: UInt64 = 0
    /// The streams whose sockets are no longer the library's.
    var streams = DetachedStreams()
    private var streamBuffer: [UInt8] = []
    /// A file where nothing happens.
    private var placeholder: Int32 = -1
    /// Whether the library is about to close a connection for a reason that it need not report: it was told to.
    var knowsWhyItCloses = false
    private var deadlines = Deadlines()
    private var lingering = Lingering()
    private var fruitlessTurns = SpinBackoff()
    /// The time when the loop last woke.
    private(set) var now: Instant
    /// How long a stopping server waits for one more request of a connection: its answer tells that it is the last.
    let lastRequestTime: Instant = 1_000_000_000
    private(set) var isStopping = false
    private var stopTime: Instant = .max
    private var hasEndedAll = false
    var dateSecond = -1
    var dateText: [UInt8] = []

    /// Creates a loop that takes the listening socket over. Where it throws, the socket may have been closed.
    init(
        configuration: ServerConfiguration,
        handler: any Handler,
        listener: Int32,
        tls: TLSTexts?,
        allConnections: ConnectionCount
    ) throws(HTTPServerError) {
        self.allConnections = allConnections
        self.configuration = configuration
        self.handler = handler
        self.listener = listener
        isSecure = tls != nil
        receiveTime = configuration.limits.receiveTime.nanoseconds
        idleTime = configuration.limits.idleTime.nanoseconds
        sendTime = configuration.limits.sendTime.nanoseconds
        answerTime = configuration.limits.answerTime.nanoseconds
        now = currentInstant()
        mailbox = try Mailbox()
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw HTTPServerError("No epoll: \(systemError()).") }
        daemon = startDaemon(tls: tls)
        guard let daemon else {
            throw HTTPServerError(
                isSecure ? "The TLS certificate and key could not be used." : "The HTTP library could not be started."
            )
        }
        do throws(HTTPServerError) {
            try watch(mailbox.descriptor)
            try watch(elmwood_daemon_epoll(daemon))
        } catch {
            abandon()
            throw error
        }
    }

    /// Ends what has never run, and closes its listening socket.
    func abandon() {
        guard let daemon else { return }
        let listener = MHD_quiesce_daemon(daemon)
        MHD_stop_daemon(daemon)
        self.daemon = nil
        if listener >= 0 { Glibc.close(listener) }
    }

    deinit {
        Glibc.close(epoll)
        if placeholder >= 0 { Glibc.close(placeholder) }
    }

    private func watch(_ descriptor: Int32) throws(HTTPServerError) {
        guard watch(descriptor, EPOLLIN.rawValue, as: .wakeUp) else {
            throw HTTPServerError("No epoll: \(systemError()).")
        }
    }

    /// Has the loop woken by a descriptor.
    func watch(_ descriptor: Int32, _ events: UInt32, as subject: WatchedSubject) -> Bool {
        var event = epoll_event()
        event.events = events
        event.data.u64 = subject.rawValue
        return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    /// Has the loop woken by other events of a descriptor.
    func watch(again descriptor: Int32, _ events: UInt32, as subject: WatchedSubject) {
        var event = epoll_event()
        event.events = events
        event.data.u64 = subject.rawValue
        epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event)
    }

    /// Has the loop not woken by a descriptor any more.
    func unwatch(_ descriptor: Int32) { epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil) }

    private func startDaemon(tls: TLSTexts?) -> OpaquePointer? {
        let limits = configuration.limits
        var options = elmwood_daemon_options()
        options.flags = MHD_USE_EPOLL.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ERROR_LOG.rawValue
        options.listen_socket = listener
        // Cookies lie in this memory twice, and the response's head has to fit too.
        options.connection_memory = max(4096, limits.head + limits.head / 3)
        // What is beyond the limit is taken and turned away; the library would leave it waiting.
        options.connection_limit = UInt32(clamping: max(1, min(limits.connections, 1_000_000)) + 64)
        // A library that reads in place is checked here, and closes without an answer where it is strict itself. Above
        // 1, later ones would refuse an empty line in front of a request (RFC 9112 §2.2 wants it passed over), and take
        // white space in the lines of chunks.
        options.strictness = RequestHead.readsInPlace ? 0 : 1
        // The loop is held by its thread until the daemon has been stopped.
        options.context = Unmanaged.passUnretained(self).toOpaque()
        options.handler = handleRequest
        options.request_line = takeRequestLine
        options.unescape = keepEscapes
        options.completed = requestCompleted
        options.connection_changed = connectionChanged
        options.log = takeLibraryLog
        guard let tls else { return elmwood_start_daemon(&options) }
        options.flags |= MHD_USE_TLS.rawValue
        // The library reads the texts while it starts.
        return tls.certificate.withCString { certificate in
            tls.key.withCString { key in
                options.tls_certificate = certificate
                options.tls_key = key
                return elmwood_start_daemon(&options)
            }
        }
    }

    // MARK: - Running

    /// Serves until the loop has been told to stop and everything has ended.
    func run() {
        // A client that goes away must not end the process; sendfile has no flag against it.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while let daemon, !isDone {
            let count = epoll_wait(epoll, &events, Int32(events.count), waitTime(daemon))
            now = currentInstant()
            if count > 0 { fruitlessTurns.end() }
            if count < 0, errno != EINTR { log("epoll_wait: \(systemError()).") }
            for event in events.prefix(max(0, Int(count))) {
                take(event.events, of: WatchedSubject(rawValue: event.data.u64))
            }
            takeMail()
            // What has come in time counts, however late this thread is: it is read before anybody's time is over.
            if let due = deadlines.next, due <= now { MHD_run(daemon) }
            fireDeadlines()
            // Last, since the library looks for resumed connections when it runs.
            MHD_run(daemon)
        }
        finish()
    }

    private var isDone: Bool { isStopping && (connectionCount + streams.count == 0 || hasEndedAll && now >= stopTime) }

    /// How long to wait, in milliseconds; -1: until something happens.
    private func waitTime(_ daemon: OpaquePointer) -> Int32 {
        var time: UInt64 = 0
        if MHD_get_timeout(daemon, &time) == .YES, time == 0 { return fruitlessTurns.wait() }
        var next = deadlines.next ?? .max
        if isStopping { next = min(next, stopTime) }
        guard next != .max else { return -1 }
        guard next > now else { return 0 }
        return Int32(clamping: (next - now) / 1_000_000 + 1)
    }

    private func take(_ events: UInt32, of subject: WatchedSubject?) {
        switch subject {
        case .wakeUp, nil: break
        case .lingering(let descriptor):
            if !lingering.read(descriptor) { lingering.remove(descriptor, from: epoll) }
        case .client(let slot, let number):
            guard connections.indices.contains(slot), let connection = connections[slot] else { return }
            if UInt32(truncatingIfNeeded: connection.firstNumber) == number { connection.clientHasGone() }
        case .stream(let slot, let number): take(events, ofStreamAt: slot, number)
        }
    }

    /// Lets the client of a connection read the response, which the library ends by closing, before bytes that nobody
    /// reads reset it.
    func linger(_ connection: Connection) {
        let end = now &+ Lingering.time
        guard !isSecure, let descriptor = lingering.add(connection.descriptor, until: end) else { return }
        guard watch(descriptor, EPOLLIN.rawValue, as: .lingering(descriptor)) else {
            lingering.remove(descriptor, from: epoll)
            return
        }
        let action = Deadlines.Subject.action { [unowned self] in lingering.expire(descriptor, at: now, from: epoll) }
        deadlines.add(action, at: end)
    }

    private func takeMail() {
        for message in mailbox.takeAll() {
            switch message {
            case .answered(let request): connection(of: request)?.resumeWithAnswer()
            case .wake(let stream):
                stream.takeWakeUp()
                if stream.isDetached {
                    streamIsReady(stream)
                } else {
                    connection(of: stream.request)?.wakeStream()
                }
            case .schedule(let time, let action): deadlines.add(.action(action), at: time)
            case .stop(let time): beginStop(until: time)
            }
        }
    }

    private func fireDeadlines() {
        while let subject = deadlines.removeNext(until: now) {
            switch subject {
            case .action(let action): action()
            case .stream(let place): streamIsDue(place)
            case .connection(let slot, let number):
                guard let connection = connections[slot], connection.firstNumber == number else { continue }
                connection.scheduled = .max
                if connection.deadline <= now {
                    connection.expire()
                } else if connection.deadline != .max {
                    schedule(connection)
                }
            }
        }
        if isStopping, now >= stopTime, !hasEndedAll { endAll() }
    }

    func schedule(_ connection: Connection) {
        connection.scheduled = connection.deadline
        deadlines.add(.connection(slot: connection.slot, number: connection.firstNumber), at: connection.deadline)
    }

    func schedule(_ stream: DetachedStream) {
        stream.scheduled = stream.deadline
        deadlines.add(.stream(stream.place), at: stream.deadline)
    }

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    private func connection(of request: RequestNumber) -> Connection? {
        guard connections.indices.contains(request.slot) else { return nil }
        guard let connection = connections[request.slot], connection.number == request.number else { return nil }
        return connection
    }

    // MARK: - Connections

    /// Takes a new connection in.
    func open(_ library: OpaquePointer) -> Connection {
        let connection = Connection(loop: self, library: library)
        connection.number = nextNumber()
        connection.firstNumber = connection.number
        connectionCount += 1
        if let slot = freeSlots.popLast() {
            connection.slot = slot
            connections[slot] = connection
        } else {
            connection.slot = connections.count
            connections.append(connection)
        }
        connection.enter(.receiving, until: now &+ receiveTime)
        connection.isAdmitted = allConnections.add()
        if !connection.isAdmitted { connection.turnAway() }
        return connection
    }

    /// Forgets a connection that has ended.
    func close(_ connection: Connection) {
        connections[connection.slot] = nil
        freeSlots.append(connection.slot)
        connectionCount -= 1
        if connection.isAdmitted { allConnections.remove() }
    }

    // MARK: - Stopping

    private func beginStop(until time: Instant) {
        stopTime = min(stopTime, time)
        guard !isStopping, let daemon else { return }
        // What has been accepted already is still read, so that a request on its way is answered.
        MHD_run(daemon)
        isStopping = true
        let listener = MHD_quiesce_daemon(daemon)
        if listener >= 0 { Glibc.close(listener) }
        finishStreams()
        // From now, not from when this thread woke: it has just answered some.
        let end = currentInstant() &+ lastRequestTime
        for connection in connections {
            guard let connection else { continue }
            if connection.hasNoRequest {
                // One may be on its way, since the client does not know yet that the connection ends.
                connection.enter(connection.phase, until: min(connection.deadline, end))
            } else {
                connection.finishStream()
            }
        }
    }

    /// The time is over: what still waits is refused, what still runs is cut.
    private func endAll() {
        hasEndedAll = true
        stopTime = now &+ 250_000_000
        cutStreams()
        for connection in connections {
            guard let connection else { continue }
            if connection.phase == .waiting {
                connection.failPending(.stopping)
            } else {
                connection.disconnect()
            }
        }
    }

    private func finish() {
        guard let daemon else { return }
        cutStreams()
        // A connection that is suspended while the daemon stops would abort the process.
        for connection in connections { connection?.disconnect() }
        MHD_run(daemon)
        MHD_stop_daemon(daemon)
        self.daemon = nil
        lingering.removeAll()
    }

    // MARK: - For streams

    /// The library's own epoll.
    var libraryEpoll: Int32? { daemon.map(elmwood_daemon_epoll) }

    /// A descriptor of a file where nothing happens; nil where there is none.
    func placeholderDescriptor() -> Int32? {
        if placeholder < 0 { placeholder = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) }
        return placeholder < 0 ? nil : placeholder
    }

    /// An empty buffer for what a stream sends, so that no stream needs one of its own.
    func takeStreamBuffer() -> [UInt8] {
        var buffer: [UInt8] = []
        swap(&buffer, &streamBuffer)
        return buffer
    }

    /// Keeps a buffer for the next stream, unless it has grown large.
    func giveBack(streamBuffer buffer: consuming [UInt8]) {
        guard buffer.capacity <= 128 * 1024 else { return }
        buffer.removeAll(keepingCapacity: true)
        streamBuffer = buffer
    }

    func log(_ sentence: String) { configuration.log(sentence) }
}
