import Glibc
import ElmwoodHTTPServer
import Synchronization
import ElmwoodTestSupport
import Testing

/// Answers that are given later.
@Suite struct ResponderTests {
    @Test func `Another thread can answer, and the connection continues`() throws {
        let respond: @Sendable (Request) -> Answer = { request in
            .later { responder in onThread { responder.answer(.text(request.path)) } }
        }
        try withServer(respond: respond) { server in
            let connection = try HTTPConnection(port: server.port)
            for _ in 0..<20 {
                try connection.send(requestText("GET", "/1") + requestText("POST", "/2", body: "a=b"))
                let first = try connection.readReply()
                #expect(first.text == "/1")
                let second = try connection.readReply()
                #expect(second.text == "/2")
            }
        }
    }

    @Test func `An answer that is available at once is sent at once, and only the first answer counts`() throws {
        let respond: @Sendable (Request) -> Answer = { _ in
            .later { responder in
                #expect(responder.isOpen)
                #expect(responder.answer(.text("first")))
                #expect(!responder.answer(.text("second")))
                #expect(!responder.isOpen)
            }
        }
        try withServer(respond: respond) { server in
            let reply = try request("GET", "/", port: server.port)
            #expect(reply.text == "first")
        }
    }

    @Test func `The closure of an answer runs on the thread of the connection's loop, whichever thread answers`() throws
    {
        let isElsewhere = Mutex<[Bool]>([])
        let respond: @Sendable (Request) -> Answer = { request in
            let loop = pthread_self()
            let answer: @Sendable (Responder) -> Void = { responder in
                responder.answer {
                    isElsewhere.withLock { $0.append(pthread_equal(loop, pthread_self()) == 0) }
                    return .response(.text(request.path))
                }
            }
            return .later { responder in
                if request.path == "/later" { onThread { answer(responder) } } else { answer(responder) }
            }
        }
        try withServer(respond: respond) { server in
            for path in ["/later", "/now"] {
                let reply = try request("GET", path, port: server.port)
                #expect(reply.text == path)
            }
        }
        #expect(isElsewhere.withLock { $0 } == [false, false])
    }

    @Test func `A responder that is dropped answers with 500, at once or later`() throws {
        let respond: @Sendable (Request) -> Answer = { request in
            .later { responder in
                if request.path == "/later" { onThread { _ = responder } }
            }
        }
        try withServer(respond: respond) { server in
            for path in ["/", "/later"] {
                let reply = try request("GET", path, port: server.port)
                #expect(reply.status == 500)
            }
        }
    }

    @Test func `A responder's deadline answers if nobody has`() throws {
        let respond: @Sendable (Request) -> Answer = { _ in
            .later { responder in responder.ifOpen(after: .milliseconds(10)) { $0.answer(.text("so far")) } }
        }
        try withServer(respond: respond) { server in
            let reply = try request("GET", "/", port: server.port)
            #expect(reply.text == "so far")
        }
    }

    @Test func `A request without an answer gets 503 after its time, and a late answer is ignored`() throws {
        let held = Mutex<[Responder]>([])
        let respond: @Sendable (Request) -> Answer = { _ in
            .later { responder in held.withLock { $0.append(responder) } }
        }
        try withServer({ $0.limits.answerTime = .milliseconds(20) }, respond: respond) { server in
            for _ in 0..<2 {
                let reply = try request("GET", "/", port: server.port)
                #expect(reply.status == 503)
            }
            let late = held.withLock { $0.map { $0.answer(.text("late")) } }
            #expect(late == [false, false])
        }
    }

    @Test func `A handler is told that nobody waits for its answer any more, once, and not if it has answered`() throws
    {
        let abandoned = Mutex<[String]>([])
        let held = Mutex<[Responder]>([])
        let respond: @Sendable (Request) -> Answer = { request in
            .later { responder in
                responder.whenAbandoned { abandoned.withLock { $0.append(request.path) } }
                if request.path == "/answered" { responder.answer(.text("fine")) }
                held.withLock { $0.append(responder) }
            }
        }
        try withServer({ $0.limits.answerTime = .milliseconds(20) }, respond: respond) { server in
            let answered = try request("GET", "/answered", port: server.port)
            #expect(answered.status == 200)
            let late = try request("GET", "/late", port: server.port)
            #expect(late.status == 503)
        }
        #expect(abandoned.withLock { $0 } == ["/late"])
    }

    @Test func `An answer to a client that has gone does no harm`() throws {
        let held = Mutex<[Responder]>([])
        let respond: @Sendable (Request) -> Answer = { request in
            if request.path == "/" { return .response(.text("fine")) }
            return .later { responder in held.withLock { $0.append(responder) } }
        }
        try withServer(respond: respond) { server in
            for _ in 0..<10 {
                let connection = try HTTPConnection(port: server.port)
                try connection.send(requestText("GET", "/gone"))
            }
            let reply = try request("GET", "/", port: server.port)
            #expect(reply.text == "fine")
            for responder in held.withLock({ $0 }) { responder.answer(.text("too late")) }
            let next = try request("GET", "/", port: server.port)
            #expect(next.text == "fine")
        }
    }
}
