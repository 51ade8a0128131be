import FoundationEssentials
import ElmwoodSessions
import Synchronization

/// One test's site: a program on its stage, the world around it, and the books of its visitors.
final class TestSite<P: Program> {
    let program: P
    let world: World
    let desk: EffectDesk<P>
    let books: Books<P>
    let accounting: Accounting
    let reporting: Reporting
    let line: TestLine
    /// Nil where a server or a browser could not be started; that has been reported.
    private(set) var stage: Stage<P>?
    /// The visitors' stays; nil in the place of one that is over.
    var stays: [() -> Stay<P>?] = []
    private var scenes = 0
    /// Where the test said what chance comes to.
    private var chance: Scene?

    init(
        _ program: P,
        in place: TestPlace,
        _ accounting: Accounting,
        clock: TestClock,
        at line: TestLine
    ) {
        self.program = program
        self.accounting = accounting
        self.line = line
        let reporting = Reporting.current
        self.reporting = reporting
        let world = World(clock: clock, scene: Scene("the start", line, number: 0, reporting: reporting))
        let desk = EffectDesk(of: program, in: world)
        let books = Books<P>(world: world)
        (self.world, self.desk, self.books) = (world, desk, books)
        world.listen { books.add($0) }
        let setting = StageSetting<P>(
            surroundings: world.surroundings,
            observe: { books.add($0) },
            perform: { try await desk.carryOut($0) },
            diagnose: { books.add(diagnostics: $0) },
            settle: { world.settle() }
        )
        do {
            stage = try Stage(program, in: place, setting)
        } catch {
            reporting.report(error.description, line)
        }
    }

    deinit {
        checkChance()
        // Sessions and their registry hold each other, and tasks hold sessions.
        stage?.host.registry.endAll()
        desk.end()
        world.end()
    }

    /// Begins a scene: what happens from now on is its doing.
    func begin(_ name: String, _ line: TestLine, by visitor: String?, of ledger: Ledger<P>?) -> Scene {
        scenes += 1
        let scene = Scene(name, line, by: visitor, number: scenes, reporting: reporting)
        world.begin(scene)
        ledger?.beginScene()
        if let ledger { books.actor = ledger }
        return scene
    }

    /// Carries out all that waits.
    func settle() {
        if !world.settle() { sayRestless() }
    }

    func advance(by duration: Duration) {
        if !world.advance(by: duration) { sayRestless() }
    }

    private func sayRestless() {
        world.scene.report("The program does not come to rest: more than 10,000 steps followed at once.")
    }

    func add(numbers: [Int], at scene: Scene) {
        world.add(numbers: numbers)
        chance = scene
    }

    /// The test is over: numbers that nobody asked for are left.
    func checkChance() {
        let numbers = world.takeNumbers()
        guard accounting == .exhaustively, let chance, !numbers.isEmpty else { return }
        let list = numbers.map { "\($0)" }.joined(separator: ", ")
        chance.report("The program asked for no random number any more: random(returns: \(list)) was not used.")
    }
}

/// Enters what sessions do in the books of whose they are.
final class Books<P: Program>: Sendable {
    private struct State {
        /// Who does something now.
        var actor: Ledger<P>?
        var bySession: [ObjectIdentifier: Ledger<P>] = [:]
        /// How many failures were entered.
        var failures = 0
    }

    private let state = Mutex(State())
    private let world: World

    init(world: World) {
        self.world = world
    }

    var actor: Ledger<P>? {
        get { state.withLock { $0.actor } }
        set { state.withLock { $0.actor = newValue } }
    }

    /// What happens in that session from now on is to be entered there.
    func enter(_ session: SessionReference<P>, in ledger: Ledger<P>) {
        state.withLock { $0.bySession[session.identity] = ledger }
    }

    /// How many failures were entered since the test began.
    var failures: Int { state.withLock { $0.failures } }

    func add(_ record: TurnRecord<P>) {
        let identity = record.session.identity
        let ledger = state.withLock { state in
            // A session begins with what a visitor does.
            if record.start != nil { state.bySession[identity] = state.actor }
            return state.bySession[identity] ?? state.actor
        }
        ledger?.add(record, in: world.scene)
    }

    func add(_ event: SessionEvent) {
        guard let actor else { return }
        let cause: (any Error)?
        switch event {
        case .turnFailed(_, _, let error), .startFailed(_, let error), .viewFailed(_, let error),
            .storageFailed(_, _, _, let error), .payloadDropped(_, _, _, let error), .sessionsNotStored(let error),
            .modelSetAside(_, let error), .pendingLost(_, let error):
            cause = error
        case .effectFailed(_, _, let error):
            if actor.isFailingOne { return }
            cause = error
        case .sourceEnded, .visitorsLetGo, .sessionOvertaken, .faultAvoided:
            return
        case .effectFlooded, .messageDropped, .navigationRefused, .leavingRefused, .downloadRefused, .broadcastDropped,
            .tooManySubscriptions:
            cause = nil
        }
        state.withLock { $0.failures += 1 }
        actor.add(failure: event.sentence, cause, in: world.scene)
    }

    func add(diagnostics: [String]) {
        guard let actor else { return }
        for diagnostic in diagnostics where !actor.hasFailure(diagnostic) {
            actor.add(failure: diagnostic, nil, in: world.scene)
        }
    }
}

extension SessionEvent {
    /// What happened, without the name of the program, and as a sentence begins.
    fileprivate var sentence: String {
        let text = description
        guard let colon = text.firstRange(of: ": ") else { return text }
        let sentence = text[colon.upperBound...]
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }
}
