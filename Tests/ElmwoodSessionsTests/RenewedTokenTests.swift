import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodTestSupport
import Foundation
import Testing

/// Renewed sessions of a process that has ended. Only that process has known the token of the new id.
@Suite(.timeLimit(.minutes(2)))
struct RenewedTokenTests {
    private let store = HeldStore()

    private func process(at time: Duration = .zero) -> SignInSite {
        SignInSite(StoredFixture(store, program: SignIn(), at: time))
    }

    /// Returns a browser that has signed in, and whose process has ended before it could send the new id's token.
    private func signIn() async throws -> Browser {
        let first = process()
        var anna = Browser()
        await first.enter(&anna)
        await first.post("signIn", by: &anna)
        await first.checks.haveBegun(1)
        first.checks.find("Anna")
        let former = try #require(anna.session)
        await eventually("the session is stored under its new id, as it is after the turn") {
            // The renewal may be stored by a commit before that of the turn.
            guard let renewal = try? await store.renewal(of: former) else { return false }
            let stored = try? await store.load(SessionKey(id: renewal.successor, program: "/notes"))
            return stored.map { String(decoding: $0.model, as: UTF8.self).contains("Anna") } ?? false
        }
        return anna
    }

    /// Returns the id that a browser's has been replaced by.
    private func successor(of browser: Browser) async throws -> SessionID {
        let former = try #require(browser.session)
        return try #require(await store.renewal(of: former)).successor
    }

    @Test func `A browser whose process has ended before it sent the token gets another one`() async throws {
        var anna = try await signIn()
        let former = anna
        let next = process()
        #expect(await next.name(shownTo: &anna) == "Anna")
        #expect(anna.session != former.session)
        // The id whose token nobody has is not that of the session any more, and the new one is stored.
        let unknown = try await successor(of: former)
        #expect(try await store.load(SessionKey(id: unknown, program: "/notes")) == nil)
        #expect(await process().name(shownTo: anna.session) == "Anna")
        // What the browser sends late, with the former cookies, leads to the same session.
        var late = former
        #expect(await next.name(shownTo: &late) == "Anna")
        #expect(late.session == anna.session)
    }

    @Test func `Nobody else gets a token, and nothing changes`() async throws {
        let anna = try await signIn()
        let unknown = try await successor(of: anna)
        let next = process()
        #expect(await next.name(shownTo: anna.session) == nil)
        #expect(await next.name(shownTo: anna.session, ticket: RenewalTicket()) == nil)
        var newcomer = Browser(session: anna.session, ticket: nil)
        #expect(await next.post("enter", by: &newcomer) == nil)
        #expect(try await store.load(SessionKey(id: unknown, program: "/notes")) != nil)
        #expect(await next.name(shownTo: anna.session, ticket: anna.ticket) == "Anna")
    }

    @Test func `A late request of a browser that has used its new token does not take that from it`() async throws {
        let anna = try await signIn()
        // The browser, as the first process would know it: it presents the new id's token.
        let current = try await successor(of: anna)
        let used = process(at: .seconds(5))
        #expect(await used.name(shownTo: current) == "Anna")
        #expect(await used.name(shownTo: anna.session, ticket: anna.ticket) == nil)
        var browser = Browser(session: current, ticket: nil)
        #expect(await used.post("signIn", by: &browser) == "Anna")
        await used.registry.finish()
        // The store remembers the use.
        let next = process(at: .seconds(5))
        #expect(await next.name(shownTo: anna.session, ticket: anna.ticket) == nil)
        #expect(await next.name(shownTo: current) == "Anna")
    }

    @Test func `If two processes make a token at the same time, the browser stays with its session`() async throws {
        let anna = try await signIn()
        let (one, other) = (process(), process())
        store.hold()
        let answers = [one, other].map { $0.host.show(session: anna.session, ticket: anna.ticket, visit: Visit()) }
        await eventually("both wait for the store") { store.heldCommits == 2 }
        store.goOn()
        var sessions: [SessionID] = []
        for (answer, site) in zip(answers, [one, other]) {
            let snapshot = try #require(await answer.settled(in: site.environment).snapshot)
            #expect(snapshot.isHeld && snapshot.model.name == "Anna")
            sessions.append(try #require(snapshot.cookie.newID))
        }
        // One of the two processes was slower, and has replaced the id of the other one.
        let (early, late) = (sessions[0], sessions[1])
        let next = process()
        let shown = [
            await next.name(shownTo: early, ticket: anna.ticket), await next.name(shownTo: late, ticket: anna.ticket),
        ]
        #expect(shown.contains("Anna"))
    }

    @Test func `A store that fails meanwhile refuses the request, which succeeds when it is sent again`() async throws {
        var anna = try await signIn()
        let next = process()
        store.fail(true)
        #expect(await next.name(shownTo: &anna) == nil)
        store.fail(false)
        next.environment.advance(by: .seconds(2))
        #expect(await next.name(shownTo: &anna) == "Anna")
        #expect(await process().name(shownTo: anna.session) == "Anna")
    }

    @Test func `No file of the store contains a token, before a renewal or after it`() async throws {
        let file = NSTemporaryDirectory() + "elmwood-\(UUID().uuidString).sqlite"
        let ends = ["", "-wal", "-shm"]
        defer { for end in ends { try? FileManager.default.removeItem(atPath: file + end) } }
        let fixture = StoredFixture(try SQLiteSessionStore(path: file))
        let entered = try #require(
            await fixture.host.post(session: nil, visit: Visit()) { _ in
                Decision<Notes.Message, String>.apply([.note("here")])
            }.settled().snapshot
        )
        let id = try #require(entered.cookie.newID)
        let renewed = try #require(await fixture.post(id, .renew).snapshot)
        let content = ends.compactMap { FileManager.default.contents(atPath: file + $0) }.reduce(Data(), +)
        for cookie in [entered.cookie, renewed.cookie] {
            guard case .set(let token) = cookie else {
                Issue.record("no token")
                return
            }
            let bytes = stride(from: 0, to: 32, by: 2).compactMap { place in
                UInt8(token.text.dropFirst(place).prefix(2), radix: 16)
            }
            #expect(bytes.count == 16)
            #expect(content.firstRange(of: Data(bytes)) == nil && content.firstRange(of: Data(token.text.utf8)) == nil)
            #expect(content.firstRange(of: Data(token.id.bytes)) != nil)
        }
    }

    @Test func `A session that has ended since is gone`() async throws {
        let anna = try await signIn()
        _ = try await store.commit([.remove(try await successor(of: anna))])
        #expect(await process().name(shownTo: anna.session, ticket: anna.ticket) == nil)
    }
}
