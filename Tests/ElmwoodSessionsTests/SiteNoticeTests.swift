import ElmwoodArchitecture
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions

/// A program that leads its visitor elsewhere, with a notice.
private struct Leaver: Program {
    struct Model: Codable, Equatable, Sendable { var count = 0 }
    enum Message: Codable, Equatable, Sendable { case add, leave(String), end }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add: model.count += 1
        case .leave(let address): return .batch(.leave(to: address), .notice("Saved."))
        case .end: return .batch(.endSession, .leave(to: "/second"), .notice("Signed out."))
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Leaver") {
            output { "\(model.count)" }
            for notice in page.notices { p { notice } }
            button("Leave", .leave("/second"))
        }
    }
}

/// What a program tells as it leads to another one of the site.
@Suite struct SiteNoticeTests {
    /// Two programs of a process.
    private struct Site {
        let first: StoredFixture<Leaver>
        let second: ProgramHost<Leaver>

        init(_ store: (any SessionStore)? = nil) {
            first = StoredFixture(store, program: Leaver())
            second = ProgramHost(Leaver(), name: "/second", registry: first.host.registry)
        }

        func post(_ session: SessionID?, _ message: Leaver.Message, to host: ProgramHost<Leaver>) async -> SessionID? {
            var visit = Visit()
            visit.answer = .redirect
            let answer: Eventual<Reply<Leaver, String>> = host.post(session: session, visit: visit) { _ in
                .apply([message])
            }
            return await answer.settled().snapshot?.cookie.newID ?? session
        }

        func notices(_ session: SessionID?, on host: ProgramHost<Leaver>) async -> [String]? {
            var visit = Visit()
            visit.answer = .load
            return await host.show(session: session, visit: visit).settled().snapshot?.flash.notices
        }
    }

    @Test(arguments: [false, true])
    func `A notice is shown by the program to which its own leads`(isNewcomer: Bool) async throws {
        let site = Site()
        let id = try #require(await site.post(nil, .add, to: site.first.host))
        if !isNewcomer { _ = await site.post(id, .add, to: site.second) }
        _ = await site.post(id, .leave("/second"), to: site.first.host)
        #expect(await site.notices(id, on: site.second) == ["Saved."])
        // Its script continues with what the page was loaded with.
        #expect(site.second.sessions.flashShown(to: id, on: Page()).notices == ["Saved."])
        #expect(await site.notices(id, on: site.second) == [])
        #expect(await site.notices(id, on: site.first.host) == [])
    }

    @Test func `The next page shows it, though the path has led back to the same program`() async throws {
        let site = Site()
        let id = try #require(await site.post(nil, .leave("/second"), to: site.first.host))
        #expect(await site.notices(id, on: site.first.host) == ["Saved."])
        #expect(await site.notices(id, on: site.second) == [])
    }

    @Test func `A notice of a live page is shown by the program to which that leads`() async throws {
        let site = Site()
        let id = try #require(await site.post(nil, .add, to: site.first.host))
        let page = try OpenPage(site.first.host, session: id)
        let other = try OpenPage(site.first.host, "b", session: id)
        for page in [page, other] { _ = try #require(await page.send().settled().patch) }
        let patch = await page.send(.message(#"leave("/second")"#)).settled().patch
        #expect(patch?.commands == [.leave("/second")])
        // Neither the page that is left nor another one of the program shows it.
        for page in [page, other] {
            let core = try #require(site.first.host.sessions.peek(id))
            #expect(core.state.withLock { $0.page(page.id)?.page.shownNotices } == [])
        }
        #expect(await site.notices(id, on: site.second) == ["Saved."])
    }

    @Test(arguments: [false, true])
    func `A notice outlives the process between the two programs`(isNewcomer: Bool) async throws {
        let store = MemorySessionStore()
        let former = Site(store)
        let id = try #require(await former.post(nil, .add, to: former.first.host))
        if !isNewcomer { _ = await former.post(id, .add, to: former.second) }
        _ = await former.post(id, .leave("/second"), to: former.first.host)
        await former.first.finish()
        let site = Site(store)
        // The session that has it is not in memory yet.
        #expect(await site.notices(id, on: site.second) == [])
        await site.first.host.sessions.restoreIfStored(id)
        #expect(await site.notices(id, on: site.second) == ["Saved."])
        await site.first.finish()
        let later = Site(store)
        #expect(await later.notices(id, on: later.second) == [])
        #expect(await later.notices(id, on: later.first.host) == [])
    }

    @Test func `A notice waits for the program's own page if another site is next`() async throws {
        let site = Site()
        let id = try #require(await site.post(nil, .leave("https://example.org/"), to: site.first.host))
        #expect(await site.notices(id, on: site.second) == [])
        #expect(await site.notices(id, on: site.first.host) == ["Saved."])
    }

    @Test func `A notice of a session that ends is shown by the other program`() async throws {
        let site = Site()
        let id = try #require(await site.post(nil, .add, to: site.first.host))
        let next = try #require(await site.post(id, .end, to: site.first.host))
        #expect(next != id)
        #expect(await site.notices(next, on: site.second) == ["Signed out."])
    }
}
