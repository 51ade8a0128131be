import Glibc
import ElmwoodHTTPClient
import ElmwoodHTTPServer
import Testing

/// Sockets that listen before their server starts.
@Suite struct ListeningSocketsTests {
    private func server(_ sockets: ListeningSockets, _ answer: String) throws -> RunningServer {
        var configuration = ServerConfiguration()
        configuration.sockets = sockets
        return try HTTPServer(configuration) { _ in .response(.text(answer)) }.start()
    }

    @Test func `A second server on copies of the sockets answers connections from before its start`() throws {
        let sockets = try ListeningSockets(host: "127.0.0.1", port: 0, count: 2)
        let copies = try ListeningSockets(host: "127.0.0.1", descriptors: sockets.descriptors.map { dup($0) })
        #expect(copies.port == sockets.port)
        let first = try server(sockets, "first")
        #expect(first.port == copies.port)
        first.stop()
        let connection = try HTTPConnection(port: copies.port)
        try connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let second = try server(copies, "second")
        #expect(try connection.readReply().text == "second")
        second.stop()
    }

    @Test func `A server that cannot start leaves no descriptor open, whatever the reason`() async {
        // In a separate process, because other tests open and close descriptors of this one.
        await #expect(processExitsWith: .success) {
            let path = try rubbish()
            defer { unlink(path) }
            var taken = ServerConfiguration()
            taken.port = 0
            let running = try HTTPServer(taken) { _ in .response(.text("")) }.start()
            taken.port = running.port
            var unusable = ServerConfiguration()
            unusable.port = 0
            unusable.loops = 3
            unusable.tls = TLSFiles(certificate: path, key: path)
            var absent = unusable
            absent.tls = TLSFiles(certificate: path + "-absent", key: path)
            // There are enough descriptors for the sockets of all loops, but not for everything else that the loops need.
            var scarce = ServerConfiguration()
            scarce.port = 0
            scarce.loops = 20
            let wrong = [taken, unusable, absent]
            // Descriptors that the library opens once are open after the first attempt.
            for configuration in wrong { _ = failure(of: configuration) }
            let before = openDescriptors()
            for configuration in wrong where !failure(of: configuration) || openDescriptors() != before { exit(1) }
            var limit = rlimit(rlim_cur: rlim_t(before + 50), rlim_max: rlim_t(before + 50))
            guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(2) }
            if !failure(of: scarce) || openDescriptors() != before { exit(3) }
        }
    }

    @Test func `If the server cannot start, the given sockets stay open and belong to the caller`() throws {
        let path = try rubbish()
        defer { unlink(path) }
        let sockets = try ListeningSockets(host: "127.0.0.1", port: 0, count: 3)
        var configuration = ServerConfiguration()
        configuration.sockets = sockets
        configuration.tls = TLSFiles(certificate: path, key: path)
        #expect(throws: HTTPServerError.self) { try HTTPServer(configuration) { _ in .response(.text("")) }.start() }
        let server = try server(sockets, "later")
        defer { server.stop() }
        let connection = try HTTPConnection(port: server.port)
        try connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(try connection.readReply().text == "later")
    }

    @Test func `A descriptor that is not a listening socket is refused with a sentence`() throws {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        #expect(throws: HTTPServerError.self) { try ListeningSockets(host: "127.0.0.1", descriptors: [descriptor]) }
        #expect(throws: HTTPServerError.self) { try ListeningSockets(host: "127.0.0.1", descriptors: []) }
    }
}

/// Creates a file that is neither a certificate nor a key.
private func rubbish() throws -> String {
    var path = Array("/tmp/elmwood-rubbish-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(write(descriptor, "rubbish", 7) == 7)
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Whether a server with that configuration fails to start.
private func failure(of configuration: ServerConfiguration) -> Bool {
    do {
        _ = try HTTPServer(configuration) { _ in .response(.text("")) }.start()
        return false
    } catch {
        return true
    }
}

/// The number of descriptors that this process has open.
private func openDescriptors() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
}
