import ElmwoodHTTPServer
import Synchronization
import ElmwoodTestSupport
import Testing

/// A server whose `/stream` is a feed.
func withFeed(
    _ feed: Feed,
    heartbeatEvery interval: Duration = .seconds(30),
    configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (RunningServer) throws -> Void
) throws {
    let log = Mutex<[String]>([])
    let respond: @Sendable (Request) -> Answer = { request in
        switch request.path {
        case "/stream": .response(feed.response(every: interval))
        case "/later": .later { responder in onThread { responder.answer(feed.response(every: interval)) } }
        case "/short": .response(Response(.ok, body: .producer(ShortContent(), length: nil)))
        default: .response(.text("\(request.method.rawValue) \(request.target)"))
        }
    }
    try withServer(
        {
            $0.log = { line in log.withLock { $0.append(line) } }
            configure(&$0)
        },
        respond: respond,
        body
    )
    #expect(log.withLock { $0 } == [])
}

/// Five bytes, which become available after the first request.
final class ShortContent: BodyProducer {
    private let state = Mutex<(count: Int, stream: ResponseStream?)>((0, nil))

    func begin(_ stream: ResponseStream) { state.withLock { $0.stream = stream } }

    func next() -> BodyPiece {
        let (count, stream) = state.withLock { state in
            state.count += 1
            return state
        }
        switch count {
        case 1:
            onThread { stream?.wake() }
            return .wait
        case 2: return .bytes(Array("short".utf8))
        default: return .end
        }
    }

    func end() {}
}

/// Content without an end.
final class EndlessContent: BodyProducer {
    func begin(_ stream: ResponseStream) {}
    func next() -> BodyPiece { .bytes([UInt8](repeating: 0x20, count: 4000)) }
    func end() {}
}
