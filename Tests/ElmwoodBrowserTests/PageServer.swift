import Glibc
import Synchronization

/// Serves a few fixed pages to a browser, one request for each connection. This suffices to test the browser itself.
///
/// The page `/` sets a cookie. A POST is answered with a redirect to `/sent`, and its body is appended to ``posted``.
final class PageServer: Sendable {
    let port: Int
    /// The socket that accepts connections; nil once its thread has closed it.
    private let listener: Mutex<Int32?>
    private let headers: String
    private let bodies = Mutex<[String]>([])

    /// The bodies of the received posts, in order.
    var posted: [String] { bodies.withLock { $0 } }

    /// Starts to serve the pages, with that `Content-Security-Policy` if there is one. A path that ends in `.js` is a script, and
    /// one that ends in `.css` is a style sheet.
    init(_ pages: [String: String], policy: String? = nil) throws {
        headers = policy.map { "Content-Security-Policy: \($0)\r\nX-Content-Type-Options: nosniff\r\n" } ?? ""
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else {
            let reason = errno
            close(listener)
            throw PageServerError(number: reason)
        }
        port = Int(address.sin_port.bigEndian)
        self.listener = Mutex(listener)
        Thread.start { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                answer(connection, pages)
                close(connection)
            }
            // Only this thread closes the socket. If another one did, this thread might accept connections from a new socket with
            // the same number.
            self.listener.withLock {
                close(listener)
                $0 = nil
            }
        }
    }

    /// Ends the thread that waits for connections.
    func stop() {
        listener.withLock { if let listener = $0 { shutdown(listener, Int32(SHUT_RDWR)) } }
    }

    func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private func answer(_ connection: Int32, _ pages: [String: String]) {
        var request: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while !isWhole(request) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request += buffer[..<count]
        }
        let text = String(decoding: request, as: UTF8.self)
        let words = text.split(separator: " ", maxSplits: 2)
        let path = words.count > 1 ? String(words[1].prefix { $0 != "?" }) : ""
        let reply: String
        if text.hasPrefix("POST ") {
            bodies.withLock { $0.append(text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "") }
            reply = "HTTP/1.1 303 See Other\r\nLocation: /sent\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        } else {
            let page = pages[path]
            let type = path.hasSuffix(".js") ? "javascript" : path.hasSuffix(".css") ? "css" : "html"
            reply = """
                HTTP/1.1 \(page == nil ? "404 Not Found" : "200 OK")\r
                Content-Type: text/\(type); charset=utf-8\r
                \(headers)\
                \(path == "/" ? "Set-Cookie: visitor=7; HttpOnly; SameSite=Lax; Path=/\r\n" : "")\
                Content-Length: \(page?.utf8.count ?? 0)\r
                Connection: close\r
                \r
                \(page ?? "")
                """
        }
        let bytes = Array(reply.utf8)
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Whether the head has been received, and as much of a body as it announces.
    private func isWhole(_ request: [UInt8]) -> Bool {
        let text = String(decoding: request, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
        guard let length = text.firstRange(of: "Content-Length: ") else { return true }
        let digits = text[length.upperBound...].prefix { $0.isNumber }
        return text[end.upperBound...].utf8.count >= Int(digits) ?? 0
    }
}

/// Why the page server could not start.
struct PageServerError: Error {
    let number: Int32
}

/// A thread for blocking system calls, which tasks must not make.
private enum Thread {
    static func start(_ work: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        pthread_create(
            &thread,
            nil,
            { pointer in
                if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().work() }
                return nil
            },
            box.toOpaque()
        )
        pthread_detach(thread)
    }

    private final class Work {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}
