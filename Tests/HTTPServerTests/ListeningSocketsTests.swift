import Glibc
import HTTPClient
import HTTPServer
import Testing

@Suite("Sockets that listen before their server")
struct ListeningSocketsTests {
    private func server(_ sockets: ListeningSockets, _ answer: String) throws -> RunningServer {
        var configuration = ServerConfiguration()
        configuration.sockets = sockets
        return try HTTPServer(configuration) { _ in .response(.text(answer)) }.start()
    }

    @Test("One server follows another on copies of the sockets, and who came in between is answered by the second")
    func follows() throws {
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

    @Test("What is no socket that listens is refused with a sentence")
    func refused() throws {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        #expect(throws: HTTPServerError.self) { try ListeningSockets(host: "127.0.0.1", descriptors: [descriptor]) }
        #expect(throws: HTTPServerError.self) { try ListeningSockets(host: "127.0.0.1", descriptors: []) }
    }
}
