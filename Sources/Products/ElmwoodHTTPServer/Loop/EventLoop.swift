import CElmwoodMicrohttpd
import CElmwoodRefusals
import ElmwoodFormData
import Glibc
import Synchronization

/// One loop: a thread with a daemon of the library. Our own epoll drives it, so that one wait serves sockets, messages of other
/// threads and deadlines.
///
/// It is unchecked: everything is used only on the loop's thread, from `run` on, except the constants, which are Sendable.
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
    let formLimits: FormDataLimits

    let listener: Int32
    private let epoll: Int32
    private(set) var daemon: OpaquePointer?
    /// The connections by slot; nil if a slot is free.
    private(set) var connections: [Connection?] = []
    private var freeSlots: [Int] = []
    private var connectionCount = 0
    /// What each client has of all loops.
    let shares: ClientShares
    private var lastNumber: UInt64 = 0
    private var requestIDs = RequestIDs()
    /// Since when the thread has been at work without waiting; 0 while it waits. Other threads read it.
    let workStart = Atomic<Instant>(0)
    /// The request that the thread is at work on.
    let work = LoopWork()
    /// The listening sockets of other loops, whose threads do not come back from their work. This one accepts for them.
    var adopted: Set<Int32> = []
    /// The streams whose sockets the library no longer owns.
    var streams = DetachedStreams()
    var streamBuffer: [UInt8] = []
    /// A file without events.
    var placeholder: Int32 = -1
    /// Whether the library is about to close a connection for a reason that it need not log: it was told to.
    var knowsWhyItCloses = false
    private var deadlines = Deadlines()
    private var lingering = Lingering()
    private var fruitlessTurns = SpinBackoff()
    /// The time at which the loop last woke.
    private(set) var now: Instant
    /// How long a stopping server waits for one more request of a connection, whose response announces the close.
    let lastRequestTime: Instant = 1_000_000_000
    private(set) var isStopping = false
    private var stopTime: Instant = .max
    private var hasEndedAll = false
    /// Compresses responses; nil until the first one.
    var encoder: GzipEncoder?
    var dateSecond = -1
    var dateText: [UInt8] = []

    /// Creates a loop that takes ownership of the listening socket. If it throws, the socket may have been closed.
    init(
        configuration: ServerConfiguration,
        handler: any Handler,
        listener: Int32,
        tls: TLSTexts?,
        shares: ClientShares
    ) throws(HTTPServerError) {
        self.shares = shares
        self.configuration = configuration
        self.handler = handler
        self.listener = listener
        isSecure = tls != nil
        receiveTime = configuration.limits.receiveTime.nanoseconds
        idleTime = configuration.limits.idleTime.nanoseconds
        sendTime = configuration.limits.sendTime.nanoseconds
        answerTime = configuration.limits.answerTime.nanoseconds
        formLimits = FormDataLimits(configuration)
        now = currentInstant()
        mailbox = try Mailbox()
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw HTTPServerError("No epoll could be opened: \(systemError()).") }
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
        shares.add(mailbox)
    }

    /// Releases a loop that has never run, and closes its listening socket.
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
            throw HTTPServerError("epoll cannot watch a descriptor: \(systemError()).")
        }
    }

    /// Makes events of a descriptor wake the loop.
    func watch(_ descriptor: Int32, _ events: UInt32, as subject: WatchedSubject) -> Bool {
        var event = epoll_event()
        event.events = events
        event.data.u64 = subject.rawValue
        return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    /// Changes the events of a descriptor that wake the loop.
    func watch(again descriptor: Int32, _ events: UInt32, as subject: WatchedSubject) {
        var event = epoll_event()
        event.events = events
        event.data.u64 = subject.rawValue
        epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event)
    }

    /// Stops events of a descriptor from waking the loop.
    func unwatch(_ descriptor: Int32) { epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil) }

    private func startDaemon(tls: TLSTexts?) -> OpaquePointer? {
        let limits = configuration.limits
        var options = elmwood_daemon_options()
        options.flags = MHD_USE_EPOLL.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ERROR_LOG.rawValue
        options.listen_socket = listener
        // This memory contains cookies twice, and the response's head has to fit too.
        options.connection_memory = max(4096, limits.head + limits.head / 3)
        // Connections beyond the limit are accepted and refused; the library would let them wait.
        options.connection_limit = UInt32(clamping: max(1, min(limits.connections, 1_000_000)) + 64)
        // A library that reads in place is checked here, and closes without a response if it is strict itself. Above 1, later ones
        // would refuse an empty line before a request (which RFC 9112 §2.2 wants skipped), and accept white space in the lines of
        // chunks.
        options.strictness = RequestHead.readsInPlace ? 0 : 1
        // The loop is retained by its thread until the daemon has been stopped.
        options.context = Unmanaged.passUnretained(self).toOpaque()
        options.handler = handleRequest
        options.request_line = takeRequestLine
        options.unescape = keepEscapes
        options.completed = requestCompleted
        options.connection_changed = connectionChanged
        options.log = takeLibraryLog
        guard let tls else { return elmwood_start_daemon(&options) }
        options.flags |= MHD_USE_TLS.rawValue
        // The library reads the texts during the start.
        return tls.certificate.withCString { certificate in
            tls.key.withCString { key in
                options.tls_certificate = certificate
                options.tls_key = key
                return elmwood_start_daemon(&options)
            }
        }
    }

    // MARK: - Running

    /// Serves until the loop is stopped and everything has ended.
    func run() {
        // A disconnected client must not end the process; sendfile has no flag against SIGPIPE.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        elmwood_replace_refusals(replaceRefusal)
        work.begin(on: pthread_self())
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while let daemon, !isDone {
            workStart.store(0, ordering: .relaxed)
            let count = epoll_wait(epoll, &events, Int32(events.count), waitTime(daemon))
            now = currentInstant()
            workStart.store(now, ordering: .relaxed)
            if count > 0 { fruitlessTurns.end() }
            if count < 0, errno != EINTR { log("epoll_wait: \(systemError()).") }
            for event in events.prefix(max(0, Int(count))) {
                take(event.events, of: WatchedSubject(rawValue: event.data.u64))
            }
            takeMail()
            // Bytes that have arrived in time count, however late this thread is: they are read before any deadline fires.
            if let due = deadlines.next, due <= now { MHD_run(daemon) }
            fireDeadlines()
            // This is last, since the library looks for resumed connections when it runs.
            MHD_run(daemon)
        }
        finish()
    }

    private var isDone: Bool { isStopping && (connectionCount + streams.count == 0 || hasEndedAll && now >= stopTime) }

    /// Returns how long to wait, in milliseconds; -1: until an event.
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
        case .listener(let descriptor): accept(from: descriptor)
        case .lingering(let descriptor):
            if !lingering.read(descriptor) { lingering.remove(descriptor, from: epoll) }
        case .client(let slot, let number):
            guard connections.indices.contains(slot), let connection = connections[slot] else { return }
            if UInt32(truncatingIfNeeded: connection.firstNumber) == number { connection.clientHasGone() }
        case .stream(let slot, let number): take(events, ofStreamAt: slot, number)
        }
    }

    /// Gives the client of a connection time to read the response: the library closes after it, and unread bytes would reset the
    /// connection.
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
            case .closeIdlest(let share): closeIdlest(of: share, unusedFor: 0)
            case .closeSlowest(let share): closeSlowest(of: share)
            case .adopt(let listener): adopt(listener)
            case .leave(let listener): leave(listener)
            case .stop(let time): beginStop(until: time)
            }
        }
    }

    private func fireDeadlines() {
        while let (time, subject) = deadlines.removeNext(until: now) {
            switch subject {
            case .action(let action): action()
            case .stream(let request): streamIsDue(request, entry: time)
            case .connection(let slot, let number):
                guard let connection = connections[slot], connection.firstNumber == number else { continue }
                switch connection.deadline.fire(time, at: now) {
                case .isOver: connection.expire()
                case .moved: schedule(connection)
                case .outdated, .removed: break
                }
            }
        }
        if isStopping, now >= stopTime, !hasEndedAll { endAll() }
    }

    func schedule(_ connection: Connection) {
        let subject = Deadlines.Subject.connection(slot: connection.slot, number: connection.firstNumber)
        deadlines.add(subject, at: connection.deadline.time)
    }

    func schedule(_ stream: DetachedStream) {
        deadlines.add(.stream(stream.request), at: stream.deadline.time)
    }

    func nextRequestID() -> RequestID { requestIDs.next() }

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

    /// Adds a new connection.
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
        admit(connection)
        return connection
    }

    /// Removes a connection that has ended.
    func close(_ connection: Connection) {
        knowsWhyItCloses = false
        connections[connection.slot] = nil
        freeSlots.append(connection.slot)
        connectionCount -= 1
        connection.reportServed()
        connection.leaveShare()
    }

    // MARK: - Stopping

    private func beginStop(until time: Instant) {
        stopTime = min(stopTime, time)
        guard !isStopping, let daemon else { return }
        // Bytes of accepted connections are still read, so that an arriving request is answered.
        MHD_run(daemon)
        isStopping = true
        let listener = MHD_quiesce_daemon(daemon)
        if listener >= 0 { Glibc.close(listener) }
        for listener in adopted { leave(listener) }
        finishStreams()
        // From the current time, not from that at which this thread woke: it has just answered some requests.
        let end = currentInstant() &+ lastRequestTime
        for connection in connections {
            guard let connection else { continue }
            if connection.hasNoRequest {
                // A request may be arriving, since the client does not know yet that the connection ends.
                connection.enter(connection.phase, until: min(connection.deadline.time, end))
            } else {
                connection.finishStream()
            }
        }
    }

    /// Refuses pending requests, and cuts unfinished responses, when the time is over.
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

    func log(_ sentence: String) { configuration.log(sentence) }
}
