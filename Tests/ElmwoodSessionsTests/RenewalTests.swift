import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Testing

/// After a session's id is renewed, the old id is worthless to anybody who knows it.
@Suite(.timeLimit(.minutes(5)))
struct RenewalTests {
    @Test func `An effect that outlasts its answer renews the id at once, and only the browser that began it gets it`()
        async throws
    {
        let site = SignInSite()
        var anna = Browser()
        await site.enter(&anna)
        let stolen = anna
        #expect(await site.post("signIn", by: &anna) == "nobody")
        await site.checks.haveBegun(1)
        #expect(anna.session == stolen.session)
        #expect(await site.name(shownTo: stolen.session) == "nobody")
        site.checks.find("Anna")
        // Nobody has asked for the new id yet, and the old one already counts as a newcomer's.
        #expect(await site.name(shownTo: stolen.session) == nil)
        var thief = stolen
        #expect(await site.post("enter", by: &thief) == nil)
        #expect(thief.session == stolen.session)
        #expect(await site.name(shownTo: &anna) == "Anna")
        #expect(anna.session != stolen.session)
        // The ticket is used up, and the id suffices from here on.
        #expect(await site.name(shownTo: anna.session) == "Anna")
        #expect(await site.name(shownTo: stolen.session) == nil)
    }

    @Test func `An effect that the answer waits for renews the id before the answer, which sets the new one`()
        async throws
    {
        let site = SignInSite(effectWait: .seconds(1))
        var anna = Browser()
        await site.enter(&anna)
        let stolen = anna
        let answer = site.begin("signIn", by: anna)
        await site.checks.haveBegun(1)
        site.checks.find("Anna")
        #expect(await site.name(shownTo: stolen.session) == nil)
        #expect(await site.finish(answer, by: &anna) == "Anna")
        #expect(anna.session != stolen.session)
        #expect(anna.ticket == nil)
        #expect(await site.name(shownTo: stolen.session) == nil)
    }

    @Test func `A delayed message renews the id as an effect does`() async throws {
        let site = SignInSite()
        var anna = Browser()
        await site.enter(&anna)
        let stolen = anna
        await site.post("signInSoon", by: &anna)
        site.environment.advance(by: .seconds(5))
        #expect(await site.name(shownTo: stolen.session) == nil)
        #expect(await site.name(shownTo: &anna) == "Anna")
    }

    @Test func `A ticket that was issued before proves nothing, even if the visitor's browser had the same one`()
        async throws
    {
        let site = SignInSite()
        var thief = Browser()
        await site.enter(&thief)
        await site.post("signIn", by: &thief)
        await site.checks.haveBegun(1)
        // Both cookies are planted in the visitor's browser.
        var anna = thief
        #expect(await site.post("signIn", by: &anna) == "nobody")
        await site.checks.haveBegun(2)
        // The thief then gets another ticket for the same id, later than the visitor's.
        await site.post("signIn", by: &thief)
        await site.checks.haveBegun(3)
        site.checks.find("Anna", by: 1)
        #expect(await site.name(shownTo: &thief) == nil)
        #expect(await site.name(shownTo: &anna) == "Anna")
        // The effects that the thief began continue, and give nobody the session.
        site.checks.find("Mallory", by: 0)
        site.checks.find("Mallory", by: 2)
        #expect(await site.name(shownTo: &thief) == nil)
        #expect(await site.name(shownTo: &anna) == "Anna")
    }

    @Test func `A browser whose ticket was replaced since still gets the new id`() async throws {
        let site = SignInSite()
        var anna = Browser()
        await site.enter(&anna)
        await site.post("signIn", by: &anna)
        await site.checks.haveBegun(1)
        let first = anna.ticket
        // Another tab begins effects, and its answers set the cookie again, as often as visitors click.
        for count in 2...40 {
            await site.post("signIn", by: &anna)
            await site.checks.haveBegun(count)
        }
        #expect(anna.ticket != first)
        site.checks.find("Anna")
        #expect(await site.name(shownTo: &anna) == "Anna")
    }

