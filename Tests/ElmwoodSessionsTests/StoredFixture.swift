import ElmwoodArchitecture
import Dispatch
import ElmwoodStorage
import ElmwoodSupervisor
import Synchronization
import ElmwoodViewTree
import ElmwoodTestSupport
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// A program that notes its messages, and whose model had another shape before.
struct Notes: Program {
    struct Model: Codable, Equatable, Sendable { var notes: [String] = [] }
    enum Message: Codable, Equatable, Sendable { case note(String), later(String), renew, end }

    /// The earlier shape: all notes in one text.
    struct OldModel: Codable { var text: String }

    var migrates = true

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .note(let text): model.notes.append(text)
        case .later(let text): return .after(.seconds(1), .note(text))
        case .renew: return .renewSession
        case .end: return .endSession
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Notes") {
            text(model.notes.joined(separator: " "))
            button("a", .note("a"))
            button("b", .note("b"))
        }
    }

    func migrate(from stored: StoredModel) throws -> Model? {
        guard migrates else { return nil }
        if let old = try? stored.decode(OldModel.self) {
            return Model(notes: old.text.split(separator: ",").map(String.init))
        }
        // The notes had another name before.
        var model = try stored.value
        model.rename("lines", to: "notes")
        return try model.decode(Model.self)
    }
}

/// A store that a test can block, and make fail.
final class HeldStore: SessionStore {
    private struct State {
        var commits: [Int] = []
        var isHeld = false
        /// How many commits are still carried out before those that are held.
        var passes = 0
        var held: [CheckedContinuation<Void, Never>] = []
        var isFailing = false
        /// What no stored model may contain.
        var refused: String?
        var unreadable: String?
        var failures = 0
        var holdsNextLoad = false
        var heldLoad: CheckedContinuation<Void, Never>?
        var begun: [CheckedContinuation<Void, Never>] = []
    }

    private let memory: MemorySessionStore
    private let state = Mutex(State())

    init(_ memory: MemorySessionStore = MemorySessionStore()) { self.memory = memory }

    /// The number of writes in each commit.
    var commits: [Int] { state.withLock { $0.commits } }

    /// The number of commits that are held back.
    var heldCommits: Int { state.withLock { $0.held.count } }

    /// The number of commits that have failed.
    var failures: Int { state.withLock { $0.failures } }

    /// - Parameter passes: how many commits are carried out before those that are held.
    func hold(after passes: Int = 0) {
        state.withLock { state in
            state.isHeld = true
            state.passes = passes
        }
    }

    func goOn() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Refuses models that contain that text; nil for none.
    func refuse(_ text: String?) { state.withLock { $0.refused = text } }

    func fail(_ fails: Bool) { state.withLock { $0.isFailing = fails } }

    /// Waits until a commit is blocked.
    func isHolding() async {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if state.held.isEmpty { state.begun.append(continuation) }
                return !state.held.isEmpty
            }
            if isNow { continuation.resume() }
        }
    }

    /// Holds back the result of the next load until ``deliverLoad()``.
    func holdNextLoad() { state.withLock { $0.holdsNextLoad = true } }

    /// Whether the result of a load is held back.
    var holdsLoad: Bool { state.withLock { $0.heldLoad != nil } }

    func deliverLoad() {
        let load = state.withLock { state in
            defer { state.heldLoad = nil }
            return state.heldLoad
        }
        load?.resume()
    }

    /// Makes loads of that program fail.
    func failToLoad(_ program: String?) { state.withLock { $0.unreadable = program } }

    func load(_ key: SessionKey) async throws -> StoredSession? {
        if state.withLock({ $0.unreadable }) == key.program { throw StorageError("The disk does not answer.") }
        let stored = try await memory.load(key)
        let isHeld = state.withLock { state in
            defer { state.holdsNextLoad = false }
            return state.holdsNextLoad
        }
        if isHeld { await withCheckedContinuation { load in state.withLock { $0.heldLoad = load } } }
        return stored
    }

    func commit(_ writes: [SessionWrite]) async throws -> [Bool] {
        await withCheckedContinuation { continuation in
            let (isHeld, begun) = state.withLock { state in
                state.commits.append(writes.count)
                guard state.isHeld, state.passes == 0 else {
                    state.passes = max(0, state.passes - 1)
                    return (false, [CheckedContinuation<Void, Never>]())
                }
                state.held.append(continuation)
                defer { state.begun = [] }
                return (true, state.begun)
            }
            if !isHeld { continuation.resume() }
            for waiting in begun { waiting.resume() }
        }
        let isFailing = state.withLock { state in
            if state.isFailing { state.failures += 1 }
            return state.isFailing
        }
        if isFailing { throw StorageError("The disk is full.") }
        if let refused = state.withLock({ $0.refused }) {
            for case .save(_, let session, _, _) in writes
            where String(decoding: session.model, as: UTF8.self).contains(refused) {
                throw StorageError.refusal("A model contains \(refused).")
            }
        }
        return try await memory.commit(writes)
    }

    func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int {
        try await memory.remove(unusedSince: unusedSince, createdBefore: createdBefore)
    }

    func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionKey] {
        try await memory.due(program, by: moment, limit: limit)
    }

    func programs(of id: SessionID) async throws -> [StoredProgram] {
        let programs = try await memory.programs(of: id)
        let unreadable = state.withLock { $0.unreadable }
        if programs.contains(where: { $0.key.program == unreadable }) {
            throw StorageError("The disk does not answer.")
        }
        return programs
    }

    func renewal(of id: SessionID) async throws -> SessionRenewal? { try await memory.renewal(of: id) }

    func setAside(_ key: SessionKey) async throws -> [StoredSession] { try await memory.setAside(key) }

    func sessions(of owner: SessionOwner, limit: Int) async throws -> [OwnedSession] {
        try await memory.sessions(of: owner, limit: limit)
    }

    func messages(to key: SessionKey, limit: Int) async throws -> [WaitingMessage] {
        try await memory.messages(to: key, limit: limit)
    }

    func recipients(limit: Int) async throws -> [SessionKey] { try await memory.recipients(limit: limit) }
}

