import Foundation
import ElmwoodHTTPServer
import Synchronization
import ElmwoodTestSupport
import Testing

/// The ends of streams.
@Suite struct StreamEndTests {
    @Test func `If a stream fails its connection is closed, so that the client notices`() throws {
        for version in ["1.0", "1.1"] {
            let feed = Feed("one")
            try withFeed(feed) { server in
                let connection = try HTTPConnection(port: server.port)
                try connection.send("GET /stream HTTP/\(version)\r\nHost: a\r\n\r\n")
                feed.awaitRest()
                let head = try connection.readHead()
                let isChunked = head["Transfer-Encoding"] == "chunked"
                #expect(isChunked == (version == "1.1"))
                let first = isChunked ? try connection.readChunk() : try connection.read(exactly: 3)
                #expect(first.text == "one")
                feed.give(.failed)
                feed.awaitEnd()
                // Without chunks, the content ends with the connection. With chunks, the last one is missing. If the connection
                // stayed open, the read would throw another error.
                if isChunked {
                    let error = #expect(throws: HTTPConnectionError.self) { try connection.readChunk() }
                    #expect(error?.description == "the connection ended within a line")
                } else {
                    #expect(try connection.readToEnd().isEmpty)
                }
            }
            #expect(feed.endCount == 1)
        }
    }

    @Test func `A stream ends if its client has disconnected`() throws {
        let feed = Feed("one")
        try withFeed(feed) { server in
            do {
                let connection = try HTTPConnection(port: server.port)
                try connection.send(requestText("GET", "/stream"))
                feed.awaitRest()
            }
            feed.awaitEnd()
            feed.give("two")
            let next = try request("GET", "/next", port: server.port)
            #expect(next.text == "GET /next")
        }
        #expect(feed.endCount == 1)
    }

    @Test func `A stop ends streams as if they were complete, even one with a slow client`() throws {
        let feed = Feed("one")
        let long = Feed(String(repeating: " ", count: 20_000_000))
        let respond: @Sendable (Request) -> Answer = { .response(($0.path == "/long" ? long : feed).response()) }
        try withServer(respond: respond) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("GET", "/"))
            let slow = try HTTPConnection(port: server.port)
            try slow.send(requestText("GET", "/long"))
            let head = try slow.readHead()
            #expect(head.status == 200)
            feed.awaitRest()
            onThread { server.stop(within: .seconds(30)) }
            let reply = try connection.readReply()
            #expect(reply.text == "one")
            feed.awaitEnd()
            while try slow.readChunk() != nil {}
            long.awaitEnd()
            server.waitUntilStopped()
        }
        #expect(feed.endCount == 1)
        #expect(long.endCount == 1)
    }

    @Test func `A stop waits no longer than its time for a client that does not read`() throws {
        let feed = Feed(String(repeating: " ", count: 20_000_000))
        try withFeed(feed) { server in
            let connection = try HTTPConnection(port: server.port, receiveBuffer: 4096)
            try connection.send(requestText("GET", "/stream"))
            _ = try connection.readHead()
            server.stop(within: .milliseconds(20))
            #expect(feed.endCount == 1)
        }
    }

    @Test func `Streams count as connections until they end`() throws {
        let feed = Feed()
        try withFeed(
            feed,
            configure: {
                $0.limits.connections = 3
                $0.loops = 2
            }
        ) { server in
            var streams: [HTTPConnection] = []
            for _ in 0..<3 {
                let connection = try HTTPConnection(port: server.port)
                try connection.send(requestText("GET", "/stream"))
                _ = try connection.readHead()
                streams.append(connection)
            }
            let extra = try request("GET", "/", port: server.port)
            #expect(extra.status == 503)
            streams.removeFirst()
            feed.awaitEnd()
            let next = try request("GET", "/next", port: server.port)
            #expect(next.text == "GET /next")
        }
        #expect(feed.endCount == 3)
    }

    @Test func `Hundreds of streams get their own content, and end one by one or all together`() throws {
        let feeds = (0..<300).map { _ in Feed() }
        let respond: @Sendable (Request) -> Answer = { request in
            let number = Int(request.path.dropFirst()) ?? 0
            return .response(feeds[number].response())
        }
        try withServer({ $0.loops = 2 }, respond: respond) { server in
            var connections = try feeds.indices.map { number in
                let connection = try HTTPConnection(port: server.port)
                try connection.send(requestText("GET", "/\(number)"))
                return connection
            }
            for feed in feeds { feed.awaitRest() }
            for (number, feed) in feeds.enumerated() { feed.give("to \(number)") }
            for (number, connection) in connections.enumerated() {
                _ = try connection.readHead()
                let chunk = try connection.readChunk()
                #expect(chunk.text == "to \(number)")
            }
            connections.removeFirst(100)
            for feed in feeds[..<100] { feed.awaitEnd() }
            for feed in feeds { feed.give("again") }
            for connection in connections {
                let chunk = try connection.readChunk()
                #expect(chunk.text == "again")
            }
            server.stop(within: .seconds(10))
            for connection in connections {
                let end = try connection.readChunk()
                #expect(end == nil)
            }
        }
        for feed in feeds { #expect(feed.endCount == 1) }
    }
}
