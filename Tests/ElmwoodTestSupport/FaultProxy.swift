import Glibc
import Synchronization

/// The treatment of a request by a ``FaultProxy``.
package enum Fault: Sendable {
    /// Passes it on, and returns the answer.
    case none
    /// Closes the connection before the server receives the request.
    case loseRequest
    /// Passes it on, and closes the connection instead of returning the answer.
    case loseAnswer
    /// Passes it on, and closes the connection halfway through the answer.
    case halveAnswer
    /// Passes it on twice, on two connections, and returns the first answer.
    case double
    /// Passes it on, and holds the answer back until the gate opens.
    case hold(Gate)
    /// Answers with that status itself, without the server.
    case answer(status: Int)
    /// Answers with this status line, these header fields and this body, without the server.
    case reply(String)
}

/// Blocks threads until it is opened. It is never closed again.
package final class Gate: Sendable {
    private let state = Mutex(false)

    /// Creates a closed gate.
    package init() {}

    /// Opens the gate for all threads, from now on.
    package func open() { state.withLock { $0 = true } }

    /// Whether it was opened.
    package var isOpen: Bool { state.withLock { $0 } }

    /// Returns when it is open, or after two minutes.
    func wait() {
        for _ in 0..<120_000 where !state.withLock({ $0 }) { usleep(1_000) }
    }
}

/// A request as it arrived at a ``FaultProxy``.
package struct ProxiedRequest: Sendable {
    /// Its method.
    package var method: String
    /// Its target: `/counter?step=2`.
    package var target: String
    /// The names and values of its header fields, the names in lower case.
    package var headers: [String: String]
    /// Its body.
    package var body: String
    /// How many requests of this kind (a post, a patch, a stream, anything else) arrived before.
    package var ordinal: Int

    /// Whether it contains events of a live page.
    package var isPost: Bool { method == "POST" }
    /// Whether it opens the stream of a live page.
    package var isStream: Bool { headers["accept"] == "text/event-stream" }
    /// Whether a live page requests its current state.
    package var isSync: Bool { method == "GET" && headers["accept"]?.contains("elmwood") == true }
}

