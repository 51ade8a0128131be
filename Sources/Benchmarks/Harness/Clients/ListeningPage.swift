import Glibc

/// A live page from the server's point of view: a connection over which its patches are sent, and the cookie of its visitor.
final class ListeningPage {
    /// The cookie of the page's visitor, as it is sent.
    private(set) var cookie = ""
    private let descriptor: Int32

    /// Opens a page of a new visitor at a path, which shows that revision, and connects it.
    ///
    /// - Parameter cookie: the cookie of a visitor who has a session; nil for a new one.
    init(
        _ path: String = Requests.room,
        number: Int,
        revision: String,
        port: UInt16,
        cookie known: String? = nil
    ) throws {
        // One address has only some thirty thousand ports to connect from.
        descriptor = try connectedSocket(from: 0x7F00_0001 + UInt32(clamping: number / 5_000), to: port)
        let request = Requests.stream(path, page: number, revision: revision, cookie: known)
        let count = request.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count == request.count else { throw BenchmarkFailure("A page cannot connect: \(systemError()).") }
        var text = ""
        while !text.contains("data: [") {
            text += try Self.receive(from: descriptor)
        }
        let given = text.split(separator: "Set-Cookie: ").dropFirst().first.map { String($0.prefix { $0 != ";" }) }
        guard text.hasPrefix("HTTP/1.1 200"), let cookie = given ?? known else {
            throw BenchmarkFailure("A page that connects is answered with \(text).")
        }
        self.cookie = cookie
    }

    /// Ends the connection, without a farewell.
    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    deinit { Glibc.close(descriptor) }

    /// Waits for the next patch.
    func awaitPatch() throws {
        while try !Self.receive(from: descriptor).utf8.contains(UInt8(ascii: "[")) {}
    }

    /// Returns the received text, including heartbeats.
    private static func receive(from descriptor: Int32) throws -> String {
        try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else {
                throw BenchmarkFailure(count == 0 ? "The server closed a page's stream." : "A page waits in vain.")
            }
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    /// Raises this process's limit so that it can have that many connections.
    static func allowMany(_ count: Int) throws {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(count) + 1_000))
        guard setrlimit(resource, &limit) == 0, limit.rlim_cur > rlim_t(count) + 100 else {
            throw BenchmarkFailure("The system does not let this process have \(count) connections.")
        }
    }
}
