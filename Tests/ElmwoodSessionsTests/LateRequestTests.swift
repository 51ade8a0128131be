import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Synchronization
import ElmwoodTestSupport
import Testing
import ElmwoodViewTree

/// Requests of live pages that arrive late, twice, in parallel, or after the end of the process that handled them before.
@Suite(.timeLimit(.minutes(2))) struct LateRequestTests {
    @Test func `An event sent before the farewell that arrives after it is not carried out again`() async throws {
        let process = StoredFixture(HeldStore())
        let id = try #require(await process.enter(.note("x")))
        let page = try OpenPage(process.host, session: id)
        let late = page.request([.message(#"note("a")"#)])
        // With its farewell the script sends once more all events that have no answer yet.
        _ = await page.close(after: late.actions).settled()
        #expect(await process.notes(id) == ["x", "a"])
        _ = try #require(await page.send(late).settled().patch)
        #expect(await process.notes(id) == ["x", "a"])
        // The late request does not open the page either.
        #expect(process.host.sessions.progress(of: page.id, in: id) == nil)
    }

    @Test func `The next process does not carry out an event from before the farewell again`() async throws {
        let store = HeldStore()
        let process = StoredFixture(store)
        let id = try #require(await process.enter(.note("x")))
        let page = try OpenPage(process.host, session: id)
        let late = page.request([.message(#"note("a")"#)])
        _ = await page.close(after: late.actions).settled()
        await process.finish()
        let next = StoredFixture(store)
        page.move(to: next.host)
        _ = try #require(await page.send(late).settled().patch)
        #expect(await next.notes(id) == ["x", "a"])
    }

    @Test func `A refusal is repeated if its answer was lost, by the next process too`() async throws {
        let store = HeldStore()
        let process = StoredFixture(store)
        let id = try #require(await process.enter(.note("x")))
        let page = try OpenPage(process.host, session: id)
        let request = page.request([.message(#"note("never offered")"#), .message(#"note("a")"#)])
        let first = try #require(await page.send(request).settled().patch)
        #expect(first.refusals.map(\.sequence) == [1])
        // In between, the page opens its stream again.
        _ = try #require(await page.send().settled().patch)
        let again = try #require(await page.repeat(request).settled().patch)
        #expect(again.refusals.map(\.sequence) == [1])
        await process.finish()
        let next = StoredFixture(store)
        page.move(to: next.host)
        let later = try #require(await page.repeat(request).settled().patch)
        #expect(later.refusals.map(\.sequence) == [1])
        #expect(await next.notes(id) == ["x", "a"])
    }

    @Test func `A refusal is repeated after the page has closed, by the next process too`() async throws {
        let store = HeldStore()
        let process = StoredFixture(store)
        let id = try #require(await process.enter(.note("x")))
        let page = try OpenPage(process.host, session: id)
        let late = page.request([.message(#"note("never offered")"#), .message(#"note("a")"#)])
        _ = await page.close(after: late.actions).settled()
        let again = try #require(await page.repeat(late).settled().patch)
        #expect(again.refusals.map(\.sequence) == [1])
        await process.finish()
        let next = StoredFixture(store)
        page.move(to: next.host)
        let later = try #require(await page.repeat(late).settled().patch)
        #expect(later.refusals.map(\.sequence) == [1])
        #expect(await next.notes(id) == ["x", "a"])
    }

    @Test func `A page with an unknown id gets one session, even if it sends two requests at once`() async throws {
        let process = StoredFixture(HeldStore())
        let lost = SessionID()
        let page = try OpenPage(process.host, "a", session: lost)
        let (request, next) = (page.request([.message(#"note("a")"#)]), page.request([.message(#"note("b")"#)]))
        // The page sends the second one before it has the answer to the first, so both present the lost id.
        let first = await process.host.live(session: lost, request).settled()
        let second = await process.host.live(session: lost, next).settled()
        // A page that presents only the lost id gets another session.
        let other = try OpenPage(process.host, "b", session: lost)
        let third = await other.send(.message(#"note("b")"#)).settled()
        guard case .patch(_, .set(let id), _) = first, case .patch(_, .set(let same), _) = second,
            case .patch(_, .set(let another), _) = third
        else {
            Issue.record("There was no new id.")
            return
        }
        #expect(same == id)
        #expect(await process.notes(id.id) == ["a", "b"])
        #expect(another != id)
    }

    @Test func `A first turn that ends the session ends the visitor's sessions of other programs too`() async throws {
        let store = HeldStore()
        let process = StoredFixture(store)
        let other = ProgramHost(Notes(), name: "/other", registry: process.host.registry)
        let id = try #require(await process.enter(.note("x")))
        let reply: Reply<Notes, String> = await other.post(session: id, visit: Visit()) { _ in .apply([.end]) }
            .settled()
        #expect(reply.snapshot?.cookie == .remove)
        #expect(try await store.load(SessionKey(id: id, program: "/notes")) == nil)
        #expect(await process.notes(id) == nil)
    }

    @Test func `A page gets commands again only if the answer that contained them may have been lost`() async throws {
        let process = StoredFixture(HeldStore(), program: Pointing())
        let id = try #require(await process.enter(.count))
        let page = try OpenPage(process.host, session: id)
        let request = page.request([.message("point")])
        let first = try #require(await page.send(request).settled().patch)
        #expect(first.commands == [.focus("there")])
        let again = try #require(await page.repeat(request).settled().patch)
        #expect(again.commands == [.focus("there")])
        // This time the request itself was lost the first time: the answer before it has arrived.
        let next = try #require(await page.repeat(page.request([.message("count")])).settled().patch)
        #expect(next.commands.isEmpty)
    }

    @Test func `A stream sends only what is stored, and nothing that another process has overtaken`() async throws {
        let store = HeldStore()
        let process = StoredFixture(store, program: Pointing())
        let id = try #require(await process.enter(.count))
        let page = try OpenPage(process.host, "a", session: id)
        _ = try #require(await page.send().settled().patch)
        let woken = Woken()
        let stream = try page.openStream { woken.wake() }
        #expect(stream.next().isWait)
        store.hold()
        let otherPage = try OpenPage(process.host, "b", session: id)
        let answer = otherPage.send(.message("count"))
        await store.isHolding()
        #expect(stream.next().isWait)
        let count = woken.count
        store.goOn()
        _ = await answer.settled()
        await eventually("the stream is woken") { woken.count > count }
        #expect(stream.next().patch != nil)

        let other = StoredFixture(store, program: Pointing())
        _ = await other.post(id, .count)
        store.hold()
        let late = otherPage.send(.message("count"))
        await store.isHolding()
        #expect(stream.next().isWait)
        store.goOn()
        _ = await late.settled()
        #expect(stream.next().isEnd)
    }
}

/// A program that counts, and sends its page a focus command.
private struct Pointing: Program {
    struct Model: Codable, Equatable, Sendable { var count = 0 }
    enum Message: Codable, Equatable, Sendable { case count, point }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.count += 1
        return message == .point ? .focus("there") : .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.every(.seconds(3_600), .count)] }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Pointing") {
            output { "\(model.count)" }
            button("Count", .count)
            button("Point", .point)
        }
    }
}

/// Counts how often a stream was woken.
private final class Woken: Sendable {
    private let state = Atomic<Int>(0)

    var count: Int { state.load(ordering: .relaxed) }

    func wake() { state.add(1, ordering: .relaxed) }
}
