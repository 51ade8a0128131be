import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Synchronization
import Testing

/// Records a session's transactions as observers get them, a line for each.
private final class Chronicle: Sendable {
    let lines = Mutex<[String]>([])
    let sessions = Mutex<[SessionReference<Play>]>([])
    /// Called when the next transaction is recorded.
    let whenTold = Mutex<(@Sendable () -> Void)?>(nil)

    @Sendable func take(_ record: TurnRecord<Play>) {
        let call = whenTold.withLock { call in
            defer { call = nil }
            return call
        }
        call?()
        let turns = record.turns.map { turn in
            let message = if case .several = turn.message { "several([…])" } else { "\(turn.message)" }
            return turn.isFollowUp ? "then \(message)" : message
        }.joined(separator: ", ")
        lines.withLock { $0.append("\(record.origin): \(turns)\(record.start == nil ? "" : " from the start")") }
        sessions.withLock { $0.append(record.session) }
    }
}

/// A session's turns as observers get them, and its earlier states (moments).
@Suite struct MomentTests {
    private let environment = ManualEnvironment()
    private let chronicle = Chronicle()
    private let host: ProgramHost<Play>

    init() {
        host = ProgramHost(
            Play(),
            name: "play",
            registry: SessionRegistry(limits: .scripted, environment: environment.forSessions),
            observers: [chronicle.take]
        )
    }

    private func post(_ id: SessionID?, _ messages: Play.Message...) -> Snapshot<Play>? {
        host.post(session: id, visit: Visit()) { _ in Decision<Play.Message, String>.apply(messages) }.snapshot
    }

    private func enter(_ messages: Play.Message...) -> SessionID? {
        let shown = host.post(session: nil, visit: Visit()) { _ in Decision<Play.Message, String>.apply(messages) }
        guard let id = shown.snapshot?.cookie.newID else { return nil }
        return id
    }

    private func seen(_ id: SessionID) -> [String]? {
        host.show(session: id, visit: Visit()).snapshot?.model.seen
    }

    @Test func `Each observer is called for each transaction, in the order in which the observers were passed`() {
        let told = Mutex<[String]>([])
        let host = ProgramHost(
            Play(),
            name: "play",
            registry: SessionRegistry(limits: .scripted, environment: environment.forSessions),
            observers: ["first", "second"].map { name in
                { record in told.withLock { $0.append("\(name) \(record.turns.count)") } }
            }
        )
        _ = host.post(session: nil, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.note("one"), .note("two")])
        }
        #expect(told.withLock { $0 } == ["first 0", "second 0", "first 2", "second 2"])
    }

    @Test func `Each transaction is observed after it has taken place, with its follow-ups and its cause`() throws {
        let id = try #require(enter(.several([.note("a"), .note("b")])))
        _ = post(id, .later(.seconds(1), "late", id: nil))
        _ = post(id, .fail)
        environment.advance(by: .seconds(1))
        environment.work()
        #expect(
            chronicle.lines.withLock { $0 } == [
                #"start:  from the start"#,
                #"visitor: several([…]), then note("a"), then note("b")"#,
                #"visitor: later(1.0 seconds, "late", id: nil)"#,
                #"delayed: note("late")"#,
            ]
        )
    }

    @Test func `A transaction is observed within its turn: a post during it waits, and is observed after it`() throws {
        let id = try #require(enter(.note("one")))
        let isSettled = Mutex<Bool?>(nil)
        chronicle.whenTold.withLock { [host] in
            $0 = {
                let answer = host.post(session: id, visit: Visit()) { _ in
                    Decision<Play.Message, String>.apply([.note("three")])
                }
                isSettled.withLock { $0 = if case .ready = answer { true } else { false } }
            }
        }
        _ = post(id, .note("two"))
        #expect(isSettled.withLock { $0 } == false)
        environment.work()
        #expect(chronicle.lines.withLock { $0 }.suffix(2) == [#"visitor: note("two")"#, #"visitor: note("three")"#])
    }

    @Test func `While a moment is shown posts are refused and messages wait; resuming continues from the latest state`()
        throws
    {
        let id = try #require(enter(.note("one")))
        _ = post(id, .note("two"))
        _ = post(id, .later(.seconds(1), "late", id: nil))
        let session = try #require(chronicle.sessions.withLock { $0.last })
        session.pause(showing: Play.Model(seen: ["one"]))
        #expect(session.isPaused)
        #expect(seen(id) == ["one"])
        let answer = host.post(session: id, visit: Visit()) { _ in Decision<Play.Message, String>.apply([.note("x")]) }
        guard case .paused? = answer.reply?.failure else {
            Issue.record("not refused: \(answer)")
            return
        }
        environment.advance(by: .seconds(1))
        environment.work()
        #expect(seen(id) == ["one"])
        session.resume(fromHere: false)
        environment.work()
        #expect(seen(id) == ["one", "two", "late"])
    }

    @Test func `Resuming from a moment discards the later turns, and applies what waited`() throws {
        let id = try #require(enter(.note("one"), .note("two"), .later(.seconds(1), "late", id: nil)))
        let session = try #require(chronicle.sessions.withLock { $0.last })
        session.pause(showing: Play.Model(seen: []))
        session.pause(showing: Play.Model(seen: ["one"]))
        environment.advance(by: .seconds(1))
        session.resume(fromHere: true)
        environment.work()
        #expect(!session.isPaused)
        #expect(seen(id) == ["one", "late"])
        #expect(post(id, .note("on"))?.model.seen == ["one", "late", "on"])
    }

    @Test func `Clocks stop while a moment is shown, and start again after it`() throws {
        let id = try #require(enter(.want([.every(.seconds(1), .note("tick"))])))
        let session = try #require(chronicle.sessions.withLock { $0.last })
        environment.pass(.seconds(2))
        let model = try #require(session.model)
        session.pause(showing: model)
        environment.pass(.seconds(3))
        #expect(session.model == model)
        session.resume(fromHere: false)
        environment.pass(.seconds(2))
        #expect(session.model?.seen.count { $0 == "tick" } == 4)
        _ = id
    }

    @Test func `A session can be started with a given model, and its model can be replaced`() throws {
        let session = host.register(Play.Model(seen: ["given"]))
        let id = try #require(session.id)
        #expect(seen(id) == ["given"])
        #expect(host.register(Play.Model(seen: ["other"]), under: id).identity == session.identity)
        #expect(seen(id) == ["other"])
    }

    @Test func `A moment is shown even if the inbox is full`() throws {
        var limits = SessionLimits.scripted
        limits.messages = 2
        let host = ProgramHost(
            Play(),
            name: "play",
            registry: SessionRegistry(limits: limits, environment: environment.forSessions),
            observers: [chronicle.take]
        )
        let entered = host.post(session: nil, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.note("one")])
        }
        guard let id = entered.snapshot?.cookie.newID else { throw Play.Failure() }
        let session = try #require(chronicle.sessions.withLock { $0.last })
        chronicle.whenTold.withLock {
            $0 = {
                // The session is in a turn: these messages wait, and the inbox is full.
                for _ in 1...2 { session.send(.note("waits")) }
                session.pause(showing: Play.Model(seen: ["moment"]))
            }
        }
        _ = host.post(session: id, visit: Visit()) { _ in Decision<Play.Message, String>.apply([.note("two")]) }
        environment.work()
        #expect(session.isPaused)
        #expect(session.model?.seen == ["moment"])
    }
}
