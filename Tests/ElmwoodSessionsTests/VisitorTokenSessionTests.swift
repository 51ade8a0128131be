import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

/// The tokens by which browsers find what their visitors have saved, and what others can do with them.
@Suite struct VisitorTokenSessionTests {
    @Test(arguments: AccountSite.Sessions.allCases)
    func `A planted token is replaced, so that nobody finds anything by it`(sessions: AccountSite.Sessions)
        async throws
    {
        let site = AccountSite(sessions)
        let host = site.process()
        let planted = VisitorToken()
        var anna = Client(token: planted)
        await anna.post(.save("Anna's"), to: host)
        #expect(anna.token != nil && anna.token != planted)
        var mallory = Client(token: planted)
        #expect(await mallory.saved(at: host) == "nothing")
        #expect(mallory.token != planted && mallory.token != anna.token)
        // Meanwhile Anna has what she saved, also when her session is over.
        #expect(await anna.saved(at: host) == "Anna's")
        anna.sessionToken = nil
        #expect(await anna.saved(at: host) == "Anna's")
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A client that presents only a session's id is not told the visitor's token`(sessions: AccountSite.Sessions)
        async throws
    {
        let site = AccountSite(sessions)
        let host = site.process()
        var anna = Client()
        await anna.post(.save("Anna's"), to: host)
        let first = try #require(anna.token)
        for token in [nil, VisitorToken()] {
            var mallory = Client(sessionToken: anna.sessionToken, token: token)
            await mallory.show(host)
            await mallory.post(.note("a"), .save("b"), to: host)
            #expect(mallory.token == token)
        }
        // It is not told again to the browser that has it, either.
        await anna.post(.note("b"), to: host)
        #expect(anna.token == first)
    }

    @Test func `A visitor who has saved nothing costs nothing in the store`() async throws {
        let storage = MemoryStorage()
        let site = AccountSite(.inMemory, storage: storage)
        let host = site.process()
        var anna = Client()
        await anna.post(.note("a"), .load, to: host)
        await anna.post(.renew, to: host)
        await anna.post(.note("b"), to: host)
        let token = try #require(anna.token)
        #expect(storage.visitorNow(of: token.hash) == nil)
        // The first value makes the row of the token that the browser has now.
        await anna.post(.save("c"), to: host)
        #expect(storage.visitorNow(of: token.hash) == VisitorID(firstToken: token.hash))
        anna.sessionToken = nil
        #expect(await anna.saved(at: host) == "c")
    }

    @Test(arguments: AccountSite.Sessions.allCases, [true, false])
    func `When the session is renewed, the token from before is worth nothing, and what was saved stays the visitor's`(
        sessions: AccountSite.Sessions,
        hasSaved: Bool
    ) async throws {
        let site = AccountSite(sessions)
        let host = site.process()
        var anna = Client()
        await anna.post(hasSaved ? .save("before") : .note("before"), to: host)
        let stolen = anna
        let answer = await anna.post(.signIn("anna"), to: host)
        #expect(answer != nil && anna.session != stolen.session && anna.token != stolen.token)
        // With the token alone, and with both cookies.
        var mallory = Client(token: stolen.token)
        #expect(await mallory.saved(at: host) == "nothing")
        mallory = stolen
        await mallory.show(host)
        #expect(mallory.token == stolen.token && mallory.session == stolen.session)
        await anna.post(.save("after"), to: host)
        mallory = Client(token: stolen.token)
        #expect(await mallory.saved(at: host) == "nothing")
        // Anna finds everything, in this session and after it.
        #expect(await anna.saved(at: host) == "after")
        await anna.post(.end(everywhere: false), to: host)
        #expect(await anna.saved(at: host) == "after")
        if hasSaved {
            anna.sessionToken = nil
            #expect(await anna.saved(at: host) == "after")
        }
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A session that somebody began with the token ends when the token is replaced`(sessions: AccountSite.Sessions)
        async throws
    {
        let site = AccountSite(sessions)
        let host = site.process()
        // Mallory gets a token from the server, and puts it into Anna's browser.
        var mallory = Client()
        await mallory.post(.save("bait"), to: host)
        var anna = Client(token: mallory.token)
        await anna.post(.note("here"), to: host)
        #expect(anna.token == mallory.token)
        await anna.post(.signIn("anna"), to: host)
        await anna.post(.save("Anna's"), to: host)
        let former = mallory.session
        #expect(await mallory.saved(at: host) == "nothing")
        #expect(mallory.session != former && mallory.token != anna.token)
        #expect(await anna.saved(at: host) == "Anna's")
        #expect(site.audited.contains("session ended by another session"))
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A sign-in with a visitor's first post replaces the token, too`(sessions: AccountSite.Sessions) async throws {
        let site = AccountSite(sessions)
        let host = site.process()
        var mallory = Client()
        await mallory.post(.save("bait"), to: host)
        var anna = Client(token: mallory.token)
        await anna.post(.signIn("anna"), .save("Anna's"), to: host)
        #expect(anna.token != nil && anna.token != mallory.token)
        #expect(await mallory.saved(at: host) == "nothing")
        #expect(await anna.saved(at: host) == "Anna's")
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `Two posts at once of a returning visitor find the same values, and neither loses the token`(
        sessions: AccountSite.Sessions
    ) async throws {
        let site = AccountSite(sessions)
        let host = site.process()
        var anna = Client()
        await anna.post(.save("kept"), to: host)
        anna.sessionToken = nil
        let returned = anna
        await withTaskGroup(of: Client.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    var tab = returned
                    #expect(await tab.saved(at: host) == "kept")
                    return tab
                }
            }
            for await tab in group {
                #expect(tab.token == returned.token && tab.session != nil)
                anna = tab
            }
        }
        #expect(await anna.saved(at: host) == "kept")
    }

