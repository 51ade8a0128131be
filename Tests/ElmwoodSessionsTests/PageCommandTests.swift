import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Testing

/// Commands of a program to the visitor's page, and the page's events.
@Suite struct PageCommandTests {
    private func hiding(_ asks: Play.PageAsk...) -> Play.Message {
        .want([.event(.hidden, .page(asks))])
    }

    @Test func `The page at another address has its path and query, and nothing of the fragment`() {
        let page = Page(path: "/before", base: "/base", isLive: true)
        for (path, query) in [("/", ""), ("/list", ""), ("/list", "?page=1&q=a%20b")] {
            for fragment in ["", "#top", "#top?page=2"] {
                let moved = page.moved(to: path + query + fragment)
                #expect(moved.path == path && moved.base == "/base" && moved.isLive)
                #expect(moved.query == (query.isEmpty ? Query() : ["page": "1", "q": "a b"]))
            }
        }
    }

    @Test func `Commands of a turn go to the page whose event caused it, in order`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(
            hiding(
                .push("/list"),
                .focus("first"),
                .showModal("d"),
                .close("d"),
                .blur,
                .scroll("end"),
                .copy("text"),
                .replace("/other")
            )
        )
        let one = try OpenPage(fixture.host, "a", session: session)
        let other = try OpenPage(fixture.host, "b", session: session)
        #expect(try one.sync().commands == [])
        #expect(try other.sync().commands == [])
        #expect(
            try one.act(.page("hidden")).commands == [
                .focus("first"), .showModal("d"), .close("d"), .blur, .scroll("end"), .copy("text"), .replace("/other"),
            ]
        )
        #expect(try other.sync().commands == [])
        #expect(try one.sync().commands == [])
    }

    @Test func `An event for an element has its detail as JSON, which is refused and logged if it is too large`() throws
    {
        let fixture = SessionFixture()
        let large = String(repeating: "a", count: 65_535)
        let session = fixture.enter(
            hiding(
                .dispatch("show", to: "map", "a\"b"),
                .dispatch("reload", to: "chart", ""),
                .dispatch("show", to: "map", large)
            )
        )
        let page = try OpenPage(fixture.host, session: session)
        #expect(try page.sync().commands == [])
        let commands = try page.act(.page("hidden")).commands
        #expect(commands.map(\.words) == [["dispatch", "map", "show", #""a\"b""#], ["dispatch", "chart", "reload"]])
        #expect(
            fixture.environment.log.contains { $0.contains("did not dispatch the event") && $0.contains("65537 bytes") }
        )
    }

    @Test func `Commands are sent again until the page confirms them`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(hiding(.focus("first"), .scroll("end")))
        let page = try OpenPage(fixture.host, session: session)
        page.obeyed = 0
        #expect(try page.sync().commands == [])
        #expect(try page.act(.page("hidden")).commands == [.focus("first"), .scroll("end")])
        // The answer was lost, or the stream that carried it.
        let again = try page.sync()
        #expect(again.commands == [.focus("first"), .scroll("end")] && again.commandCount == 2)
        page.obeyed = 1
        #expect(try page.sync().commands == [.scroll("end")])
        page.obeyed = 2
        #expect(try page.sync().commands == [])
        let more = try page.act(.page("hidden"))
        #expect(more.commands == [.focus("first"), .scroll("end")] && more.commandCount == 4)
    }

    @Test func `A page whose navigation was lost gets it again, and is not led back`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(hiding(.replace("/list?page=2")))
        let page = try OpenPage(fixture.host, session: session)
        page.obeyed = 0
        #expect(try page.sync().commands == [])
        // The answer with the navigation is lost, and the page opens its stream at its old address.
        #expect(try page.act(.page("hidden")).commands == [.replace("/list?page=2")])
        #expect(try page.sync().commands == [.replace("/list?page=2")])
        let shown = fixture.host.sessions.progress(of: page.id, in: session)?.page
        #expect(shown?.path == "/list")
        #expect(shown?.query == ["page": "2"])
        // Once the navigation is confirmed, the page follows the visitor's address.
        page.obeyed = 1
        #expect(try page.sync().commands == [])
        #expect(fixture.host.sessions.progress(of: page.id, in: session)?.page.path == "/")
    }

    @Test func `Commands to a page that the process does not know yet continue the page's count`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(hiding(.focus("first")))
        let page = try OpenPage(fixture.host, session: session)
        page.obeyed = 7
        #expect(try page.act(.page("hidden")).commandCount == 8)
        page.obeyed = .max
        #expect(try page.sync().commands == [])
    }

    @Test func `Commands of an effect's later turn go to the page that began the effect`() async throws {
        let fixture = SessionFixture()
        let session = fixture.enter(.want([.event(.hidden, .begin("slow", id: nil))]))
        let one = try OpenPage(fixture.host, "a", session: session)
        let other = try OpenPage(fixture.host, "b", session: session)
        #expect(try one.act(.page("hidden")).commands == [])
        let effect = await fixture.heldEffects.next()
        fixture.environment.advance(by: .seconds(1))
        #expect(try other.sync().commands == [])
        effect.send(.page([.focus("a"), .push("/there")]))
        #expect(try other.sync().commands == [])
        #expect(try one.act(.page("visible")).commands == [.focus("a"), .push("/there")])
    }

    @Test func `Commands of a clock's turn go to the page that was used last`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(
            .later(.seconds(5), "unused", id: nil),
            .want([.every(.seconds(4), .page([.blur]))])
        )
        let one = try OpenPage(fixture.host, "a", session: session)
        let other = try OpenPage(fixture.host, "b", session: session)
        try one.sync()
        fixture.environment.advance(by: .seconds(1))
        try other.sync()
        fixture.environment.pass(.seconds(4))
        #expect(try one.sync().commands == [])
        #expect(try other.sync().commands == [.blur])
    }

    @Test func `Commands without an open page wait for the next one`() async throws {
        let fixture = SessionFixture()
        let session = fixture.enter(.note("a"))
        let answer = fixture.post(session, .begin("slow", id: nil))
        let effect = await fixture.heldEffects.next()
        fixture.environment.advance(by: .milliseconds(100))
        _ = await answer.settled(in: fixture.environment)
        effect.send(.page([.focus("x"), .replace("/there"), .copy("y")]))
        let page = try OpenPage(fixture.host, session: session)
        #expect(try page.sync().commands == [.focus("x"), .replace("/there"), .copy("y")])
        #expect(try page.sync().commands == [])
    }

    @Test func `An address that a page is sent to begins with the program's base path`() throws {
        let fixture = SessionFixture()
        let host = ProgramHost(Play(), name: "/play", base: "/play", registry: fixture.registry)
        let answer = host.post(session: nil, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.page([.push("/there"), .replace("/")])])
        }
        #expect(answer.snapshot?.navigation == "/")
        #expect(answer.snapshot?.pageCommands == [.replace("/play")])
    }

    @Test func `A page without script can be redirected to another site, or get a download`() throws {
        let fixture = SessionFixture()
        let left = fixture.post(nil, .page([.leave("https://example.org/a?b=c"), .focus("a")])).snapshot
        #expect(left?.pageCommands == [.leave("https://example.org/a?b=c"), .focus("a")])
        let session = fixture.enter(.note("a"))
        guard
            case .download(let download)? = fixture.post(session, .page([.download("a;b", as: "list.csv")])).snapshot?
                .pageCommands.first, let address = download.address, download.filename == "list.csv"
        else {
            Issue.record("no download")
            return
        }
        let file = fixture.registry.downloads.file(at: address, for: session)
        #expect(
            file == Downloads.File(content: Array("a;b".utf8), type: "text/plain; charset=utf-8", filename: "list.csv")
        )
        // A browser may request a file twice.
        #expect(fixture.registry.downloads.file(at: address, for: session) == file)
        #expect(fixture.registry.downloads.file(at: Downloads.prefix + SessionToken().text, for: session) == nil)
        fixture.environment.advance(by: .seconds(300))
        #expect(fixture.registry.downloads.file(at: address, for: session) == nil)
    }

    @Test func `Beyond the limit of downloads the oldest is removed, and one that is too large is logged`() throws {
        let fixture = SessionFixture { $0.downloadRoom = 10 }
        let session = fixture.enter(.note("a"))
        func download(_ text: String) -> String? {
            guard
                case .download(let file)? = fixture.post(session, .page([.download(text, as: "f")])).snapshot?
                    .pageCommands.first
            else { return nil }
            return file.address
        }
        let first = try #require(download("123456"))
        let second = try #require(download("1234"))
        #expect(fixture.registry.downloads.file(at: first, for: session) != nil)
        let third = try #require(download("1"))
        #expect(fixture.registry.downloads.file(at: first, for: session) == nil)
        #expect(fixture.registry.downloads.file(at: second, for: session) != nil)
        #expect(fixture.registry.downloads.file(at: third, for: session) != nil)
        #expect(download("12345678901") == nil)
        #expect(fixture.environment.log == ["play: a download of 11 bytes was left out: all together may have 10"])
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,a", "//example.org", "/\\here",
        "https:example.org",
        "https://", "mailto:", " https://example.org", "https://example.org/\r\nSet-Cookie: a=b", "https://exämple.org",
        "https:\\\\example.org", "file:///etc/passwd", "",
    ])
    func `An address that is neither another site's nor a path of this one is not left for, and is logged`(
        address: String
    ) {
        let fixture = SessionFixture()
        #expect(fixture.post(nil, .page([.leave(address)])).snapshot?.pageCommands == [])
        #expect(fixture.environment.log.count == 1)
        #expect(fixture.environment.log.first?.hasPrefix("play: did not leave for ") == true)
    }

    @Test(arguments: [
        "https://example.org", "HTTP://example.org/", "mailto:a@example.org?subject=b", "/other/program?a=b",
    ])
    func `A page can leave for other sites, mail addresses, and paths of this site`(address: String) {
        #expect(SessionFixture().post(nil, .page([.leave(address)])).snapshot?.pageCommands == [.leave(address)])
    }

    @Test func `Only the last commands wait for a page, up to the limit`() async throws {
        let fixture = SessionFixture()
        let asks = (0..<100).map { Play.PageAsk.focus("\($0)") }
        let commands = fixture.post(nil, .page(asks)).snapshot?.pageCommands
        #expect(commands == (36..<100).map { .focus("\($0)") })
    }

    // MARK: Events of the page

    @Test func `A page's events become messages if the program subscribes to them`() throws {
        let fixture = SessionFixture()
        let names: [(Play.PageEventName, String)] = [
            (.opened, "opened"), (.visible, "visible"), (.hidden, "hidden"), (.online, "online"), (.offline, "offline"),
            (.escape, "keydown.escape"), (.closed, "closed"),
        ]
        let session = fixture.enter(.want(names.map { .event($0.0, .note($0.1)) } + [.event(.hidden, .note("too"))]))
        let page = try OpenPage(fixture.host, session: session)
        try page.sync()
        for (_, name) in names where !["opened", "closed"].contains(name) { try page.act(.page(name)) }
        page.close()
        try page.act(.page("keydown.enter"))
        let expected = ["opened", "visible", "hidden", "too", "online", "offline", "keydown.escape", "closed"]
        // A page that was closed and sends a key event counts as a new one.
        #expect(fixture.seen(session) == ["want 8"] + expected + ["opened"])
    }

    @Test func `Subscriptions run while a page is connected, and stop a minute after it has gone`() throws {
        let fixture = SessionFixture()
        let session = try #require(fixture.enter(.want([.every(.seconds(50), .note("tick"))])))
        let page = try OpenPage(fixture.host, session: session)
        try page.connect()
        let stream = try #require(page.stream)
        fixture.environment.pass(.seconds(500), by: .seconds(1))
        stream.end()
        fixture.environment.pass(.seconds(500), by: .seconds(1))
        let ticks = (fixture.seen(session) ?? []).count - 1
        #expect((10...12).contains(ticks), "\(ticks)")
    }

    @Test func `A connected page gets a session only if its program has subscriptions`() throws {
        let fixture = SessionFixture()
        let page = try OpenPage(fixture.host)
        #expect(try page.sync().commands == [])
        #expect(fixture.registry.count == 0)
        let subscribed = SessionFixture(Play(wants: [.words("t")]))
        let other = try OpenPage(subscribed.host)
        #expect(try other.sync().commands == [])
        #expect(subscribed.registry.count == 1)
    }
}
