import Foundation
import ElmwoodHTTPServer
import Synchronization
import ElmwoodTestSupport
import Testing

/// Stopping a server.
@Suite(.serialized)
struct StoppingTests {
    /// Reserved, so that nobody else gets it once the server has stopped.
    private let port = Result { try ReservedPort() }

    private func start(_ respond: @escaping @Sendable (Request) -> Answer) throws -> RunningServer {
        var configuration = ServerConfiguration()
        configuration.port = try port.get().number
        configuration.loops = 2
        return try HTTPServer(configuration, respond).start()
    }

    @Test func `Idle connections are closed, new ones are refused, and all callers that wait for the end continue`()
        throws
    {
        let server = try start { _ in .response(.text("ok")) }
        let connection = try HTTPConnection(port: server.port)
        try connection.send(requestText("GET", "/"))
        let reply = try connection.readReply()
        #expect(reply.status == 200)
        let silent = try HTTPConnection(port: server.port)
        server.stop(within: .seconds(30))
        _ = try silent.readToEnd()
        let rest = try connection.readToEnd()
        #expect(rest.isEmpty)
        #expect(throws: HTTPConnectionError.self) { try request("GET", "/", port: server.port) }
        server.waitUntilStopped()
        server.stop(within: .zero)
    }

    @Test func `A connection from before the stop gets an answer to its request, which is marked as the last one`()
        throws
    {
        let server = try start { _ in .response(.text("ok")) }
        let new = try (0..<4).map { _ in try HTTPConnection(port: server.port) }
        // Both loops have accepted their connections, because each loop then answers one of its own.
        let used = try (0..<20).map { _ in try HTTPConnection(port: server.port) }
        for connection in used {
            try connection.send(requestText("GET", "/"))
            let reply = try connection.readReply()
            #expect(reply["connection"]?.lowercased() != "close")
        }
        onThread { server.stop(within: .seconds(30)) }
        // No connection is accepted once the stop has begun.
        while (try? HTTPConnection(port: server.port)) != nil { waitBriefly() }
        for connection in new + used {
            try connection.send(requestText("GET", "/"))
            let reply = try connection.readReply()
            #expect(reply.status == 200)
            #expect(reply["connection"]?.lowercased() == "close")
        }
        server.waitUntilStopped()
    }

    @Test func `A running request is finished, and then its connection is closed`() throws {
        let begun = DispatchSemaphore(value: 0)
        let held = Mutex<Responder?>(nil)
        let server = try start { _ in
            .later { responder in
                held.withLock { $0 = responder }
                begun.signal()
            }
        }
        let connection = try HTTPConnection(port: server.port)
        try connection.send(requestText("GET", "/"))
        begun.wait()
        onThread { server.stop(within: .seconds(30)) }
        // The listener is closed first, so if no connection is accepted any more the stop has begun.
        while let probe = try? HTTPConnection(port: server.port) { _ = try? probe.readToEnd() }
        _ = held.withLock { $0?.answer(.text("finished")) }
        let reply = try connection.readReply()
        #expect(reply.text == "finished")
        #expect(reply["connection"]?.lowercased() == "close")
        server.waitUntilStopped()
    }

    @Test func `When the time is over unanswered requests get 503, and incomplete ones and waiting streams are closed`()
        throws
    {
        let begun = DispatchSemaphore(value: 0)
        let held = Mutex<[Responder]>([])
        let server = try start { request in
            if request.path == "/stream" {
                return .response(Response(.ok, body: .producer(Resting(begun), length: nil)))
            }
            return .later { responder in
                held.withLock { $0.append(responder) }
                begun.signal()
            }
        }
        let waiting = try HTTPConnection(port: server.port)
        try waiting.send(requestText("GET", "/"))
        let streaming = try HTTPConnection(port: server.port)
        try streaming.send(requestText("GET", "/stream"))
        let half = try HTTPConnection(port: server.port)
        try half.send("GET / HTTP/1.1\r\n")
        begun.wait()
        begun.wait()
        server.stop(within: .milliseconds(20))
        let reply = try waiting.readReply()
        #expect(reply.status == 503)
        #expect(throws: HTTPConnectionError.self) { try streaming.readReply() }
        _ = try half.readToEnd()
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `SIGTERM and SIGINT stop a server that runs until a signal`(_ signal: Int32) throws {
        let port = try port.get().number
        var configuration = ServerConfiguration()
        configuration.port = port
        let server = HTTPServer(configuration) { _ in .response(.text("ok")) }
        try server.runUntilSignal(stoppingWithin: .zero) { _ in kill(getpid(), signal) }
        // For a moment, a process that another test starts has a copy of the socket.
        while (try? HTTPConnection(port: port)) != nil { waitBriefly() }
    }

    @Test func `A server that runs until a signal accepts no request before it has reported that it listens`() throws {
        let port = try port.get().number
        var configuration = ServerConfiguration()
        configuration.port = port
        let isTaken = DispatchSemaphore(value: 0)
        let server = HTTPServer(configuration) { _ in
            isTaken.signal()
            return .response(.text("ok"))
        }
        try server.runUntilSignal(stoppingWithin: .seconds(10)) { _ in
            onThread {
                _ = try? request("GET", "/", port: port)
                kill(getpid(), SIGTERM)
            }
            // That something does not happen can only be tested by waiting.
            #expect(isTaken.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
        }
        #expect(isTaken.wait(timeout: .now()) == .success)
    }

    @Test func `A server can be started again on the same port`() throws {
        let first = try start { _ in .response(.text("first")) }
        let connection = try HTTPConnection(port: first.port)
        try connection.send(requestText("GET", "/"))
        _ = try connection.readReply()
        first.stop(within: .zero)
        let second = try again { try start { _ in .response(.text("second")) } }
        #expect(second.port == first.port)
        let reply = try request("GET", "/", port: second.port)
        #expect(reply.text == "second")
        second.stop(within: .zero)
    }
}

/// Never has anything to send.
private final class Resting: BodyProducer {
    private let begun: DispatchSemaphore

    init(_ begun: DispatchSemaphore) { self.begun = begun }

    func begin(_ stream: ResponseStream) {}
    func next() -> BodyPiece {
        begun.signal()
        return .wait
    }
    func end() {}
}