    @Test func `Two effects that one browser began may renew the id twice`() async throws {
        let site = SignInSite()
        var anna = Browser()
        await site.enter(&anna)
        await site.post("signIn", by: &anna)
        // Otherwise the second effect might be the first one to begin.
        await site.checks.haveBegun(1)
        await site.post("signIn", by: &anna)
        await site.checks.haveBegun(2)
        let first = anna
        site.checks.find("Anna", by: 0)
        // Another tab gets the first new id. The second effect replaces it.
        var between = anna
        #expect(await site.name(shownTo: &between) == "Anna")
        #expect(between.session != first.session)
        site.checks.find("Anna B.", by: 1)
        #expect(await site.name(shownTo: between.session) == nil)
        #expect(await site.name(shownTo: &anna) == "Anna B.")
        #expect(anna.session != between.session)
    }

    @Test func `A post with the old id that waits for its answer is refused`() async throws {
        let site = SignInSite(effectWait: .seconds(1))
        var anna = Browser()
        await site.enter(&anna)
        let stolen = anna
        // Its answer waits for an effect that it began.
        let waiting = site.begin("signIn", by: stolen)
        await site.checks.haveBegun(1)
        let answer = site.begin("signIn", by: anna)
        await site.checks.haveBegun(2)
        site.checks.find("Anna", by: 1)
        #expect(await site.finish(answer, by: &anna) == "Anna")
        site.environment.advance(by: .seconds(1))
        var thief = stolen
        #expect(await site.finish(waiting, by: &thief) == nil)
        #expect(thief.session == stolen.session)
    }

    @Test func `A turn that no request caused cannot renew the id: it fails, and the model is unchanged`() async throws
    {
        var program = SignIn()
        program.renewsByClock = true
        let site = SignInSite(program)
        var anna = Browser()
        await site.enter(&anna)
        site.environment.advance(by: .seconds(1))
        site.environment.work()
        #expect(await site.name(shownTo: anna.session) == "nobody")
        #expect(site.environment.log.contains { $0.contains(".renewSession needs a browser") })
    }

    @Test func `The sessions of all programs of the site are found by the new id, in the same browser`() async throws {
        let site = SignInSite()
        let other = ProgramHost(Board(), name: "/board", registry: site.registry)
        var anna = Browser()
        await site.enter(&anna)
        let stolen = anna
        let board = try other.page(session: anna.session)
        try board.click("add(10)")
        let stream = try board.openStream()
        await site.post("signIn", by: &anna)
        await site.checks.haveBegun(1)
        site.checks.find("Anna")
        // The page of the other program may be anybody's, so its stream ends.
        guard case .end = stream.next() else {
            Issue.record("the stream has not ended")
            return
        }
        #expect(other.show(session: stolen.session, visit: Visit()).snapshotOfBoard?.isHeld == false)
        let shown = other.show(session: anna.session, ticket: anna.ticket, visit: Visit()).snapshotOfBoard
        #expect(shown?.model.number == 10)
        guard let new = shown?.cookie.newID else {
            Issue.record("not told")
            return
        }
        #expect(await site.name(shownTo: new) == "Anna")
    }