/// A TCP proxy between a browser and a server on this machine that can lose, duplicate, cut and hold back messages, and be as a bad network is.
///
/// ```swift
/// let proxy = try FaultProxy(to: server.port)
/// proxy.decide { $0.isPost && $0.ordinal == 0 ? .loseAnswer : .none }
/// try await browser.open("http://127.0.0.1:\(proxy.port)/counter")
/// ```
///
/// Each request has a connection of its own.
package final class FaultProxy: Sendable {
    /// The port of 127.0.0.1 that it listens on.
    package let port: Int
    private let server: Int

    private struct State {
        var decide: @Sendable (ProxiedRequest) -> Fault = { _ in .none }
        var requests: [ProxiedRequest] = []
        /// The indices in ``requests`` of those whose connections are open.
        var open: Set<Int> = []
        /// The socket that accepts connections; nil once its thread has closed it.
        var listener: Int32?
        /// The sockets of open streams.
        var streams: Set<Int32> = []
        /// Bytes of streams are held back while this is closed.
        var streamGate: Gate?
        /// No more of a long request is read while this is closed.
        var bodyGate: Gate?
        /// How the network is; nil for one without delay or faults.
        var conditions: NetworkConditions?
        /// How many connections the network has cut.
        var cutConnections = 0
    }
    private let state = Mutex(State())

    /// Listens on a port that the system chooses, for a server on that port.
    package init(to server: Int) throws {
        self.server = server
        let listener: Int32
        (listener, port) = try listen()
        state.withLock { $0.listener = listener }
        onThread { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                onThread { self.serve(connection) }
            }
            // Only this thread closes the socket. If another one did, this thread might accept connections from a new socket with
            // the same number.
            state.withLock {
                close(listener)
                $0.listener = nil
            }
        }
    }

    /// Stops listening, and closes the streams.
    package func stop() {
        state.withLock { if let listener = $0.listener { shutdown(listener, Int32(SHUT_RDWR)) } }
        cutStreams()
    }

    /// Sets the function that decides on each request from now on.
    package func decide(_ decide: @escaping @Sendable (ProxiedRequest) -> Fault) {
        state.withLock { $0.decide = decide }
    }

    /// The received requests, in order.
    package var requests: [ProxiedRequest] { state.withLock { $0.requests } }

    /// The number of open streams.
    package var openStreams: Int { state.withLock { $0.streams.count } }

    /// The last requests, and which of them are in progress, a line each.
    package var report: [String] {
        state.withLock { state in
            let gate = state.streamGate.map { $0.isOpen ? ", their gate open" : ", held back" } ?? ""
            let first = max(0, state.requests.count - 12)
            return ["proxy: \(state.requests.count) requests, \(state.streams.count) streams\(gate)"]
                + state.requests.indices[first...].map { place in
                    let request = state.requests[place]
                    let accept = request.headers["accept"]?.prefix(40) ?? ""
                    let revision = request.headers["elmwood-revision"].map { ", shows \($0)" } ?? ""
                    let isAgain = request.headers["elmwood-retry"] == nil ? "" : ", again"
                    let state = state.open.contains(place) ? ", under way" : ""
                    return "proxy: \(request.method) \(request.target) for \(accept)\(revision)\(isAgain)\(state)"
                }
        }
    }

    /// Closes the open streams, on the browser's side and on the server's.
    package func cutStreams() {
        // Under the lock: once a stream was removed from the set it may be closed, and its number may be that of another socket.
        state.withLock { for stream in $0.streams { shutdown(stream, Int32(SHUT_RDWR)) } }
    }

    /// Holds the bytes of streams back until the gate opens.
    package func holdStreams(_ gate: Gate) { state.withLock { $0.streamGate = gate } }

    /// Holds nothing back of streams that are opened from now on.
    package func releaseStreams() { state.withLock { $0.streamGate = nil } }

    /// Reads only the beginning of long requests until the gate opens, as a network does that has died.
    package func holdBodies(_ gate: Gate) { state.withLock { $0.bodyGate = gate } }

    /// Gives connections from now on these conditions: what passes them, and what does not, the faults that are decided on apply to.
    package func setConditions(_ conditions: NetworkConditions?) { state.withLock { $0.conditions = conditions } }

    /// How many connections have been cut by the network's conditions.
    package var cutConnections: Int { state.withLock { $0.cutConnections } }

    /// Whether a request that satisfies the condition has not been answered yet.
    package func isUnderWay(_ condition: (ProxiedRequest) -> Bool) -> Bool {
        state.withLock { state in state.open.contains { condition(state.requests[$0]) } }
    }

    /// Reads requests completely from now on.
    package func releaseBodies() { state.withLock { $0.bodyGate = nil } }

    // MARK: Connections

    private func serve(_ client: Int32) {
        defer { close(client) }
        guard let bytes = readRequest(client, { self.state.withLock { $0.bodyGate }?.wait() }),
            let (request, place, decide) = note(bytes)
        else { return }
        defer { state.withLock { _ = $0.open.remove(place) } }
        let (delay, cut) = conditions(ofRequest: bytes.count)
        wait(delay)
        if let cut { return breakConnection(cut, bytes, to: client, isStream: request.isStream) }
        switch decide(request) {
        case .none: relay(bytes, to: client, isStream: request.isStream)
        case .loseRequest: return
        case .loseAnswer: _ = answer(to: bytes)
        case .halveAnswer:
            let answer = answer(to: bytes)
            sendAll(client, Array(answer.dropLast(max(answer.count / 4, 1))))
        case .double:
            let answer = answer(to: bytes)
            _ = self.answer(to: bytes)
            sendAll(client, answer)
        case .hold(let gate):
            let answer = answer(to: bytes)
            gate.wait()
            sendAll(client, answer)
        case .reply(let text): sendAll(client, Array(text.utf8))
        case .answer(let status):
            let head = "HTTP/1.1 \(status) Fault\r\nContent-Length: 6\r\nConnection: close\r\n\r\n"
            sendAll(client, Array((head + "<Fault").utf8))
        }
    }

    private func conditions(ofRequest length: Int) -> (delay: Duration?, cut: NetworkConditions.Cut?) {
        state.withLock { state in
            let cut = state.conditions?.nextCut(ofRequest: length)
            if cut != nil { state.cutConnections += 1 }
            return (state.conditions?.delay, cut)
        }
    }

    private func wait(_ delay: Duration?) {
        guard let delay else { return }
        let (seconds, attoseconds) = delay.components
        usleep(useconds_t(seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
    }

    /// Breaks a connection within its request or its answer, on both sides. That of a stream breaks after its head.
    private func breakConnection(_ cut: NetworkConditions.Cut, _ bytes: [UInt8], to client: Int32, isStream: Bool) {
        switch cut {
        case .request(let length):
            guard let server = connect(to: server) else { return }
            sendAll(server, Array(bytes.prefix(length)))
            close(server)
        case .answer(let part):
            if isStream {
                guard let server = connect(to: server) else { return }
                defer { close(server) }
                sendAll(server, bytes)
                guard let head = receive(server) else { return }
                return sendAll(client, Array(head.prefix(Int(Double(head.count) * part))))
            }
            let answer = answer(to: bytes)
            sendAll(client, Array(answer.prefix(Int(Double(answer.count) * part))))
        }
    }

    private func note(_ bytes: [UInt8]) -> (ProxiedRequest, Int, @Sendable (ProxiedRequest) -> Fault)? {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        var lines = parts[0].split(separator: "\r\n")[...]
        guard let first = lines.popFirst()?.split(separator: " "), first.count == 3 else { return nil }
        var request = ProxiedRequest(
            method: String(first[0]),
            target: String(first[1]),
            headers: [:],
            body: parts.count > 1 ? String(parts[1]) : "",
            ordinal: 0
        )
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            request.headers[line[..<colon].lowercased()] = String(value)
        }
        return state.withLock { state in
            func kind(_ request: ProxiedRequest) -> [Bool] { [request.isPost, request.isStream, request.isSync] }
            request.ordinal = state.requests.count { kind($0) == kind(request) }
            state.requests.append(request)
            let place = state.requests.count - 1
            state.open.insert(place)
            return (request, place, state.decide)
        }
    }

    /// Sends a request to the server, and reads the answer completely.
    private func answer(to request: [UInt8]) -> [UInt8] {
        guard let server = connect(to: server) else { return [] }
        defer { close(server) }
        sendAll(server, request)
        var answer: [UInt8] = []
        while let piece = receive(server) { answer += piece }
        return answer
    }

    private func relay(_ request: [UInt8], to client: Int32, isStream: Bool) {
        guard let server = connect(to: server) else { return }
        defer { close(server) }
        if isStream { state.withLock { _ = $0.streams.insert(server) } }
        defer { state.withLock { _ = $0.streams.remove(server) } }
        sendAll(server, request)
        while true {
            // Whichever side closes, the other one learns of it at once.
            var sides = [server, client].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&sides, 2, -1) > 0 else { return }
            if sides[0].revents != 0 {
                guard let piece = receive(server) else { return }
                if isStream {
                    state.withLock { $0.streamGate }?.wait()
                    wait(state.withLock { $0.conditions?.delay })
                }
                sendAll(client, piece)
            } else if sides[1].revents != 0, receive(client) == nil {
                return
            }
        }
    }
}

