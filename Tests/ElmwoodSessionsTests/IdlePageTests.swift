import ElmwoodArchitecture
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// The session of which a transaction was observed last.
private final class LastSession: Sendable {
    private let session = Mutex<SessionReference<Board>?>(nil)

    var reference: SessionReference<Board>? { session.withLock { $0 } }

    @Sendable func note(_ record: TurnRecord<Board>) { session.withLock { $0 = record.session } }
}

/// Open pages that were not used for some time. What they show was dropped, and is rendered again from the model: they continue with
/// patches.
@Suite struct IdlePageTests {
    private let environment = ManualEnvironment()

    private func host(
        keepsStreams: Bool = false,
        observers: [@Sendable (TurnRecord<Board>) -> Void] = []
    ) -> ProgramHost<Board> {
        ProgramHost(
            Board(),
            name: "board",
            registry: SessionRegistry(limits: .scripted, environment: environment.forSessions),
            observers: observers,
            keepsStreams: keepsStreams
        )
    }

    /// Lets time pass until nothing is kept of what the pages show.
    private func rest<P: Program>(
        _ host: ProgramHost<P>,
        _ pages: OpenPage...,
        in environment: ManualEnvironment? = nil
    ) {
        for page in pages { #expect(host.sessions.shown(on: page.id, of: page.session) != nil) }
        (environment ?? self.environment).advance(by: .seconds(30))
        for page in pages { #expect(host.sessions.shown(on: page.id, of: page.session) == nil) }
    }

    /// Returns the next patch of a stream, which the page receives.
    private func nextPatch(_ stream: LiveStream, to page: OpenPage) -> PagePatch? {
        guard let patch = stream.next().patch else { return nil }
        page.receive(.patch(patch, .unchanged, OtherCookies()))
        return patch
    }

    @Test func `A click on an idle page, and a change of another one, are patches`() throws {
        let host = host()
        let first = try host.page()
        try first.click("add(1)")
        let second = try host.page("b", session: first.session)
        let third = try host.page("c", session: first.session)
        try second.sync()
        try third.sync(at: "/elsewhere")
        rest(host, first, second, third)
        for number in 2...3 {
            let shown = first.revision
            let patch = try first.click("add(1)")
            #expect(patch.from == shown)
            #expect(try patch.to == host.render(Board.Model(number: number), on: Page(isLive: true)).revision)
        }
        // These show the model before both clicks.
        for page in [second, third] {
            let shown = page.revision
            let patch = try page.sync(at: page === third ? "/elsewhere" : "/")
            #expect(patch.from == shown)
            #expect(patch.content != Array("[]".utf8))
        }
        #expect(second.revision == first.revision)
    }

    @Test func `A push to an idle page is a patch`() throws {
        let host = host(keepsStreams: true)
        let page = try host.page()
        try page.click("add(1)")
        let stream = try page.openStream()
        while stream.next().patch != nil {}
        let other = try host.page("b", session: page.session)
        try other.sync()
        for _ in 0..<2 {
            rest(host, page, other)
            let shown = page.revision
            try other.click("add(1)")
            let patch = try #require(nextPatch(stream, to: page))
            #expect(patch.from == shown)
            #expect(patch.to == other.revision)
        }
    }

    @Test func `An idle page shows an earlier moment by a patch, and returns from it by one`() throws {
        let last = LastSession()
        let host = host(keepsStreams: true, observers: [last.note])
        let page = try host.page()
        try page.click("add(1)", "add(10)")
        let stream = try page.openStream()
        while stream.next().patch != nil {}
        let session = try #require(last.reference)
        rest(host, page)
        let latest = page.revision
        session.pause(showing: Board.Model(number: 1))
        environment.work()
        let earlier = try #require(nextPatch(stream, to: page))
        #expect(earlier.from == latest)
        rest(host, page)
        session.resume(fromHere: false)
        environment.work()
        let patch = try #require(nextPatch(stream, to: page))
        #expect(patch.from == earlier.to)
        #expect(patch.to == latest)
    }

    @Test func `An idle page that shows a shared model gets its changes, and what comes of a click, as patches`()
        async throws
    {
        let site = SharedFixture()
        let host = site.guests.host
        let page = try OpenPage(host, session: await site.guests.enter(.send(.said("a"))))
        _ = try #require(await page.send().settled().patch)
        let stream = try page.openStream()
        await eventually("the stream is silent") { nextPatch(stream, to: page) == nil }
        for line in ["b", "c"] {
            rest(host, page, in: site.environment)
            let shown = page.revision
            _ = await site.guests.enter(.send(.said(line)))
            let received = Mutex<PagePatch?>(nil)
            await eventually("the page shows the line") {
                site.environment.advance(by: .milliseconds(100))
                guard let patch = nextPatch(stream, to: page) else { return false }
                received.withLock { $0 = patch }
                return true
            }
            let patch = try #require(received.withLock { $0 })
            #expect(patch.from == shown)
            #expect(String(decoding: patch.content, as: UTF8.self).contains(line))
        }
        rest(host, page, in: site.environment)
        let shown = page.revision
        let patch = try #require(await page.send(.message("send(said(\"hello\"))")).settled().patch)
        #expect(patch.from == shown)
    }
}
