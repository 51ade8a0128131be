import Glibc
import ElmwoodTestSupport
import Testing

/// The client connections of the tests.
@Suite struct HTTPConnectionTests {
    @Test func `A refused connection closes its descriptor only once`() throws {
        let port = try ReservedPort()
        for _ in 0..<100 {
            errno = 0
            let connection = try? HTTPConnection(port: port.number)
            // Set if a descriptor is closed that is not open any more.
            let isClosedTwice = errno == EBADF
            #expect(connection == nil)
            #expect(!isClosedTwice)
        }
    }

    @Test func `A reserved port is given to nobody else, but a server with its number can listen there`() throws {
        let port = try ReservedPort()
        let early = try? HTTPConnection(port: port.number)
        #expect(early == nil)
        try withServer({ $0.port = port.number }) { server in
            #expect(server.port == port.number)
            let reply = try request("GET", "/", port: port.number)
            #expect(reply.status == 200)
        }
    }
}