// MARK: - Sockets

/// Listens on a port of 127.0.0.1 that the system chooses.
package func listen() throws -> (listener: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = localAddress(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(listener, $0, length) == 0 && Glibc.listen(listener, 64) == 0
                && getsockname(listener, $0, &length) == 0
        }
    }
    guard isListening else {
        let reason = errno
        close(listener)
        throw HTTPConnectionError("listen: \(String(cString: strerror(reason)))")
    }
    return (listener, Int(address.sin_port.bigEndian))
}

private func localAddress(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = in_port_t(port).bigEndian
    return address
}

private func connect(to port: Int) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = localAddress(port)
    let result = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return nil
}

private func receive(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
}

private func sendAll(_ descriptor: Int32, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

/// Reads one request, with a header field that closes the connection after its answer.
private func readRequest(_ descriptor: Int32, _ waitForMore: () -> Void) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
        if let end = bytes.firstRange(of: "\r\n\r\n".utf8) {
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            let length = head.lowercased().firstRange(of: "content-length: ").flatMap { range in
                Int(head.lowercased()[range.upperBound...].prefix { $0.isNumber })
            }
            if bytes.count - end.upperBound >= length ?? 0 {
                let kept = head.split(separator: "\r\n").filter { !$0.lowercased().hasPrefix("connection:") }
                return Array((kept.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n").utf8)
                    + bytes[end.upperBound...]
            }
        }
        if bytes.count > 60_000 { waitForMore() }
        guard let piece = receive(descriptor) else { return nil }
        bytes += piece
    }
}
