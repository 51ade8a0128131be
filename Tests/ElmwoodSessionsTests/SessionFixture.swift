import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Synchronization
import ElmwoodTestSupport
import Testing

/// A program on its own site, in a manual environment, and shorthands for a visitor's requests.
struct SessionFixture {
    let environment = ManualEnvironment()
    let registry: SessionRegistry
    let host: ProgramHost<Play>

    typealias Replied = Reply<Play, String>

    init(_ play: Play = Play(), _ change: (inout SessionLimits) -> Void = { _ in }) {
        var limits = SessionLimits.scripted
        change(&limits)
        registry = SessionRegistry(limits: limits, environment: environment.forSessions)
        host = ProgramHost(play, name: "play", registry: registry)
    }

    var heldEffects: HeldEffects { host.program.heldEffects }

    func post(_ session: SessionID?, _ messages: Play.Message...) -> Eventual<Replied> {
        host.post(session: session, visit: Visit()) { _ in .apply(messages) }
    }

    func show(_ session: SessionID?) -> Eventual<Reply<Play, Never>> {
        host.show(session: session, visit: Visit())
    }

    /// Posts as a newcomer, and returns the id that the answer sets.
    func enter(_ messages: Play.Message...) -> SessionID? {
        let answer = host.post(session: nil, visit: Visit()) { _ in Decision<Play.Message, String>.apply(messages) }
        guard let id = answer.snapshot?.cookie.newID else { return nil }
        return id
    }

    /// Returns the notes of the session's model; nil if there is no session.
    func seen(_ session: SessionID?) -> [String]? {
        guard let snapshot = show(session).snapshot, snapshot.isHeld else { return nil }
        return snapshot.model.seen
    }
}

extension SessionLimits {
    /// The limits of a site whose visitors all run the script, so that no answer waits longer than `effectWait`.
    static var scripted: SessionLimits {
        var limits = SessionLimits()
        limits.effectWaitWithoutScript = .zero
        return limits
    }
}

extension Eventual {
    /// The reply, if it was available at once.
    var reply: Reply? {
        if case .ready(let reply) = self { reply } else { nil }
    }

    /// Waits for the reply.
    func settled() async -> Reply {
        switch self {
        case .ready(let reply): reply
        case .promised(let promise):
            await withCheckedContinuation { continuation in
                promise.whenFulfilled { continuation.resume(returning: $0) }
            }
        }
    }

    /// Waits for the reply, and runs what is dispatched to other threads while it waits: an effect may finish during the turn that
    /// began it.
    func settled(in environment: ManualEnvironment) async -> Reply {
        let isSettled = Mutex(false)
        async let work: Void = eventually("the answer has settled") {
            environment.work()
            return isSettled.withLock { $0 }
        }
        let reply = await settled()
        isSettled.withLock { $0 = true }
        await work
        return reply
    }

    /// The snapshot, if there is one at once.
    var snapshot: Snapshot<Play>? {
        switch reply {
        case let reply as ElmwoodSessionsTests.Reply<Play, String>: reply.snapshot
        case let reply as ElmwoodSessionsTests.Reply<Play, Never>: reply.snapshot
        default: nil
        }
    }
}

extension Reply {
    var snapshot: Snapshot<P>? {
        if case .shown(let snapshot) = self { snapshot } else { nil }
    }

    var refusal: Refusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }

    var failure: SessionFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
