import Glibc
import ElmwoodHTTPServer
import Synchronization
import ElmwoodTestSupport
import Testing

@Suite("Answers given later")
struct ResponderTests {
    @Test("Another thread can answer, and the connection goes on")
    func otherThread() throws {
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

    @Test("An answer that is there at once is sent at once, and only the first answer counts")
    func atOnce() throws {
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

    @Test("What makes an answer is called on the thread of the connection's loop, whoever gives it")
    func made() throws {
        let isElsewhere = Mutex<[Bool]>([])
        let respond: @Sendable (Request) -> Answer = { request in
            let loop = pthread_self()
            let answer: @Sendable (Responder) -> Void = { responder in
                responder.answer {
                    isElsewhere.withLock { $0.append(pthread_equal(loop, pthread_self()) == 0) }
                    return .text(request.path)
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

    @Test("A responder that is dropped answers 500, at once or later")
    func dropped() throws {
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

    @Test("A responder's deadline answers where nobody has")
    func deadline() throws {
        let respond: @Sendable (Request) -> Answer = { _ in
            .later { responder in responder.ifOpen(after: .milliseconds(10)) { $0.answer(.text("so far")) } }
        }
        try withServer(respond: respond) { server in
            let reply = try request("GET", "/", port: server.port)
            #expect(reply.text == "so far")
        }
    }

    @Test("A request that nobody answers gets 503 after its time, and a late answer is ignored")
    func unanswered() throws {
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

    @Test("An answer to a client that has gone does no harm")
    func goneClient() throws {
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
