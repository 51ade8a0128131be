import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Synchronization
import ElmwoodViewTree
import ElmwoodTestSupport
import Testing

/// A program whose effects wait until the test finishes them.
struct HeldEffectsProgram: Program {
    struct Model: Codable, Equatable, Sendable { var notes: [String] = [] }

    indirect enum Message: Codable, Equatable, Sendable {
        case note(String)
        case later(String, seconds: Int, id: String? = nil)
        case run(String, isDurable: Bool, id: String? = nil)
        case cancel(String)
        case several([Message])
        case renew, end
        case refuse
    }

    enum Effect: Codable, Equatable, Sendable { case errand(String) }

    struct Refusal: Error {}

    var runners = Runners()

    /// The command that each session starts with.
    var beginning = Command<Self>.none
    /// Called when the program is asked for the message for an effect that threw.
    var fails: @Sendable () -> Void = {}
    /// Called in the turn of the refused message.
    var refuses: @Sendable () -> Void = {}
    /// The messages that its page has buttons for.
    var offers: [Message] = []

    func start(_ visit: Visit) -> Start<Self> { Start(Model(), beginning) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .note(let text): model.notes.append(text)
        case .later(let text, let seconds, let id): return .after(.seconds(seconds), .note(text), id: id)
        case .run(let name, let isDurable, let id): return .effect(.errand(name), id: id, durable: isDurable)
        case .cancel(let id): return .cancel(id)
        case .several(let messages): return .batch(messages.map { .send($0) })
        case .renew: return .renewSession
        case .end: return .endSession
        case .refuse:
            refuses()
            throw Refusal()
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Errands") {
            text(model.notes.joined(separator: " "))
            for offer in offers { button("Go", offer) }
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        guard case .errand(let name) = effect else { return }
        try await runners.run(name, send)
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? {
        guard case .errand(let name) = effect else { return nil }
        fails()
        return .note("failed \(name)")
    }
}

/// Runs the effects of one process.
final class Runners: Sendable {
    struct Failure: Error {}

    private struct Errand {
        let name: String
        let send: Send<HeldEffectsProgram.Message>
        let outcome: AsyncStream<Failure?>.Continuation
    }

    private let program = Mutex<[Errand]>([])

    /// All effects that were ever begun here.
    var attempts: [Attempt] { program.withLock { $0.map(\.send.attempt) } }

    func attempt(_ name: String) -> Attempt? { program.withLock { $0.last { $0.name == name } }?.send.attempt }

    func run(_ name: String, _ send: Send<HeldEffectsProgram.Message>) async throws {
        let (outcomes, outcome) = AsyncStream<Failure?>.makeStream()
        program.withLock { $0.append(Errand(name: name, send: send, outcome: outcome)) }
        for await failure in outcomes {
            if let failure { throw failure }
            return
        }
        try Task.checkCancellation()
    }

    /// Waits until that many effects have been begun here.
    func haveBegun(_ count: Int) async {
        await eventually("\(count) errands have begun") { attempts.count >= count }
    }

    /// Sends a message from the errand of that name.
    func send(_ name: String, _ message: HeldEffectsProgram.Message) {
        program.withLock { $0.last { $0.name == name } }?.send(message)
    }

    /// Finishes the errand of that name.
    func finish(_ name: String, throwing failure: Failure? = nil) {
        program.withLock { $0.last { $0.name == name } }?.outcome.yield(failure)
    }
}

/// Processes of a site whose program runs errands, one after the other or at the same time.
final class HeldEffectsProcess: Sendable {
    let runners: Runners
    let fixture: StoredFixture<HeldEffectsProgram>
    private let store: any SessionStore

    /// - Parameter time: the time at which it begins, since 1970.
    init(
        _ store: any SessionStore,
        _ program: HeldEffectsProgram = HeldEffectsProgram(),
        at time: Duration = .zero,
        _ change: (inout SessionLimits) -> Void = { _ in }
    ) {
        runners = program.runners
        self.store = store
        fixture = StoredFixture(store, program: program, at: time, change)
    }

    func pass(seconds: Int) async { await fixture.pass(seconds: seconds) }

    func enter(_ messages: HeldEffectsProgram.Message...) async -> SessionID? {
        await fixture.enter(.several(messages))
    }

    func notes(_ session: SessionID?) -> [String]? { fixture.host.currentState(of: session)?.model.notes }

    /// Waits until that many effects have been begun here, while time passes.
    func haveBegun(_ count: Int) async {
        await eventually("\(count) errands have begun") {
            // A step of the manual clock during a commit counts as the commit's time, after which the writer pauses.
            fixture.environment.advance(by: .milliseconds(1))
            return runners.attempts.count >= count
        }
    }

    /// Waits until the session has these notes, and they are stored.
    func hasNotes(_ notes: [String], in session: SessionID?) async {
        await eventually("the notes are \(notes)") { self.notes(session) == notes }
        guard let session else { return }
        // Their turn continues after they can be seen, and only then is there something to store.
        let key = SessionKey(id: session, program: fixture.host.name)
        await eventually("the notes \(notes) are stored") {
            // A step of the manual clock during a commit counts as the commit's time, after which the writer pauses.
            fixture.environment.advance(by: .milliseconds(1))
            guard let version = fixture.host.currentState(of: session)?.version else { return true }
            return (try? await store.load(key))?.version.number == version
        }
        await fixture.finish()
    }
}