    @Test func `Two first posts at once are two visitors, each of whom has a token that finds theirs`() async throws {
        let site = AccountSite(.inMemory)
        let host = site.process()
        let tabs = await withTaskGroup(of: (Int, Client).self) { group in
            for number in 0..<20 {
                group.addTask {
                    var tab = Client()
                    await tab.post(.save("\(number)"), to: host)
                    return (number, tab)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(tabs.map(\.1.token)).count == 20)
        for (number, tab) in tabs {
            var again = Client(token: tab.token)
            #expect(await again.saved(at: host) == "\(number)")
        }
    }

    @Test func `Several tabs that learn the renewed session's id have tokens that are all valid`() async throws {
        let site = AccountSite(.stored)
        let (first, second) = (site.process(), site.process())
        var anna = Client()
        await anna.post(.save("kept"), to: first)
        let before = anna
        await anna.post(.renew, to: first)
        #expect(anna.token != before.token)
        let tokens = [anna.token, before.token]
        // After a restart, the other process knows the renewal from the store.
        for host in [first, second] {
            for (number, token) in tokens.enumerated() {
                var tab = Client(token: token)
                #expect(await tab.saved(at: host) == (number == 0 ? "kept" : "nothing"))
            }
        }
    }

    @Test func `A token is known to the next process, and a replaced one is not`() async throws {
        let site = AccountSite(.stored)
        let first = site.process()
        var anna = Client()
        await anna.post(.save("kept"), to: first)
        let before = anna.token
        await anna.post(.signIn("anna"), to: first)
        let second = site.process()
        #expect(await anna.saved(at: second) == "kept")
        anna.sessionToken = nil
        #expect(await anna.saved(at: second) == "kept")
        var mallory = Client(token: before)
        #expect(await mallory.saved(at: second) == "nothing")
    }

    @Test func `A look-up that a renewal overtakes finds no visitor`() async throws {
        let storage = HeldLookUps()
        let site = AccountSite(.inMemory, storage: storage)
        let host = site.process()
        var anna = Client()
        await anna.post(.save("Anna's"), to: host)
        let stolen = anna.token
        storage.hold()
        let attack = Task {
            var mallory = Client(token: stolen)
            return await mallory.saved(at: host)
        }
        await eventually("the token is looked up") { storage.heldCount == 1 }
        let tab = anna
        let renewal = Task {
            var tab = tab
            await tab.post(.renew, to: host)
            return tab
        }
        anna = await renewal.value
        storage.goOn()
        #expect(await attack.value != "Anna's")
        #expect(site.audited.contains("revoked visitor token refused"))
        #expect(await anna.saved(at: host) == "Anna's")
    }

    @Test func `Tokens that the store could not revoke are refused meanwhile, and revoked as soon as it can`()
        async throws
    {
        let storage = HeldLookUps()
        let site = AccountSite(.inMemory, storage: storage)
        let host = site.process()
        var anna = Client()
        await anna.post(.save("Anna's"), to: host)
        let stolen = try #require(anna.token)
        storage.failRevocations(true)
        #expect(await anna.post(.renew, to: host) != nil)
        var mallory = Client(token: stolen)
        #expect(await mallory.saved(at: host) == "nothing")
        #expect(await anna.saved(at: host) == "Anna's")
        storage.failRevocations(false)
        await eventually("they are revoked") { (try? await storage.visitor(of: stolen.hash)) == .some(nil) }
        await anna.post(.renew, to: host)
        #expect(anna.token != stolen)
        anna.sessionToken = nil
        #expect(await anna.saved(at: host) == "Anna's")
        #expect(site.log.withLock { $0.contains { $0.contains("tokens could not be changed: The disk is full.") } })
    }

    @Test func `If tokens cannot be looked up, a visitor keeps theirs and is asked to try again`() async throws {
        let fixture = SessionFixture()
        let first = fixture.post(nil, .save("kept", as: "a", isShared: false))
        guard case .set(let token)? = await first.settled(in: fixture.environment).snapshot?.visitor else {
            Issue.record("no token")
            return
        }
        fixture.environment.storage.fail(StorageError("The disk is full."))
        func post() async -> Reply<Play, String> {
            await fixture.host.post(session: nil, visitor: .token(token), visit: Visit()) { _ in
                Decision<Play.Message, String>.apply([.load("a", isShared: false, id: nil)])
            }
            .settled(in: fixture.environment)
        }
        guard case .failed(.notStored) = await post() else {
            Issue.record("it was carried out")
            return
        }
        fixture.environment.storage.fail(nil)
        #expect(await post().snapshot?.model.seen == ["a is kept"])
    }

    @Test func `A live page is told the token once, and a renewed one with the new id`() async throws {
        let site = AccountSite(.inMemory)
        let host = site.process()
        let page = try #require(PageID.named("a"))
        func live(_ client: inout Client, _ message: String, _ number: UInt64) async -> OtherCookies? {
            let request = LiveRequest(
                id: page,
                by: Credentials(visitor: client.token.map { .token($0) } ?? .none),
                shows: nil,
                page: Page(),
                visit: Visit(),
                actions: [PageAction(sequence: number, kind: .message(message), fields: [])]
            )
            guard case .patch(_, let cookie, let others) = await host.live(session: client.session, request).settled()
            else { return nil }
            if case .set(let token) = cookie { client.sessionToken = token }
            if case .set(let token) = others.visitor { client.token = token }
            return others
        }
        var anna = Client()
        #expect(await live(&anna, #"note("clicked")"#, 1) != nil)
        let first = try #require(anna.token)
        #expect(await live(&anna, #"note("clicked")"#, 2)?.visitor == .unchanged)
        await anna.post(.save("kept"), to: host)
        await anna.post(.renew, to: host)
        #expect(anna.token != first)
        #expect(await live(&anna, #"note("clicked")"#, 3)?.visitor == .unchanged)
        #expect(await anna.saved(at: host) == "kept")
    }

    @Test func `A renewal that loses against another process removes nothing of what that one has renewed`()
        async throws
    {
        let site = AccountSite(.stored)
        let (first, second) = (site.process(), site.process())
        var client = Client()
        await client.post(.note("kept"), .save("mine"), to: first)
        // Both processes have the session in memory, and only one can renew it.
        #expect(await client.show(second)?.model.notes == ["kept"])
        var late = client
        #expect(await client.post(.renew, to: first) != nil)
        await late.post(.renew, to: second)
        #expect(await client.show(site.process())?.model.notes == ["kept"])
    }

    @Test func `A renewal with which a visitor begins to use another program is no misuse of their token`() async throws
    {
        let site = AccountSite(.stored)
        let former = site.process()
        var client = Client()
        await client.post(.note("kept"), .save("mine"), to: former)
        let registry = site.registry()
        let hosts = ["/", "/other"].map { ProgramHost(Account(), name: $0, registry: registry) }
        #expect(await client.post(.note("new"), .renew, to: hosts[1])?.model.notes == ["new"])
        #expect(await client.show(hosts[1])?.model.notes == ["new"])
        #expect(await client.show(hosts[0])?.model.notes == ["kept"])
    }
}
