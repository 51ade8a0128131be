import ElmwoodArchitecture
import ElmwoodObservation
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// A program whose functions take as long as the test says, on the test's clock.
private struct Dawdler: Program {
    let environment: ManualEnvironment

    struct Model: Codable, Equatable, Sendable { var count = 0 }

    enum Message: Codable, Equatable, Sendable {
        case wait(milliseconds: Int)
        case fail
    }

    struct Failure: Error {}

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        model.count += 1
        switch message {
        case .wait(let milliseconds): environment.advance(by: .milliseconds(milliseconds))
        case .fail: throw Failure()
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        if page.path == "/slow" { environment.advance(by: .milliseconds(150)) }
        return Document("Dawdler") {}
    }
}

/// Receives all events.
private final class Collector: Observer {
    private let events = Mutex<[Observation]>([])

    func observe(_ event: Observation) { events.withLock { $0.append(event) } }

    var turns: [String] {
        events.withLock { events in
            events.compactMap { event in
                guard case .turn(let turn) = event else { return nil }
                return "\(turn.program) \(turn.message) \(turn.duration) \(turn.hasFailed ? "failed" : "done")"
            }
        }
    }

    /// The durations of the calls of a function.
    func durations(of function: ObservedCall.Function) -> [Duration] {
        events.withLock { events in
            events.compactMap { event in
                guard case .call(let call) = event, call.function == function else { return nil }
                return call.duration
            }
        }
    }
}

/// Calls of programs that take long, or do not return.
@Suite struct SlowCallTests {
    private let environment = ManualEnvironment()
    private let collector = Collector()
    private let registry: SessionRegistry
    private let host: ProgramHost<Dawdler>

    init() {
        var forSessions = environment.forSessions
        forSessions.observer = collector
        registry = SessionRegistry(limits: .scripted, environment: forSessions)
        host = ProgramHost(Dawdler(environment: environment), name: "/slow", registry: registry)
    }

    private func post(_ message: Dawdler.Message) {
        _ = host.post(session: nil, visit: Visit()) { _ in Decision<Dawdler.Message, String>.apply([message]) }
    }

    @Test func `A slow update and a slow view are logged, with the message's name alone`() throws {
        post(.wait(milliseconds: 99))
        #expect(environment.log == [])
        post(.wait(milliseconds: 250))
        _ = try host.render(Dawdler.Model(), on: Page(path: "/slow"))
        #expect(environment.log == ["/slow: update on wait took 250 ms", "/slow: view took 150 ms"])
    }

    @Test func `Observers are told of each turn and call, and how long it took`() {
        post(.wait(milliseconds: 20))
        post(.fail)
        let start = "/slow start 0.0 seconds done"
        #expect(collector.turns == [start, "/slow wait 0.02 seconds done", start, "/slow fail 0.0 seconds failed"])
        #expect(collector.durations(of: .update) == [.zero, .milliseconds(20), .zero, .zero])
        #expect(collector.durations(of: .start).count == 2)
    }

    @Test func `A call that does not return is found while it runs, and logged once`() {
        let calls = registry.calls
        let number = calls.begin(
            "/slow",
            .update,
            [AnyMessage(Dawdler.Message.fail)],
            for: EventContext(),
            at: environment.forSessions.now()
        )
        registry.watchCalls(endingProcessAfter: nil)
        #expect(environment.log == [])
        environment.advance(by: .seconds(11))
        for _ in 0..<3 { registry.watchCalls(endingProcessAfter: nil) }
        #expect(environment.log == ["/slow: update on fail has not returned for 11 s"])
        #expect(calls.longest(at: .seconds(11)) == .seconds(11))
        calls.end(number)
        #expect(calls.longest(at: .seconds(11)) == .zero)
        // The number is used again.
        #expect(calls.begin("/slow", .view, [], for: EventContext(), at: .seconds(11)) == number)
    }

    @Test func `No call remains in the table when it has returned or thrown`() {
        for _ in 0..<100 {
            post(.wait(milliseconds: 1))
            post(.fail)
        }
        #expect(registry.calls.longest(at: .seconds(1_000)) == .zero)
    }
}
