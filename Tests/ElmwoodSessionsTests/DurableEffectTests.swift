import ElmwoodArchitecture
import Dispatch
import ElmwoodMessageText
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Synchronization
import ElmwoodTestSupport
import Testing

/// Durable effects.
@Suite(.timeLimit(.minutes(20)))
struct DurableEffectTests {
    private let store = HeldStore()

    @Test(arguments: [true, false])
    func `An effect begins once its turn is stored, whether it is durable or not`(isDurable: Bool) async throws {
        let process = HeldEffectsProcess(store)
        let id = try #require(await process.enter(.note("a")))
        store.hold()
        async let answer = process.fixture.post(id, .run("effect", isDurable: isDurable))
        await store.isHolding()
        #expect(process.runners.attempts.isEmpty)
        store.goOn()
        await process.runners.haveBegun(1)
        process.runners.finish("effect")
        _ = await answer
    }

    @Test(arguments: [true, false])
    func `An effect whose turn is stored before its request ends begins with the request's end`(isDurable: Bool)
        async throws
    {
        let isReached = Mutex(false)
        let goesOn = DispatchSemaphore(value: 0)
        let messages: [HeldEffectsProgram.Message] = [.run("effect", isDurable: isDurable), .refuse]
        let program = HeldEffectsProgram(
            refuses: {
                isReached.withLock { $0 = true }
                goesOn.wait()
            },
            offers: messages
        )
        let process = HeldEffectsProcess(store, program)
        let id = try #require(await process.enter(.note("a")))
        // The next commit is another session's. The changes made during it are in the commit after that.
        store.hold()
        async let other = process.enter(.note("other"))
        await store.isHolding()
        async let second = process.fixture.post(id, .note("b"))
        await eventually("the second note is there") { process.notes(id) == ["a", "b"] }
        let version = try #require(process.fixture.host.currentState(of: id)?.version)
        let page = try OpenPage(process.fixture.host, session: id)
        let request = page.request(try messages.map { .message(try MessageText.text(of: $0)) })
        async let reply = withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: page.send(request))
            }
        }
        await eventually("the second action has its turn") { isReached.withLock { $0 } }
        store.goOn()
        let key = SessionKey(id: id, program: process.fixture.host.name)
        try await eventually("the first one's is stored") { try await store.load(key)?.version.number == version + 1 }
        _ = await (other, second)
        // If this effect did not wait for its request's end, it would begin before one that is stored later.
        _ = try #require(await process.enter(.run("later", isDurable: isDurable)))
        await process.runners.haveBegun(1)
        #expect(process.runners.attempt("effect") == nil)
        goesOn.signal()
        await process.runners.haveBegun(2)
        process.runners.finish("effect")
        _ = await reply.settled()
    }

    @Test func `A durable effect whose turn could not be stored begins once the turn is stored`() async throws {
        let process = HeldEffectsProcess(store)
        let id = try #require(await process.enter(.note("a")))
        store.fail(true)
        _ = await process.fixture.post(id, .run("b", isDurable: true))
        #expect(process.runners.attempts.isEmpty)
        store.fail(false)
        process.fixture.environment.advance(by: .seconds(1))
        await process.runners.haveBegun(1)
    }

    @Test func `A durable effect begins with its turn if sessions are not stored`() async throws {
        let heldEffects = HeldEffectsProgram()
        let environment = ManualEnvironment()
        let host = ProgramHost(
            heldEffects,
            name: "/notes",
            registry: SessionRegistry(limits: .scripted, environment: environment.forSessions)
        )
        _ = host.post(session: nil, visit: Visit()) { _ -> Decision<HeldEffectsProgram.Message, String> in
            .apply([.run("a", isDurable: true)])
        }
        await heldEffects.runners.haveBegun(1)
        #expect(heldEffects.runners.attempts.first?.isRepeat == false)
    }

    @Test func `The next process performs an unfinished durable effect again, with the same id and as a repeat`()
        async throws
    {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.run("a", isDurable: true), .run("b", isDurable: false)))
        await first.runners.haveBegun(2)
        let attempt = try #require(first.runners.attempt("a"))
        #expect(!attempt.isRepeat)

        let second = HeldEffectsProcess(store, at: .seconds(2))
        await second.pass(seconds: 10)
        await second.haveBegun(1)
        #expect(second.runners.attempts == [Attempt(id: attempt.id, isRepeat: true)])
        second.runners.send("a", .note("done"))
        second.runners.finish("a")
        await second.hasNotes(["done"], in: id)

        try await eventually("the effect's end is stored") {
            try await store.load(SessionKey(id: id, program: "/notes"))?.due == nil
        }
        let third = HeldEffectsProcess(store, at: .seconds(100))
        await third.pass(seconds: 3)
        #expect(await third.fixture.show(id)?.model.notes == ["done"])
        await third.pass(seconds: 10)
        #expect(third.runners.attempts.isEmpty)
    }

    @Test func `A visitor's request to another process brings the effect back, and it begins once`() async throws {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.run("a", isDurable: true)))
        let second = HeldEffectsProcess(store, at: .seconds(1))
        _ = await second.fixture.show(id)
        #expect(second.runners.attempts.isEmpty)
        _ = await second.fixture.post(id, .note("b"))
        #expect(second.runners.attempts.isEmpty)
        // The first process notices that it was overtaken when it renews its lease, and ends its effect before the second begins
        // it. If its clock ran until then, it would reach a time at which it may take the session over in turn.
        let environment = first.fixture.environment
        await eventually("the lease is to be renewed") { environment.scheduled(after: .seconds(2)) > 0 }
        environment.advance(by: .seconds(2))
        await eventually("the first process has evicted it") { first.fixture.host.registry.count == 0 }
        second.fixture.environment.advance(by: .milliseconds(3_999))
        _ = await second.fixture.post(id, .note("c"))
        #expect(second.runners.attempts.isEmpty)
        second.fixture.environment.advance(by: .milliseconds(1))
        await second.haveBegun(1)
        await second.pass(seconds: 20)
        #expect(second.runners.attempts.count == 1)
    }

    @Test func `An effect that one process runs is begun by no other, however long it takes`() async throws {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.run("a", isDurable: true)))
        await first.runners.haveBegun(1)
        let second = HeldEffectsProcess(store)
        for _ in 0..<40 {
            await first.pass(seconds: 1)
            await first.fixture.finish()
            await second.pass(seconds: 1)
        }
        #expect(second.runners.attempts.isEmpty)
        first.runners.send("a", .note("done"))
        first.runners.finish("a")
        await first.hasNotes(["done"], in: id)
        await second.pass(seconds: 20)
        #expect(second.runners.attempts.isEmpty)
    }

    @Test func `A process that stops hands its effects over, and the next process begins them at once`() async throws {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.run("a", isDurable: true), .later("b", seconds: 60)))
        await first.runners.haveBegun(1)
        await first.fixture.stop()
        #expect(first.fixture.host.registry.count == 0)
        let second = HeldEffectsProcess(store)
        await second.pass(seconds: 2)
        await second.haveBegun(1)
        await second.pass(seconds: 58)
        await second.hasNotes(["b"], in: id)
    }

    @Test func `An effect that throws is finished, and the program's message for the error has its turn`() async throws
    {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.run("a", isDurable: true)))
        await first.runners.haveBegun(1)
        first.runners.finish("a", throwing: Runners.Failure())
        await eventually("the failure has its turn") { first.notes(id) == ["failed a"] }
        try await eventually("the effect's end is stored") {
            try await store.load(SessionKey(id: id, program: "/notes"))?.due == nil
        }
        let second = HeldEffectsProcess(store, at: .seconds(100))
        await second.pass(seconds: 3)
        #expect(second.runners.attempts.isEmpty)
        #expect(await second.fixture.show(id)?.model.notes == ["failed a"])
    }

    @Test func `An effect that throws is stored until the commit that contains its message's turn`() async throws {
        var program = HeldEffectsProgram()
        let isFailing = DispatchSemaphore(value: 0)
        let mayFail = DispatchSemaphore(value: 0)
        program.fails = {
            isFailing.signal()
            mayFail.wait()
        }
        let process = HeldEffectsProcess(store, program)
        let id = try #require(await process.enter(.run("a", isDurable: true)))
        await process.runners.haveBegun(1)
        // A commit is in progress when the effect throws, so another one follows while the program handles the error.
        store.hold()
        process.runners.send("a", .note("b"))
        await store.isHolding()
        process.runners.finish("a", throwing: Runners.Failure())
        await eventually("the program is asked") { isFailing.wait(timeout: .now()) == .success }
        store.goOn()
        await process.fixture.finish()
        let stored = try #require(try await store.load(SessionKey(id: id, program: "/notes")))
        #expect(stored.due != nil)
        mayFail.signal()
        await process.hasNotes(["b", "failed a"], in: id)
        #expect(try await store.load(SessionKey(id: id, program: "/notes"))?.due == nil)
    }

    @Test func `An effect of a session's start is stored and carried out, even if no message has had a turn`()
        async throws
    {
        var program = HeldEffectsProgram()
        program.beginning = .batch(.effect(.errand("a"), durable: true), .after(.seconds(60), .note("b")))
        let first = HeldEffectsProcess(store, program)
        guard let id = await first.fixture.show(nil)?.cookie.newID else {
            Issue.record("no session")
            return
        }
        await first.runners.haveBegun(1)
        let second = HeldEffectsProcess(store, at: .seconds(100))
        await second.pass(seconds: 2)
        await second.hasNotes(["b"], in: id)
        await second.haveBegun(1)
    }

    @Test(arguments: [0, 3])
    func `An effect that one process runs is begun by no other, even if a visitor asks there and its clock is behind`(
        seconds: Int
    ) async throws {
        let first = HeldEffectsProcess(store, at: .seconds(seconds))
        let id = try #require(await first.enter(.run("a", isDurable: true)))
        await first.runners.haveBegun(1)
        let second = HeldEffectsProcess(store)
        _ = await second.fixture.show(id)
        for _ in 0..<20 {
            await first.pass(seconds: 1)
            await first.fixture.finish()
            await second.pass(seconds: 1)
            await second.fixture.finish()
        }
        #expect(second.runners.attempts.isEmpty)
        // From here on the first process is silent.
        await second.pass(seconds: 7 + seconds)
        await second.haveBegun(1)
    }

    @Test
    func `An answer of the store that comes late begins no effect, since the lease it tells of may have been renewed`()
        async throws
    {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.run("a", isDurable: true)))
        await first.runners.haveBegun(1)
        let second = HeldEffectsProcess(store)
        _ = await second.fixture.show(id)
        store.holdNextLoad()
        for _ in 0..<20 {
            await first.pass(seconds: 1)
            await first.fixture.finish()
            second.fixture.environment.advance(by: .seconds(1))
            if store.holdsLoad { continue }
            await second.fixture.finish()
        }
        await eventually("it has asked") { store.holdsLoad }
        store.deliverLoad()
        for _ in 0..<3 {
            await first.pass(seconds: 1)
            await first.fixture.finish()
            await second.pass(seconds: 1)
        }
        #expect(second.runners.attempts.isEmpty)
    }

    @Test func `A process that has handed over brings nothing back`() async throws {
        let first = HeldEffectsProcess(store)
        _ = try #require(await first.enter(.run("a", isDurable: true), .later("b", seconds: 2)))
        await first.fixture.stop()
        await first.pass(seconds: 3)
        #expect(first.fixture.host.registry.count == 0)
        #expect(first.runners.attempts.count == 1)
    }

    @Test func `A cancelled effect does not come back`() async throws {
        let first = HeldEffectsProcess(store)
        let id = try #require(await first.enter(.run("a", isDurable: true, id: "x")))
        await first.runners.haveBegun(1)
        _ = await first.fixture.post(id, .cancel("x"))
        let second = HeldEffectsProcess(store, at: .seconds(100))
        await second.pass(seconds: 10)
        #expect(second.runners.attempts.isEmpty)
        #expect(second.fixture.host.registry.count == 0)
    }

    @Test func `Sessions that are already loaded do not prevent others from being brought back`() async throws {
        let first = HeldEffectsProcess(store)
        var ids: [SessionID] = []
        for number in 0..<120 { ids.append(try #require(await first.enter(.run("\(number)", isDurable: true)))) }
        first.fixture.environment.advance(by: .seconds(1))
        for number in 0..<30 { _ = await first.enter(.run("later \(number)", isDurable: true)) }
        let second = HeldEffectsProcess(store, at: .seconds(4))
        for id in ids { _ = await second.fixture.show(id) }
        await second.pass(seconds: 1)
        await eventually("all are brought back") { second.fixture.host.registry.count >= 150 }
    }

    @Test func `All of many sessions are brought back, and each effect begins once`() async throws {
        let first = HeldEffectsProcess(store)
        for number in 0..<350 { _ = await first.enter(.run("\(number)", isDurable: true)) }
        let second = HeldEffectsProcess(store, at: .seconds(100))
        await second.pass(seconds: 1)
        await second.haveBegun(350)
        await second.pass(seconds: 10)
        #expect(Set(second.runners.attempts.map(\.id)).count == 350)
        #expect(second.runners.attempts.count == 350)
    }
}
