import Glibc
import ElmwoodTestSupport
import Testing

/// The connections that tests make.
@Suite struct HTTPConnectionTests {
    @Test func `One that is refused closes its descriptor once, and none that is somebody else's by then`() throws {
        let port = try ReservedPort()
        for _ in 0..<100 {
            errno = 0
            let connection = try? HTTPConnection(port: port.number)
            // Where a descriptor is closed that is open no more.
            let isClosedTwice = errno == EBADF
            #expect(connection == nil)
            #expect(!isClosedTwice)
        }
    }

    @Test func `Nobody gets a port that is reserved, but a server that is told of it listens there`() throws {
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
