import Glibc

/// A blocking connection to an HTTP/1.1 server on this machine, over a raw socket.
///
/// It sends any bytes, so that half a request, a malformed one, or several at once can be sent. It reads one response at a time.
///
/// ```swift
/// let connection = try HTTPConnection(port: server.port)
/// try connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
/// let reply = try connection.readReply()
/// ```
///
/// A read that receives nothing for `timeout` seconds throws, so that a test fails instead of hanging.
package final class HTTPConnection {
    private let descriptor: Int32
    private var unread: [UInt8] = []

    /// Connects to a numeric IPv4 or IPv6 address.
    ///
    /// - Parameter source: the client's own address, if it matters: this machine has all of 127.0.0.0/8.
    package init(
        host: String = "127.0.0.1",
        port: Int,
        from source: String? = nil,
        timeout: Int = 60,
        receiveBuffer: Int? = nil
    ) throws {
        let family = host.contains(":") ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw HTTPConnectionError("socket", errno) }
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        if var size = receiveBuffer.map(Int32.init) {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        let isBound = source.map { Self.use($0, port: 0, family) { bind(descriptor, $0, $1) } == 0 } ?? true
        guard isBound, Self.use(host, port: port, family, { connect(descriptor, $0, $1) }) == 0 else {
            let reason = errno
            Glibc.close(descriptor)
            throw HTTPConnectionError("connect to \(host) port \(port)", reason)
        }
        // This comes last: an object whose properties are all set is deinitialised even if its initialiser throws, and would close
        // the descriptor again, which may be another one by then.
        self.descriptor = descriptor
    }

    /// Connects to a Unix socket.
    package init(path: String, timeout: Int = 60) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw HTTPConnectionError("socket", errno) }
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let reason = errno
            Glibc.close(descriptor)
            throw HTTPConnectionError("connect to \(path)", reason)
        }
        self.descriptor = descriptor
    }

    deinit { Glibc.close(descriptor) }

    /// Calls a function of the system with a socket address.
    private static func use(
        _ host: String,
        port: Int,
        _ family: Int32,
        _ function: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        if family == AF_INET6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(port).bigEndian
            inet_pton(AF_INET6, host, &address.sin6_addr)
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    function($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Sends a text's bytes unchanged: line ends have to be written as `\r\n`.
    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends bytes unchanged.
    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw HTTPConnectionError("send", errno) }
            sent += count
        }
    }

    /// Ends the sending side of the connection; responses can still be read.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads one response, skipping interim ones (`100 Continue`).
    ///
    /// - Parameter toHead: whether the request was a HEAD, so that no body follows whatever the stated length is.
    package func readReply(toHead: Bool = false) throws -> HTTPReply {
        while true {
            let reply = try readAnyReply(toHead: toHead)
            if reply.status >= 200 || reply.status == 101 { return reply }
        }
    }

    /// Reads one response, interim (`100 Continue`) or final.
    package func readAnyReply(toHead: Bool = false) throws -> HTTPReply {
        var reply = try readHead()
        if toHead || reply.status == 204 || reply.status == 304 || reply.status < 200 { return reply }
        if reply["transfer-encoding"]?.lowercased() == "chunked" {
            reply.body = try readChunks()
        } else if let length = reply["content-length"].flatMap(Int.init) {
            reply.body = try read(exactly: length)
        } else {
            reply.body = try readToEnd()
        }
        return reply
    }

    /// Reads a response's status line and header fields, and leaves its content unread.
    package func readHead() throws -> HTTPReply {
        let statusLine = try readLine()
        let parts = statusLine.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), let status = Int(parts[1]) else {
            throw HTTPConnectionError("no status line: \(statusLine)")
        }
        var reply = HTTPReply(status: status, headers: [], body: [])
        while case let line = try readLine(), !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { throw HTTPConnectionError("no header field: \(line)") }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            reply.headers.append((String(line[..<colon]), String(value)))
        }
        return reply
    }

    /// Reads everything until the server closes the connection.
    ///
    /// A reset counts as an end: it is how a server refuses bytes that it does not want to read.
    package func readToEnd() throws -> [UInt8] {
        while try receive() {}
        defer { unread = [] }
        return unread
    }

    /// Whether there are bytes to read, or the end, within that many milliseconds.
    package func hasUnread(within milliseconds: Int32) throws -> Bool {
        if !unread.isEmpty { return true }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) == 1
    }

    /// Reads the available bytes, waiting if there are none; empty at the end.
    package func readSome() throws -> [UInt8] {
        if unread.isEmpty { _ = try receive() }
        defer { unread = [] }
        return unread
    }

    /// Waits until the server has closed the connection, without reading its output.
    package func awaitHangUp() throws {
        guard hasHungUp(within: 60_000) else { throw HTTPConnectionError("the server did not close the connection") }
    }

    /// Whether the server closes the connection within that many milliseconds, without reading its output.
    package func hasHungUp(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&entry, 1, milliseconds) == 1
    }

    /// Reads an exact number of bytes.
    package func read(exactly count: Int) throws -> [UInt8] {
        while unread.count < count {
            guard try receive() else { throw HTTPConnectionError("the connection ended within a body") }
        }
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }

    /// Reads a line, without its CR LF (or LF).
    package func readLine() throws -> String {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                var line = unread[..<end]
                if line.last == 0x0D { line.removeLast() }
                let text = String(decoding: line, as: UTF8.self)
                unread.removeSubrange(...end)
                return text
            }
            guard try receive() else { throw HTTPConnectionError("the connection ended within a line") }
        }
    }

    private func readChunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while let chunk = try readChunk() { body += chunk }
        return body
    }

    /// Reads one chunk of a response with chunked content; nil at the end of the content.
    package func readChunk() throws -> [UInt8]? {
        let line = try readLine()
        guard let size = Int(line.prefix { $0 != ";" }, radix: 16) else {
            throw HTTPConnectionError("no chunk size: \(line)")
        }
        guard size == 0 else {
            let chunk = try read(exactly: size)
            _ = try readLine()
            return chunk
        }
        while try !readLine().isEmpty {}
        return nil
    }

    /// Receives some bytes. Returns false at the end.
    private func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var count = -1
        repeat { count = recv(descriptor, &buffer, buffer.count, 0) } while count < 0 && errno == EINTR
        if count < 0, errno != ECONNRESET { throw HTTPConnectionError("receive", errno) }
        guard count > 0 else { return false }
        unread += buffer[..<count]
        return true
    }
}

/// Why a connection of a test failed.
package struct HTTPConnectionError: Error, CustomStringConvertible {
    /// What was tried, and what happened.
    package let description: String

    /// Creates an error with that description.
    package init(_ description: String) { self.description = description }

    init(_ action: String, _ number: Int32) {
        description = "\(action): \(String(cString: strerror(number)))"
    }
}
