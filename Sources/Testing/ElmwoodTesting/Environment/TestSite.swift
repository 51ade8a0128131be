import ElmwoodArchitecture
import ElmwoodSessions
import FoundationEssentials
import Synchronization

/// The site of one test: the program's host, its environment, and the expectation logs of its visitors.
final class TestSite<P: Program> {
    let program: P
    let environment: TestEnvironment
    let effectRunner: EffectRunner<P>
    let expectationLogs: ExpectationLogs<P>
    let accounting: Accounting
    let reporting: Reporting
    let line: TestLine
    /// Nil if a server or a browser could not be started, which has been reported.
    private(set) var testHost: TestHost<P>?
    /// The contexts of the visitors; each returns nil after its end.
    var stays: [() -> VisitorContext<P>?] = []
    private var scenes = 0
    /// The last step that set random numbers.
    private var chance: TestStep?

    init(
        _ program: P,
        in transport: TestTransport,
        _ accounting: Accounting,
        sharing: [any SharedProgram] = [],
        reads: [ReadAnswer],
        clock: TestClock,
        at line: TestLine
    ) {
        self.program = program
        self.accounting = accounting
        self.line = line
        let reporting = Reporting.current.forOneTest()
        self.reporting = reporting
        let environment = TestEnvironment(
            clock: clock,
            step: TestStep("the start", line, number: 0, reporting: reporting),
            isServed: transport != .process
        )
        let effectRunner = EffectRunner(of: program, in: environment)
        let expectationLogs = ExpectationLogs<P>(environment: environment)
        (self.environment, self.effectRunner, self.expectationLogs) = (environment, effectRunner, expectationLogs)
        for answer in reads { environment.readAnswers.add(answer, at: nil) }
        environment.count { [weak effectRunner] in effectRunner?.performed ?? 0 }
        environment.listen { expectationLogs.add($0) }
        let setting = TestHostSetting<P>(
            environment: environment.forSessions,
            observe: { expectationLogs.add($0) },
            perform: { try await effectRunner.carryOut($0) },
            diagnose: { expectationLogs.add(diagnostics: $0) },
            share: { registry in for program in sharing { program.share(in: registry) } },
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
        checkReads()
        // Sessions and their registry retain each other, and tasks retain sessions.
        testHost?.host.registry.endAll()
        effectRunner.end()
        environment.end()
    }

    /// Begins a step: everything that happens from now on is attributed to it.
    func begin(_ name: String, _ line: TestLine, by visitor: String?, of expectations: ExpectationLog<P>?) -> TestStep {
        scenes += 1
        let step = TestStep(name, line, by: visitor, number: scenes, reporting: reporting)
        environment.begin(step)
        expectations?.beginScene()
        if let expectations { expectationLogs.actor = expectations }
        return step
    }

    /// Runs all waiting work.
    func settle() {
        if !environment.settle() { reportEndlessWork() }
    }

    func advance(by duration: Duration) {
        if !environment.advance(by: duration) { reportEndlessWork() }
    }

    private func reportEndlessWork() {
        environment.step.report(
            "The program does not stop: more than 10,000 steps followed one another without time passing."
        )
    }

    func add(numbers: [Int], at step: TestStep) {
        environment.add(numbers: numbers)
        chance = step
    }

    /// Answers a read from now on. The pages that show its value receive the new one.
    func answer<R: Read>(_ answer: ReadAnswer, for read: R, at step: TestStep) {
        environment.readAnswers.add(answer, at: step)
        testHost?.host.registry.reads.changed(read)
        settle()
    }

    /// Reports reads that were answered and that no page has needed, at the end of the test.
    func checkReads() {
        let unused = environment.readAnswers.takeUnused()
        guard accounting == .exhaustively else { return }
        for (read, step) in unused {
            let sentence = "No page has read \(read), which the test answers."
            if let step { step.report(sentence) } else { reporting.report(sentence, line) }
        }
    }

    /// Reports random numbers that were not used, at the end of the test.
    func checkChance() {
        let numbers = environment.takeNumbers()
        guard accounting == .exhaustively, let chance, !numbers.isEmpty else { return }
        let list = numbers.map { "\($0)" }.joined(separator: ", ")
        chance.report("The program asked for no random number any more: random(returns: \(list)) was not used.")
    }
}

extension SharedProgram {
    fileprivate func share(in registry: SessionRegistry) { _ = registry.share(self) }
}

/// Adds the events of sessions to the expectation logs of their visitors.
final class ExpectationLogs<P: Program>: Sendable {
    private struct State {
        /// The log of the visitor who acts now.
        var actor: ExpectationLog<P>?
        var bySession: [ObjectIdentifier: ExpectationLog<P>] = [:]
        /// The number of recorded failures.
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

    /// Adds the further events of that session to that log.
    func enter(_ session: SessionReference<P>, in expectations: ExpectationLog<P>) {
        state.withLock { $0.bySession[session.identity] = expectations }
    }

    /// The number of failures since the test began.
    var failures: Int { state.withLock { $0.failures } }

    func add(_ record: TurnRecord<P>) {
        let identity = record.session.identity
        let expectations = state.withLock { state in
            // A session begins with an action of a visitor.
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
            .sessionRefused(_, let error), .modelSetAside(_, let error), .pendingLost(_, let error),
            .visitorNotFound(let error),
            .tokensNotRevoked(let error):
            cause = error
        case .effectFailed(_, _, let error):
            if actor.isFailingOne { return }
            cause = error
        case .sourceEnded, .visitorsEvicted, .sessionOvertaken, .faultAvoided, .slowCall, .endlessCall:
            return
        case .repeated(let event, _):
            return add(event)
        case .effectFlooded, .messageDropped, .navigationRefused, .leavingRefused, .downloadRefused, .dispatchRefused,
            .broadcastDropped,
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
    /// The event without the name of the program, with a capital letter.
    fileprivate var sentence: String {
        let text = description
        guard let colon = text.firstRange(of: ": ") else { return text }
        let sentence = text[colon.upperBound...]
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }
}
