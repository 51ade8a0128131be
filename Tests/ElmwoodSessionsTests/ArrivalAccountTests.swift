import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// Who arrives when somebody signs in or out meanwhile: in another tab, in another program, in another process, or at another node.
@Suite(.timeLimit(.minutes(2))) struct ArrivalAccountTests {
    /// Posts to a program without waiting for the answer.
    private func begin(_ site: JourneyFixture, _ page: OpenPage, _ message: Journey.Message) -> Eventual<
        Reply<Journey, String>
    > {
        site.host.post(session: page.session, visit: Visit()) { _ in .apply([message]) }
    }

    /// Lets a message from outside lead the visitor to the page, and returns the arrival.
    private func arrive(_ site: JourneyFixture, _ page: OpenPage) async throws -> Arrival {
        let count = site.arrivals(page).count
        try await site.happen(.outside, on: page)
        return try await site.arrival(page, after: count)
    }

    @Test func `A sign-out counts for the session's next arrivals though the store does not have it yet`() async throws
    {
        let store = HeldStore()
        let site = JourneyFixture(store)
        let client = await site.signIn()
        let page = try await site.open(of: client)
        #expect(try await arrive(site, page).account == "7")
        store.hold()
        let answer = begin(site, page, .identify(nil))
        await store.isHolding()
        SessionReference<Journey>(try #require(page.session.flatMap(site.host.sessions.peek))).send(.go)
        // A second tab.
        var visit = Visit()
        visit.answer = .load
        let shown = site.host.show(session: page.session, visit: visit)
        await eventually("both have arrived") { site.arrivals(page).count >= 4 }
        #expect(site.arrivals(page).suffix(2).map(\.account) == [nil, nil])
        store.goOn()
        _ = await answer.settled()
        _ = await shown.settled()
        #expect(try await arrive(site, page).account == nil)
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A sign-out does not wait behind values that are being saved`(sessions: AccountSite.Sessions) async throws {
        let site = JourneyFixture(sessions == .stored ? MemorySessionStore() : nil)
        let other = ProgramHost(Journey(), name: "/other", registry: site.host.registry)
        let client = await site.signIn()
        let page = try await site.open(of: client)
        site.environment.storage.hold()
        _ = await site.journeys.post(page.session, .save)
        _ = await site.journeys.post(page.session, .identify(nil))
        await eventually("it is begun") { site.host.registry.account(of: page.session) == nil }
        var visit = Visit()
        visit.answer = .load
        let shown = await other.show(session: page.session, visit: visit).settled().snapshot
        #expect(shown?.model.arrivals.map(\.account) == [nil])
        site.environment.storage.goOn()
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A message to others is from whom its turn has stated`(sessions: AccountSite.Sessions) async throws {
        let site = JourneyFixture(sessions == .stored ? MemorySessionStore() : nil)
        let page = try await site.open(of: site.signIn())
        for account in ["8", nil] as [String?] { _ = await site.journeys.post(page.session, .sign(account)) }
        let read = SharedModel<Register>(address: SharedAddress(Register.self, 1))
        try await eventually("both are signed") {
            let request = MissingInputs([ReadRequest(read, from: ())])
            let shown = await site.host.registry.reads.read(request, for: Page()).settled()
            return try shown.read(Register.self, 1).accounts == ["8", nil]
        }
    }

    // MARK: Other processes

    @Test(arguments: [nil, "7", "8"])
    func `In the next process, a durable effect leads a visitor who has not signed out`(account: String?) async throws {
        let store = MemorySessionStore()
        let effects = HeldCalls()
        effects.hold()
        let site = JourneyFixture(store, Journey(work: { await effects.pass() }))
        var client = await site.signIn()
        let page = try await site.open(of: client)
        _ = try #require(await page.send(.message("begin(\"durable\")")).settled().patch)
        if account != "7" { await client.post(.identify(account), to: site.accounts) }
        await site.journeys.finish()
        await site.journeys.stop()
        let next = JourneyFixture(store, at: .seconds(1))
        await next.journeys.pass(seconds: 10)
        page.move(to: next.host)
        _ = try #require(await page.send().settled().patch)
        await eventually("the visitor has arrived") { next.arrivals(page).count == 2 }
        #expect(next.arrivals(page).last == Arrival(path: "/there", query: ["page": "2"], account: account))
        effects.goOn()
    }

    @Test
    func `A sign-out is stored no later than its turn, so that a process that ends at once takes no account along`()
        async throws
    {
        let store = HeldStore()
        let site = JourneyFixture(store)
        let client = await site.signIn()
        let page = try await site.open(of: client)
        await site.journeys.finish()
        store.hold(after: 1)
        let answer = begin(site, page, .identify(nil))
        await store.isHolding()
        let key = site.host.sessions.key(try #require(page.session))
        #expect(try await store.load(key)?.account == nil)
        store.goOn()
        _ = await answer.settled()
    }

    @Test(arguments: [nil, "7"])
    func `In the next process, a timer that nobody has waited for leads a visitor who has not signed out`(
        account: String?
    )
        async throws
    {
        let store = MemorySessionStore()
        let site = JourneyFixture(store)
        var client = await site.signIn()
        let page = try await site.open(of: client)
        _ = try #require(await page.send(.message("begin(\"delayed\")")).settled().patch)
        if account == nil { await client.post(.identify(nil), to: site.accounts) }
        await site.journeys.finish()
        await site.journeys.stop()
        let next = JourneyFixture(store, at: .seconds(1))
        await next.journeys.pass(seconds: 20)
        // It was sent without any request.
        await eventually("it waits for a page") {
            let session = page.session.flatMap(next.host.sessions.peek)
            return session?.state.withLock { $0.parts?.pages.navigation } == Journey.target
        }
        page.move(to: next.host)
        _ = try #require(await page.send().settled().patch)
        #expect(next.arrivals(page).last == Arrival(path: "/there", query: ["page": "2"], account: account))
    }

    @Test func `A sign-out at the process that takes over reaches the pages of the former one`() async throws {
        let file = TemporaryFile()
        let former = JourneyFixture(try SQLiteSessionStore(path: file.path))
        var client = await former.signIn()
        let page = try await former.open(of: client)
        #expect(try await arrive(former, page).account == "7")
        await former.journeys.finish()
        let next = JourneyFixture(try SQLiteSessionStore(path: file.path))
        // The two know of each other after some time.
        var arrival = try await arrive(former, page)
        await eventually("it is known") {
            await client.post(.identify(nil), to: next.accounts)
            await next.journeys.finish()
            if let latest = try? await arrive(former, page) { arrival = latest }
            return arrival.account == nil
        }
    }

    @Test func `A sign-out reaches the programs that have only been looked at since the process began`() async throws {
        let store = MemorySessionStore()
        let first = JourneyFixture(store)
        var client = await first.signIn()
        await first.journeys.finish()
        let next = JourneyFixture(store)
        var visit = Visit()
        visit.answer = .load
        func look() async -> [String?]? {
            await next.host.show(session: client.session, visit: visit).settled().snapshot?.model.arrivals.map(
                \.account
            )
        }
        #expect(await look() == ["7"])
        await client.post(.identify(nil), to: next.accounts)
        #expect(await look() == [nil])
    }

    @Test func `A session that is loaded while its visitor signs out does not bring the account back`() async throws {
        let store = HeldStore()
        let first = JourneyFixture(store)
        let client = await first.signIn()
        let page = try await first.open(of: client)
        await first.journeys.finish()
        let next = JourneyFixture(store)
        page.move(to: next.host)
        _ = try #require(await page.send().settled().patch)
        store.holdNextLoad()
        let loading = next.accounts.show(session: client.session, visit: Visit())
        await eventually("it is loaded") { store.holdsLoad }
        _ = await next.journeys.post(page.session, .identify(nil))
        store.deliverLoad()
        _ = await loading.settled()
        #expect(try await arrive(next, page).account == nil)
    }

    // MARK: Nodes

    @Test func `Each node knows who arrives, also after it was told nothing for some time`() async throws {
        let nodes = MemoryNodes()
        let (first, second) = (JourneyFixture(nodes.node(1)), JourneyFixture(nodes.node(2)))
        var client = await first.signIn()
        let page = try await second.open(of: client)
        #expect(try await arrive(second, page).account == "7")
        for account in ["8", nil, "9"] as [String?] {
            await client.post(.identify(account), to: first.accounts)
            await first.journeys.work.done()
            #expect(try await arrive(second, page).account == account)
        }
        nodes.deafen(2)
        await client.post(.identify(nil), to: first.accounts)
        await first.journeys.finish()
        nodes.hear(2)
        await first.journeys.work.done()
        #expect(try await arrive(second, page).account == nil)
    }
}
