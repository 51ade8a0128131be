import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Synchronization
import ElmwoodViewTree

/// A program that notes its messages, directly or by an effect.
struct Echo: Program {
    struct Model: Codable, Equatable, Sendable { var seen: [String] = [] }
    enum Message: Codable, Equatable, Sendable { case note(String), echo(String), tell(String), renew, end }
    enum Effect: Codable, Equatable, Sendable { case echo(String) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .note(let text):
            model.seen.append(text)
            return .none
        case .echo(let text):
            return .effect(.echo(text))
        case .tell(let text):
            return .broadcast("all", text)
        case .renew:
            return .renewSession
        case .end:
            return .endSession
        }
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.topic("all", Message.note), .every(.seconds(3_600), .note("an hour"))]
    }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Echo") { text("echo") } }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        guard case .echo(let text) = effect else { return }
        await Task.yield()
        send(.note("echo \(text)"))
    }
}

/// The echo program in the real environment, with its threads and time. Pages wait as long as their effects take.
final class RealFixture: Sendable {
    let host: ProgramHost<Echo>
    let log: EventLog

    init(_ change: (inout SessionLimits) -> Void = { _ in }) {
        var limits = SessionLimits.scripted
        limits.effectWait = .seconds(3_600)
        change(&limits)
        let log = EventLog()
        host = ProgramHost(
            Echo(),
            name: "echo",
            registry: SessionRegistry(limits: limits, environment: .system { event, _ in log.add(event) })
        )
        self.log = log
    }

    func post(_ session: SessionID?, _ message: Echo.Message) async -> Reply<Echo, String> {
        await host.post(session: session, visit: Visit()) { _ in .apply([message]) }.settled()
    }

    func enter() async -> SessionID? {
        if let id = await post(nil, .note("first")).snapshot?.cookie.newID { id } else { nil }
    }
}

/// The descriptions of events, from any thread. On a busy machine any call may be slow, which says nothing about the test.
final class EventLog: Sendable {
    private let sentences = Mutex<[String]>([])

    var all: [String] { sentences.withLock { $0 } }

    func add(_ event: SessionEvent) {
        if case .slowCall = event { return }
        sentences.withLock { $0.append(event.description) }
    }
}
