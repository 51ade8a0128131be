import Foundation
import ElmwoodHTTPServer
import Synchronization
import ElmwoodTestSupport
import Testing

/// Streams of a server.
@Suite struct StreamTests {
    @Test func `A stream has the header fields of every answer, is sent in chunks, and ends with its connection`()
        throws
    {
        let feed = Feed("one")
        try withFeed(feed, configure: { $0.headers = ["X-First": "1"] }) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("GET", "/stream"))
            let head = try connection.readHead()
            #expect(head.status == 200)
            #expect(head["content-type"] == "text/event-stream")
            #expect(head["transfer-encoding"] == "chunked")
            #expect(head["connection"] == "close")
            #expect(head["x-first"] == "1")
            #expect(head["date"]?.hasSuffix(" GMT") == true)
            #expect(head["content-length"] == nil)
            let first = try connection.readChunk()
            #expect(first.text == "one")
            feed.give(String(repeating: "two", count: 5000))
            let second = try connection.readChunk()
            #expect(second?.count == 15_000)
            feed.give(.end)
            let end = try connection.readChunk()
            #expect(end == nil)
            let rest = try connection.readToEnd()
            #expect(rest.isEmpty)
            feed.awaitEnd()
        }
        #expect(feed.endCount == 1)
    }

    @Test func `A stream for HTTP/1.0 has no chunks`() throws {
        let feed = Feed("one ")
        try withFeed(feed) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send("GET /stream HTTP/1.0\r\n\r\n")
            let head = try connection.readHead()
            #expect(head["transfer-encoding"] == nil)
            #expect(head["connection"] == "close")
            let first = try connection.read(exactly: 4)
            #expect(String(decoding: first, as: UTF8.self) == "one ")
            feed.give("two\n")
            let second = try connection.readLine()
            #expect(second == "two")
            feed.give(.end)
            let rest = try connection.readToEnd()
            #expect(rest.isEmpty)
        }
    }

    @Test func `A stream may follow other requests of its connection, and may be answered later`() throws {
        for target in ["/stream", "/later"] {
            let feed = Feed("one")
            try withFeed(feed) { server in
                let connection = try HTTPConnection(port: server.port)
                for earlier in ["/first", "/short", "/second"] {
                    try connection.send(requestText("GET", earlier))
                    let reply = try connection.readReply()
                    #expect(reply.text == (earlier == "/short" ? "short" : "GET \(earlier)"))
                }
                try connection.send(requestText("GET", target))
                _ = try connection.readHead()
                let first = try connection.readChunk()
                #expect(first.text == "one")
                feed.give("two")
                let second = try connection.readChunk()
                #expect(second.text == "two")
                let next = try request("GET", "/next", port: server.port)
                #expect(next.text == "GET /next")
            }
            #expect(feed.endCount == 1)
        }
    }

    @Test func `Requests after that of a stream are not served, and do not disturb it`() throws {
        let feed = Feed("one")
        try withFeed(feed) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("GET", "/stream") + requestText("GET", "/next"))
            _ = try connection.readHead()
            let first = try connection.readChunk()
            #expect(first.text == "one")
            try connection.send([UInt8](repeating: 0x41, count: 3_000_000))
            feed.give("two")
            let second = try connection.readChunk()
            #expect(second.text == "two")
            try connection.send(requestText("GET", "/next"))
            feed.give(.end)
            let end = try connection.readChunk()
            #expect(end == nil)
            let rest = try connection.readToEnd()
            #expect(rest.isEmpty)
        }
    }

    @Test func `A HEAD request gets only the head`() throws {
        let feed = Feed("one")
        try withFeed(feed) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("HEAD", "/stream"))
            let reply = try connection.readReply(toHead: true)
            #expect(reply["content-type"] == "text/event-stream")
            let rest = try connection.readToEnd()
            #expect(rest.isEmpty)
        }
        #expect(feed.endCount == 1)
    }

    @Test func `A request with a body can be answered with a stream too`() throws {
        let feed = Feed("one")
        try withFeed(feed, heartbeatEvery: .milliseconds(20)) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("POST", "/stream", body: "a=b"))
            _ = try connection.readHead()
            let first = try connection.readChunk()
            #expect(first.text == "one")
            let beat = try connection.readChunk()
            #expect(beat.text == ":\n\n")
            feed.give("two")
            var chunk = try connection.readChunk()
            while chunk.text == ":\n\n" { chunk = try connection.readChunk() }
            #expect(chunk.text == "two")
            server.stop(within: .seconds(10))
            while let chunk = try connection.readChunk() { #expect(chunk == Array(":\n\n".utf8)) }
        }
        #expect(feed.endCount == 1)
    }

    @Test func `While there is nothing to send, heartbeats are sent`() throws {
        let feed = Feed("one")
        try withFeed(feed, heartbeatEvery: .milliseconds(20)) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("GET", "/stream"))
            _ = try connection.readHead()
            let first = try connection.readChunk()
            #expect(first.text == "one")
            for _ in 0..<3 {
                let beat = try connection.readChunk()
                #expect(beat.text == ":\n\n")
            }
            feed.give("two")
            var chunk = try connection.readChunk()
            while chunk.text == ":\n\n" { chunk = try connection.readChunk() }
            #expect(chunk.text == "two")
        }
        // Once after each piece, and not for a heartbeat.
        #expect(feed.askedInVainCount <= 2)
    }

    @Test func `However often a stream is woken, its producer is asked once`() throws {
        let feed = Feed()
        let isBlocked = DispatchSemaphore(value: 0)
        let goOn = DispatchSemaphore(value: 0)
        let respond: @Sendable (Request) -> Answer = { request in
            guard request.path == "/block" else { return .response(feed.response()) }
            isBlocked.signal()
            goOn.wait()
            return .response(.text("ok"))
        }
        try withServer(respond: respond) { server in
            let connection = try HTTPConnection(port: server.port)
            try connection.send(requestText("GET", "/"))
            _ = try connection.readHead()
            feed.awaitRest()
            let blocking = try HTTPConnection(port: server.port)
            try blocking.send(requestText("GET", "/block"))
            isBlocked.wait()
            for number in 0..<10_000 { feed.give("\(number)") }
            goOn.signal()
            let chunk = try connection.readChunk()
            #expect(chunk.text == "9999")
            feed.awaitRest()
            #expect(feed.givenCount == 1)
        }
    }

    @Test func `A producer is not asked for a client that does not read, and the client then gets the latest piece`()
        throws
    {
        let feed = Feed()
        try withFeed(feed) { server in
            let connection = try HTTPConnection(port: server.port, receiveBuffer: 4096)
            try connection.send(requestText("GET", "/stream"))
            _ = try connection.readHead()
            feed.awaitRest()
            let filler = String(repeating: " ", count: 100_000)
            for number in 0..<300 {
                feed.give("\(number)\(filler)")
                // The answer shows that the loop has served the stream.
                _ = try request("GET", "/", port: server.port)
            }
            // Some pieces fit into the buffers of the system, but not all thirty megabytes.
            let givenCount = feed.givenCount
            #expect(givenCount < 100)
            feed.give("newest")
            var count = 0
            while let chunk = try connection.readChunk(), chunk != Array("newest".utf8) { count += 1 }
            #expect(count == givenCount)
        }
    }

    @Test func `A client that reads nothing for too long is disconnected`() throws {
        let feed = Feed(String(repeating: " ", count: 20_000_000))
        try withFeed(feed, configure: { $0.limits.sendTime = .milliseconds(300) }) { server in
            let connection = try HTTPConnection(port: server.port, receiveBuffer: 4096)
            try connection.send(requestText("GET", "/stream"))
            feed.awaitEnd()
            #expect(throws: HTTPConnectionError.self) { try connection.readReply() }
            let next = try request("GET", "/next", port: server.port)
            #expect(next.text == "GET /next")
        }
        #expect(feed.endCount == 1)
    }

    @Test func `A producer with endless content does not block other connections`() throws {
        let endless = EndlessContent()
        let respond: @Sendable (Request) -> Answer = { request in
            guard request.path == "/stream" else { return .response(.text("next")) }
            return .response(Response(.ok, body: .stream(endless, heartbeat: [], every: .zero)))
        }
        try withServer(respond: respond) { server in
            let hasBegun = DispatchSemaphore(value: 0)
            let port = server.port
            onThread {
                let connection = try? HTTPConnection(port: port)
                try? connection?.send(requestText("GET", "/stream"))
                _ = try? connection?.readHead()
                hasBegun.signal()
                while let chunk = try? connection?.readChunk(), !chunk.isEmpty {}
            }
            hasBegun.wait()
            for _ in 0..<10 {
                let next = try request("GET", "/next", port: server.port)
                #expect(next.text == "next")
            }
        }
    }
}