/// One process of a site whose sessions are stored: the test controls the time, and the threads are real.
final class StoredFixture<P: Program>: Sendable {
    let environment: ManualEnvironment
    let host: ProgramHost<P>
    /// What it has dispatched to other threads; all nodes of a site have one count.
    let work: DispatchedWork
    /// How many checks of what is due the process makes each second.
    private let checks: Mutex<Int>

    init(
        _ store: (any SessionStore)?,
        program: P,
        place: String? = nil,
        at time: Duration = .zero,
        faults: FaultRecord? = nil,
        _ change: (inout SessionLimits) -> Void = { _ in }
    ) {
        environment = ManualEnvironment(at: time)
        let work = (store as? MemoryNode)?.work ?? DispatchedWork()
        self.work = work
        var limits = SessionLimits.scripted
        limits.effectWait = .zero
        change(&limits)
        var sessions = environment.forSessions
        sessions.faults = faults
        sessions.execute = { work.dispatch($0) }
        // An effect may block its thread.
        sessions.task = { Task(executorPreference: work.executor(), operation: $0) }
        sessions.queue = { work.executor(on: DispatchQueue(label: $0)) }
        let registry = SessionRegistry(limits: limits, environment: sessions, store: store)
        host = ProgramHost(
            program,
            name: place == nil ? "/notes" : "/notes/{number}",
            place: place,
            registry: registry
        )
        checks = Mutex(environment.waiting(after: .seconds(1)))
    }

    /// Adds a shared program, before any time passes.
    func share(_ program: some SharedProgram) {
        #expect(host.registry.share(program))
        checks.withLock { $0 = environment.waiting(after: .seconds(1)) }
    }

    func post(_ session: SessionID?, _ messages: P.Message...) async -> Reply<P, String> {
        await host.post(session: session, visit: Visit()) { _ in .apply(messages) }.settled()
    }

    func enter(_ messages: P.Message...) async -> SessionID? {
        let reply: Reply<P, String> = await host.post(session: nil, visit: Visit()) { _ in .apply(messages) }
            .settled()
        guard let id = reply.snapshot?.cookie.newID else { return nil }
        return id
    }

    /// Lets time pass, a second at a time, and waits each time until the process has made all its checks of what is due, which it
    /// makes once a second.
    func pass(seconds: Int) async {
        for _ in 0..<seconds {
            await haveChecked()
            environment.advance(by: .seconds(1))
        }
        await haveChecked()
    }

    /// Waits until no check of what is due is in progress: the next of each program and of the messages is scheduled.
    private func haveChecked() async {
        let checks = checks.withLock { $0 }
        await eventually("it has checked what is due") { environment.waiting(after: .seconds(1)) >= checks }
    }

    func show(_ session: SessionID?) async -> Snapshot<P>? {
        await host.show(session: session, visit: Visit()).settled().snapshot
    }

    /// Ends the process as one that is told to stop.
    func stop() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.host.registry.handOver(within: .seconds(60))
                continuation.resume()
            }
        }
    }

    /// Waits until everything is stored.
    func finish() async { await host.registry.finish() }
}

extension SessionRegistry {
    /// Waits until all sessions are stored in their current state.
    func finish() async {
        guard let writer else { return }
        await withCheckedContinuation { continuation in writer.afterwards { continuation.resume() } }
    }
}

extension StoredFixture<Notes> {
    convenience init(
        _ store: any SessionStore,
        _ notes: Notes = Notes(),
        _ change: (inout SessionLimits) -> Void = { _ in }
    ) {
        self.init(store, program: notes, change)
    }

    func notes(_ session: SessionID?) async -> [String]? {
        guard let snapshot = await show(session), snapshot.isHeld else { return nil }
        return snapshot.model.notes
    }
}