    @Test func `A newcomer to a program who renews the id renews it for all other programs`() async throws {
        let site = SignInSite()
        let other = ProgramHost(Play(), name: "/play", registry: site.registry)
        var anna = Browser()
        await site.enter(&anna)
        let stolen = anna
        let answer = other.post(session: anna.session, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.renew])
        }
        guard let new = answer.snapshot?.cookie.newID else {
            Issue.record("not renewed")
            return
        }
        #expect(await site.name(shownTo: stolen.session) == nil)
        #expect(await site.name(shownTo: new) == "nobody")
    }

    // MARK: Live pages

    @Test func `A live page that signs in gets the new id, and other pages of the session do not`() async throws {
        let site = SignInSite()
        var anna = Browser()
        await site.enter(&anna)
        let page = try OpenPage(site.host, "a", of: anna)
        let thiefsPage = try OpenPage(site.host, "b", of: anna)
        _ = await thiefsPage.send().settled(in: site.environment)
        let spying = try thiefsPage.openStream()
        _ = await page.send(.message("signIn")).settled(in: site.environment)
        anna = page.browser
        #expect(anna.ticket != nil)
        let stream = try page.openStream()
        await site.checks.haveBegun(1)
        site.checks.find("Anna")
        for stream in [spying, stream] {
            guard case .end = stream.next() else {
                Issue.record("a stream has not ended")
                return
            }
        }
        guard case .failed(.renewed) = await thiefsPage.send(.message("enter")).settled(in: site.environment) else {
            Issue.record("the other page goes on")
            return
        }
        // The page is recognized by its ticket, or by its id alone if the answer with the ticket was lost.
        for browser in [Browser(session: anna.session), anna] {
            page.browser = browser
            _ = await page.send().settled(in: site.environment)
            #expect(await site.name(shownTo: page.session) == "Anna")
        }
        #expect(await site.name(shownTo: thiefsPage.session) == nil)
    }

    @Test func `Another tab of the same browser continues, and its events are applied once`() async throws {
        let site = SignInSite()
        var anna = Browser()
        await site.enter(&anna)
        let (page, otherPage) = (try OpenPage(site.host, "a", of: anna), try OpenPage(site.host, "b", of: anna))
        let former = otherPage.request([.message("enter"), .message("enter")])
        _ = await otherPage.send(former).settled(in: site.environment)
        _ = await page.send(.message("signIn")).settled(in: site.environment)
        otherPage.browser = page.browser
        await site.checks.haveBegun(1)
        site.checks.find("Anna")
        // The server has received the first of these before.
        let request = otherPage.request([.message("signInSoon")], after: former.actions.suffix(1))
        let reply = await otherPage.send(request).settled(in: site.environment)
        #expect(reply.patch?.sequence == 3)
        #expect(await site.name(shownTo: otherPage.session) == "Anna")
    }

    // MARK: Several processes

    @Test func `Another process continues an effect, and the browser that began it gets the new id`() async throws {
        let store = HeldStore()
        var program = SignIn()
        program.isDurable = true
        let fixture = StoredFixture(store, program: program)
        let first = SignInSite(fixture)
        var anna = Browser()
        await first.enter(&anna)
        let stolen = anna
        await first.post("signIn", by: &anna)
        await first.checks.haveBegun(1)
        await fixture.stop()
        var next = SignIn()
        next.isDurable = true
        let second = SignInSite(StoredFixture(store, program: next, at: .seconds(60)))
        #expect(await second.name(shownTo: &anna) == "nobody")
        await second.checks.haveBegun(1)
        second.checks.find("Anna")
        #expect(await second.name(shownTo: stolen.session) == nil)
        #expect(await second.name(shownTo: &anna) == "Anna")
    }

    @Test func `The next process knows which id was renewed, and for which browser`() async throws {
        let store = HeldStore()
        let fixture = StoredFixture(store, program: SignIn())
        let first = SignInSite(fixture)
        var anna = Browser()
        await first.enter(&anna)
        let stolen = anna
        await first.post("signIn", by: &anna)
        await first.checks.haveBegun(1)
        first.checks.find("Anna")
        await fixture.finish()
        let second = SignInSite(StoredFixture(store, program: SignIn()))
        #expect(await second.name(shownTo: stolen.session) == nil)
        var thief = stolen
        #expect(await second.post("enter", by: &thief) == nil)
        #expect(await second.name(shownTo: &anna) == "Anna")
        #expect(anna.session != stolen.session)
    }

    @Test func `A process with an outdated session gives the renewed one to nobody else`() async throws {
        let store = HeldStore()
        let fixture = StoredFixture(store, program: SignIn())
        let first = SignInSite(fixture)
        var anna = Browser()
        await first.enter(&anna)
        let stolen = anna
        await first.post("signIn", by: &anna)
        await first.checks.haveBegun(1)
        // The next process has taken over, and has already shown the page.
        let second = SignInSite(StoredFixture(store, program: SignIn()))
        #expect(await second.name(shownTo: stolen.session) == "nobody")
        first.checks.find("Anna")
        await fixture.finish()
        #expect(await second.name(shownTo: stolen.session) != "Anna")
        var thief = stolen
        #expect(await second.post("signInSoon", by: &thief) == nil)
        #expect(thief.session == stolen.session)
        #expect(await second.post("enter", by: &anna) == "Anna")
        #expect(await second.name(shownTo: anna.session) == "Anna")
    }
}

extension Eventual {
    /// The snapshot of a board, if it is available at once.
    fileprivate var snapshotOfBoard: Snapshot<Board>? { (reply as? ElmwoodSessionsTests.Reply<Board, Never>)?.snapshot }
}
