import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// Whatever leads a visitor to a page, the program is told who arrives there, and where, as if they had loaded it.
@Suite(.timeLimit(.minutes(2))) struct ArrivalCauseTests {
    static var sites: [(Journey.Cause, AccountSite.Sessions)] {
        Journey.Cause.allCases.flatMap { cause in AccountSite.Sessions.allCases.map { (cause, $0) } }
    }

    private func site(_ sessions: AccountSite.Sessions) -> JourneyFixture {
        JourneyFixture(sessions == .stored ? MemorySessionStore() : nil)
    }

    /// Lets a cause lead a visitor to the page, and returns the arrival.
    private func arrive(_ site: JourneyFixture, _ page: OpenPage, by cause: Journey.Cause) async throws -> Arrival {
        let count = site.arrivals(page).count
        _ = try #require(await page.send(.message("begin(\"\(cause)\")")).settled().patch)
        try await site.happen(cause, on: page)
        return try await site.arrival(page, after: count)
    }

    @Test(arguments: sites)
    func `The arrival is that of a visitor who loads the page, and so is what the page shows`(
        cause: Journey.Cause,
        sessions: AccountSite.Sessions
    ) async throws {
        let site = site(sessions)
        let page = try await site.open(of: site.signIn())
        let arrival = try await arrive(site, page, by: cause)
        #expect(arrival == Arrival(path: "/there", query: ["page": "2"], account: "7"))
        let model = try #require(site.host.currentState(of: page.session)?.model)
        var request = page.request()
        request.page = Journey.page
        _ = try #require(await page.send(request).settled().patch)
        #expect(page.revision == (try site.host.render(model, on: Journey.page).revision))
        #expect(arrival == (try await site.loaded(page)))
    }

    @Test(arguments: sites)
    func `After a sign-out, whether there or at another program, nobody arrives`(
        cause: Journey.Cause,
        sessions: AccountSite.Sessions
    ) async throws {
        let site = site(sessions)
        var client = await site.signIn()
        let page = try await site.open(of: client)
        #expect(try await arrive(site, page, by: cause).account == "7")
        await client.post(.identify(nil), to: site.accounts)
        #expect(try await arrive(site, page, by: cause).account == nil)
        await client.post(.identify("8"), to: site.accounts)
        #expect(try await arrive(site, page, by: cause).account == "8")
        _ = await site.journeys.post(page.session, .identify(nil))
        #expect(try await arrive(site, page, by: cause).account == nil)
        #expect(try await site.loaded(page).account == nil)
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `An ended session arrives nowhere`(sessions: AccountSite.Sessions) async throws {
        let site = site(sessions)
        var client = await site.signIn()
        let page = try await site.open(of: client)
        _ = try #require(await page.send(.message("begin(\"delayed\")")).settled().patch)
        let session = try #require(page.session.flatMap(site.host.sessions.peek))
        await client.post(.end(everywhere: false), to: site.accounts)
        try await site.happen(.delayed, on: page)
        #expect(session.current == nil)
        #expect(try await site.loaded(page).account == nil)
    }

    // MARK: Visitors without a session

    @Test(arguments: AccountSite.Sessions.allCases)
    func `The first event of a page that was only looked at takes the visitor's account along`(
        sessions: AccountSite.Sessions
    ) async throws {
        let site = site(sessions)
        let client = await site.signIn()
        let page = try OpenPage(site.host, session: client.session)
        let patch = try #require(await page.send(.message("begin(\"event\")")).settled().patch)
        #expect(patch.refusals.isEmpty)
        #expect(site.arrivals(page).map(\.account) == ["7", "7"])
        #expect(site.arrivals(page).map(\.path) == ["/", "/there"])
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A start that signs the visitor in comes before their arrival`(sessions: AccountSite.Sessions) async throws {
        let journey = Journey(rememberedAccount: "9")
        let site = JourneyFixture(sessions == .stored ? MemorySessionStore() : nil, journey)
        var visit = Visit()
        visit.answer = .load
        let shown = await site.host.show(session: nil, visit: visit).settled().snapshot
        #expect(shown?.model.arrivals.map(\.account) == ["9"])
        let posted: Reply<Journey, String> = await site.host.post(session: nil, visit: visit) { _ in .apply([.note]) }
            .settled()
        #expect(posted.snapshot?.model.arrivals.map(\.account) == ["9"])
        let page = try OpenPage(site.host)
        _ = try #require(await page.send().settled().patch)
        #expect(site.arrivals(page).map(\.account) == ["9"])
    }

    // MARK: Answers that are pages

    @Test(arguments: AccountSite.Sessions.allCases, [Journey.Cause.event, .effect, .load, .sessions])
    func `A client that is not redirected sees the page to which its post has led, and has arrived there`(
        sessions: AccountSite.Sessions,
        cause: Journey.Cause
    ) async throws {
        let store = sessions == .stored ? MemorySessionStore() : nil
        let site = JourneyFixture(store) { $0.effectWait = .seconds(60) }
        let client = await site.signIn()
        for _ in 0..<2 {
            let snapshot = await site.journeys.post(client.session, .begin(cause)).snapshot
            #expect(snapshot?.navigation == Journey.target)
            let arrival = Arrival(path: "/there", query: ["page": "2"], account: "7")
            #expect(snapshot?.model.arrivals.last == arrival)
        }
    }

    // MARK: Streams

    @Test func `A stream that renders its page before the turn has sent the navigation stays open until it has it`()
        async throws
    {
        let looks = Mutex<(@Sendable () -> Void)?>(nil)
        let journey = Journey(look: { model in
            // The view of the arrival is rendered within the turn.
            guard model.arrivals.last?.path == "/there" else { return }
            looks.withLock { $0.take() }?()
        })
        let site = JourneyFixture(nil, journey)
        let page = try await site.open(of: site.signIn())
        _ = try #require(await page.send(.message("begin(\"clock\")")).settled().patch)
        let stream = try #require(page.stream)
        while stream.next().patch != nil {}
        let woken = Mutex<[PagePatch?]>([])
        let session = try #require(page.session.flatMap(site.host.sessions.peek))
        looks.withLock {
            $0 = {
                session.state.withLock { $0.page(page.id)?.isWoken = true }
                woken.withLock { $0.append(stream.next().patch) }
            }
        }
        try await site.happen(.clock, on: page)
        let early = try #require(woken.withLock { $0.first })
        #expect(early.flatMap(\.keepsStream) != false)
        let patch = try #require(stream.next().patch)
        #expect(patch.commands == [.push(Journey.target)])
        #expect(patch.keepsStream == false)
        #expect(stream.next().isEnd)
    }

    // MARK: Pages that connect later

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A page that was not connected carries out the navigation when it returns, and the visitor has arrived`(
        sessions: AccountSite.Sessions
    ) async throws {
        let site = site(sessions)
        let page = try await site.open(of: site.signIn())
        _ = try #require(await page.send(.message("begin(\"delayed\")")).settled().patch)
        _ = await page.close().settled()
        let count = site.arrivals(page).count
        try await site.happen(.delayed, on: page)
        #expect(site.arrivals(page).count == count)
        let again = try OpenPage(site.host, "b", session: page.session)
        let patch = try #require(await again.send().settled().patch)
        #expect(patch.commands == [.push(Journey.target)])
        let arrival = Arrival(path: "/there", query: ["page": "2"], account: "7")
        #expect(Array(site.arrivals(page).dropFirst(count)) == [arrival])
        let model = try #require(site.host.currentState(of: page.session)?.model)
        #expect(again.revision == (try site.host.render(model, on: Journey.page).revision))
    }
}
