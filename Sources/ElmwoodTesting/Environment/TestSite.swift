import FoundationEssentials
import ElmwoodSessions
import Synchronization

/// One test's site: a program on its stage, the world around it, and the books of its visitors.
final class TestSite<P: Program> {
    let program: P
    let environment: TestEnvironment
    let effectRunner: EffectRunner<P>
    let expectationLogs: ExpectationLogs<P>
    let accounting: Accounting
    let reporting: Reporting
    let line: TestLine
    /// Nil where a server or a browser could not be started; that has been reported.
    private(set) var testHost: TestHost<P>?
    /// The visitors' stays; nil in the place of one that is over.
    var stays: [() -> VisitorContext<P>?] = []
    private var scenes = 0
    /// Where the test said what chance comes to.
    private var chance: TestStep?

    init(
        _ program: P,
        in transport: TestTransport,
        _ accounting: Accounting,
        clock: TestClock,
        at line: TestLine
    ) {
        self.program = program
        self.accounting = accounting
        self.line = line
        let reporting = Reporting.current
        self.reporting = reporting
        let environment = TestEnvironment(
            clock: clock,
            step: TestStep("the start", line, number: 0, reporting: reporting)
        )
        let effectRunner = EffectRunner(of: program, in: environment)
        let expectationLogs = ExpectationLogs<P>(environment: environment)
        (self.environment, self.effectRunner, self.expectationLogs) = (environment, effectRunner, expectationLogs)
        environment.listen { expectationLogs.add($0) }
        let setting = TestHostSetting<P>(
            environment: environment.forSessions,
            observe: { expectationLogs.add($0) },
            perform: { try await effectRunner.carryOut($0) },
            diagnose: { expectationLogs.add(diagnostics: $0) },
            settle: { environment.settle() }
        )
        do {
            testHost = try TestHost(program, in: transport, setting)
        } catch {
            reporting.report(error.description, line)
        }
    }

    deinit {
        checkChance()
        // Sessions and their registry hold each other, and tasks hold sessions.
        testHost?.host.registry.endAll()
        effectRunner.end()
        environment.end()
    }

    /// Begins a step: what happens from now on is its doing.
    func begin(_ name: String, _ line: TestLine, by visitor: String?, of expectations: ExpectationLog<P>?) -> TestStep {
        scenes += 1
        let step = TestStep(name, line, by: visitor, number: scenes, reporting: reporting)
        environment.begin(step)
        expectations?.beginScene()
        if let expectations { expectationLogs.actor = expectations }
        return step
    }

    /// Carries out all that waits.
    func settle() {
        if !environment.settle() { reportEndlessWork() }
    }

    func advance(by duration: Duration) {
        if !environment.advance(by: duration) { reportEndlessWork() }
    }

    private func reportEndlessWork() {
        environment.step.report("The program does not come to rest: more than 10,000 steps followed at once.")
    }

    func add(numbers: [Int], at step: TestStep) {
        environment.add(numbers: numbers)
        chance = step
    }

    /// The test is over: numbers that nobody asked for are left.
    func checkChance() {
        let numbers = environment.takeNumbers()
        guard accounting == .exhaustively, let chance, !numbers.isEmpty else { return }
        let list = numbers.map { "\($0)" }.joined(separator: ", ")
        chance.report("The program asked for no random number any more: random(returns: \(list)) was not used.")
    }
}

/// Enters what sessions do in the books of whose they are.
final class ExpectationLogs<P: Program>: Sendable {
    private struct State {
        /// Who does something now.
        var actor: ExpectationLog<P>?
        var bySession: [ObjectIdentifier: ExpectationLog<P>] = [:]
        /// How many failures were entered.
        var failures = 0
    }

    private let state = Mutex(State())
    private let environment: TestEnvironment

    init(environment: TestEnvironment) {
        self.environment = environment
    }

    var actor: ExpectationLog<P>? {
        get { state.withLock { $0.actor } }
        set { state.withLock { $0.actor = newValue } }
    }

    /// What happens in that session from now on is to be entered there.
    func enter(_ session: SessionReference<P>, in expectations: ExpectationLog<P>) {
        state.withLock { $0.bySession[session.identity] = expectations }
    }

    /// How many failures were entered since the test began.
    var failures: Int { state.withLock { $0.failures } }

    func add(_ record: TurnRecord<P>) {
        let identity = record.session.identity
        let expectations = state.withLock { state in
            // A session begins with what a visitor does.
            if record.start != nil { state.bySession[identity] = state.actor }
            return state.bySession[identity] ?? state.actor
        }
        expectations?.add(record, in: environment.step)
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
        case .sourceEnded, .visitorsEvicted, .sessionOvertaken, .faultAvoided:
            return
        case .effectFlooded, .messageDropped, .navigationRefused, .leavingRefused, .downloadRefused, .broadcastDropped,
            .tooManySubscriptions:
            cause = nil
        }
        state.withLock { $0.failures += 1 }
        actor.add(failure: event.sentence, cause, in: environment.step)
    }

    func add(diagnostics: [String]) {
        guard let actor else { return }
        for diagnostic in diagnostics where !actor.hasFailure(diagnostic) {
            actor.add(failure: diagnostic, nil, in: environment.step)
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
