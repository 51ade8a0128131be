import Dispatch
import ElmwoodHTTPClient
import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// A loop whose handler does not return.
@Suite struct LoopWatchTests {
    @Test func `Connections that the system gives to a loop that does not return are answered by another one`() throws {
        let isOver = DispatchSemaphore(value: 0)
        let hasBegun = DispatchSemaphore(value: 0)
        try withServer(
            { $0.loops = 2 },
            respond: { request in
                if request.path == "/endless" {
                    hasBegun.signal()
                    isOver.wait()
                }
                return .response(.text("ok"))
            }
        ) { server in
            let endless = try HTTPConnection(port: server.port)
            try endless.send(requestText("GET", "/endless"))
            hasBegun.wait()
            // About half of them belong to the other loop.
            let connections = try (0..<40).map { _ in try HTTPConnection(port: server.port) }
            for connection in connections { try connection.send(requestText("GET", "/")) }
            for connection in connections { #expect(try connection.readReply().status == 200) }
            #expect(server.longestWork >= .seconds(1))
            #expect(server.load.connections == 41)
            isOver.signal()
            #expect(try endless.readReply().status == 200)
            // Both loops serve again, and those that were taken over remain connected.
            for connection in connections {
                try connection.send(requestText("GET", "/"))
                #expect(try connection.readReply().status == 200)
            }
        }
    }
}
