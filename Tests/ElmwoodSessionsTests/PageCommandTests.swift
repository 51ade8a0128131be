import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import Testing

/// What a program asks of the visitor's page, and what the page tells the program.
@Suite struct PageCommandTests {
    /// A page whose script is connected.
    private struct Opened {
        let fixture: SessionFixture
        let id: PageID
        var sequence: UInt64 = 0

        init(_ fixture: SessionFixture, _ name: Character) throws {
            self.fixture = fixture
            id = try #require(PageID(utf8: String(repeating: name, count: 22).utf8))
        }

        /// Tells of an event, or only that it is there; answers with what the page is told to do.
        ///
        /// - Parameter obeyed: how much of it the page has done so far; nil where it does not say.
        mutating func tell(
            _ session: SessionID?,
            _ event: String? = nil,
            at path: String = "/",
            obeyed: UInt64? = nil
        ) -> [PageCommand]? {
            patch(session, event, at: path, obeyed: obeyed)?.commands
        }

        mutating func patch(
            _ session: SessionID?,
            _ event: String? = nil,
            at path: String = "/",
            obeyed: UInt64? = nil
        ) -> PagePatch? {
            var request = LiveRequest(id: id, shows: nil, page: Page(path: path), visit: Visit())
            request.obeyed = obeyed
            if let event {
                sequence += 1
                request.actions = [PageAction(sequence: sequence, kind: .page(event))]
            }
            guard case .ready(.patch(let patch, _, _)) = fixture.host.live(session: session, request) else {
                return nil
            }
            return patch
        }
    }

    private func hiding(_ asks: Play.PageAsk...) -> Play.Message {
        .want([.event(.hidden, .page(asks))])
    }

    @Test func `The page at another place has its path and query, and nothing of a fragment`() {
        let page = Page(path: "/before", base: "/base", isLive: true)
        for (path, query) in [("/", ""), ("/list", ""), ("/list", "?page=1&q=a%20b")] {
            for fragment in ["", "#top", "#top?page=2"] {
                let place = page.place(at: path + query + fragment)
                #expect(place.path == path && place.base == "/base" && place.isLive)
                #expect(place.query == (query.isEmpty ? Query() : ["page": "1", "q": "a b"]))
            }
        }
    }

    @Test func `What a turn asks of a page goes to the page whose event caused it, in order`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(
            hiding(.push("/list"), .focus("first"), .blur, .scroll("end"), .copy("text"), .replace("/other"))
        )
        var (one, other) = (try Opened(fixture, "a"), try Opened(fixture, "b"))
        #expect(one.tell(session) == [])
        #expect(other.tell(session) == [])
        #expect(
            one.tell(session, "hidden") == [.focus("first"), .blur, .scroll("end"), .copy("text"), .replace("/other")]
        )
        #expect(other.tell(session) == [])
        #expect(one.tell(session) == [])
    }

    @Test func `What a page was told is told again until the page says that it has done it`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(hiding(.focus("first"), .scroll("end")))
        var page = try Opened(fixture, "a")
        #expect(page.tell(session, obeyed: 0) == [])
        #expect(page.tell(session, "hidden", obeyed: 0) == [.focus("first"), .scroll("end")])
        // Its answer was lost, or the stream by which it came.
        let again = page.patch(session, obeyed: 0)
        #expect(again?.commands == [.focus("first"), .scroll("end")] && again?.commandCount == 2)
        #expect(page.tell(session, obeyed: 1) == [.scroll("end")])
        #expect(page.tell(session, obeyed: 2) == [])
        let more = page.patch(session, "hidden", obeyed: 2)
        #expect(more?.commands == [.focus("first"), .scroll("end")] && more?.commandCount == 4)
    }

    @Test func `A page that has not been told where a turn led it is told, and not led back`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(hiding(.replace("/list?page=2")))
        var page = try Opened(fixture, "a")
        #expect(page.tell(session, obeyed: 0) == [])
        // What tells it is lost, and the page opens its stream where it was.
        #expect(page.tell(session, "hidden", obeyed: 0) == [.replace("/list?page=2")])
        #expect(page.tell(session, obeyed: 0) == [.replace("/list?page=2")])
        let place = fixture.host.progress(of: page.id, in: session)?.page
        #expect(place?.path == "/list")
        #expect(place?.query == ["page": "2"])
        // Once it knows, it goes where the visitor goes.
        #expect(page.tell(session, obeyed: 1) == [])
        #expect(fixture.host.progress(of: page.id, in: session)?.page.path == "/")
    }

    @Test func `A page that a process does not know yet has its commands counted on`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(hiding(.focus("first")))
        var page = try Opened(fixture, "a")
        #expect(page.patch(session, "hidden", obeyed: 7)?.commandCount == 8)
        #expect(page.tell(session, obeyed: .max) == [])
    }

    @Test func `What an effect asks later goes to the page where it was begun`() async throws {
        let fixture = SessionFixture()
        let session = fixture.enter(.want([.event(.hidden, .begin("slow", id: nil))]))
        var (one, other) = (try Opened(fixture, "a"), try Opened(fixture, "b"))
        #expect(one.tell(session, "hidden") == [])
        let effect = await fixture.heldEffects.next()
        fixture.environment.advance(by: .seconds(1))
        #expect(other.tell(session) == [])
        effect.send(.page([.focus("a"), .push("/there")]))
        #expect(other.tell(session) == [])
        #expect(one.tell(session, "visible") == [.focus("a"), .push("/there")])
    }

    @Test func `What nobody caused goes to the page that was used last`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(
            .later(.seconds(5), "unused", id: nil),
            .want([.every(.seconds(4), .page([.blur]))])
        )
        var (one, other) = (try Opened(fixture, "a"), try Opened(fixture, "b"))
        _ = one.tell(session)
        fixture.environment.advance(by: .seconds(1))
        _ = other.tell(session)
        fixture.environment.pass(.seconds(4))
        #expect(one.tell(session) == [])
        #expect(other.tell(session) == [.blur])
    }

    @Test func `What no page is there for waits for the next one`() async throws {
        let fixture = SessionFixture()
        let session = fixture.enter(.note("a"))
        let answer = fixture.post(session, .begin("slow", id: nil))
        let effect = await fixture.heldEffects.next()
        fixture.environment.advance(by: .milliseconds(100))
        _ = await answer.settled(in: fixture.environment)
        effect.send(.page([.focus("x"), .replace("/there"), .copy("y")]))
        var page = try Opened(fixture, "a")
        #expect(page.tell(session) == [.focus("x"), .replace("/there"), .copy("y")])
        #expect(page.tell(session) == [])
    }

    @Test func `An address that a page is sent to has the program's own in front`() throws {
        let fixture = SessionFixture()
        let host = ProgramHost(Play(), name: "/play", base: "/play", registry: fixture.registry)
        let answer = host.post(session: nil, visit: Visit()) { _ in
            Decision<Play.Message, String>.apply([.page([.push("/there"), .replace("/")])])
        }
        #expect(answer.snapshot?.navigation == "/")
        #expect(answer.snapshot?.pageCommands == [.replace("/play")])
    }

    @Test func `A page without script can be sent elsewhere, or be given a file`() throws {
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
        let file = fixture.registry.downloads.file(at: address)
        #expect(
            file == Downloads.File(content: Array("a;b".utf8), type: "text/plain; charset=utf-8", filename: "list.csv")
        )
        // A browser may ask twice.
        #expect(fixture.registry.downloads.file(at: address) == file)
        #expect(fixture.registry.downloads.file(at: Downloads.prefix + SessionID().text) == nil)
        fixture.environment.advance(by: .seconds(300))
        #expect(fixture.registry.downloads.file(at: address) == nil)
    }

    @Test func `Beyond the room for downloads the oldest is let go, and one that is too large is logged`() throws {
        let fixture = SessionFixture { $0.downloadRoom = 10 }
        func download(_ text: String) -> String? {
            guard
                case .download(let file)? = fixture.post(nil, .page([.download(text, as: "f")])).snapshot?
                    .pageCommands.first
            else { return nil }
            return file.address
        }
        let first = try #require(download("123456"))
        let second = try #require(download("1234"))
        #expect(fixture.registry.downloads.file(at: first) != nil)
        let third = try #require(download("1"))
        #expect(fixture.registry.downloads.file(at: first) == nil)
        #expect(fixture.registry.downloads.file(at: second) != nil)
        #expect(fixture.registry.downloads.file(at: third) != nil)
        #expect(download("12345678901") == nil)
        #expect(fixture.environment.log == ["play: a download of 11 bytes was left out: all together may have 10"])
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,a", "//example.org", "/here", "https:example.org",
        "https://", "mailto:", " https://example.org", "https://example.org/\r\nSet-Cookie: a=b", "https://exämple.org",
        "https:\\\\example.org", "file:///etc/passwd", "",
    ])
    func `What is no address of another site is not left for, and logged`(address: String) {
        let fixture = SessionFixture()
        #expect(fixture.post(nil, .page([.leave(address)])).snapshot?.pageCommands == [])
        #expect(fixture.environment.log.count == 1)
        #expect(fixture.environment.log.first?.hasPrefix("play: did not leave for ") == true)
    }

    @Test(arguments: ["https://example.org", "HTTP://example.org/", "mailto:a@example.org?subject=b"])
    func `Other sites and mailboxes can be left for`(address: String) {
        #expect(SessionFixture().post(nil, .page([.leave(address)])).snapshot?.pageCommands == [.leave(address)])
    }

    @Test func `No more than the last commands wait for a page`() async throws {
        let fixture = SessionFixture()
        let asks = (0..<100).map { Play.PageAsk.focus("\($0)") }
        let commands = fixture.post(nil, .page(asks)).snapshot?.pageCommands
        #expect(commands == (36..<100).map { .focus("\($0)") })
    }

    // MARK: What the page tells

    @Test func `A page's events are messages where the program subscribes to them`() throws {
        let fixture = SessionFixture()
        let names: [(Play.PageEventName, String)] = [
            (.opened, "opened"), (.visible, "visible"), (.hidden, "hidden"), (.online, "online"), (.offline, "offline"),
            (.escape, "keydown.escape"), (.closed, "closed"),
        ]
        let session = fixture.enter(.want(names.map { .event($0.0, .note($0.1)) } + [.event(.hidden, .note("too"))]))
        var page = try Opened(fixture, "a")
        for (_, name) in names { _ = page.tell(session, name == "opened" ? nil : name) }
        _ = page.tell(session, "keydown.enter")
        let expected = ["opened", "visible", "hidden", "too", "online", "offline", "keydown.escape", "closed"]
        // The page that was closed and tells of a key is a new one.
        #expect(fixture.seen(session) == ["want 8"] + expected + ["opened"])
    }

    @Test func `While a page is connected subscriptions run, and a minute after it is gone they stop`() throws {
        let fixture = SessionFixture()
        let session = try #require(fixture.enter(.want([.every(.seconds(50), .note("tick"))])))
        var page = try Opened(fixture, "a")
        _ = page.tell(session)
        guard let stream = fixture.host.stream(session: session, of: page.id, wake: {}) else {
            Issue.record("no stream")
            return
        }
        fixture.environment.pass(.seconds(500), by: .seconds(1))
        stream.end()
        fixture.environment.pass(.seconds(500), by: .seconds(1))
        let ticks = (fixture.seen(session) ?? []).count - 1
        #expect((10...12).contains(ticks), "\(ticks)")
    }

    @Test func `A page whose program subscribes is held, one that has nothing to be told of is not`() throws {
        let fixture = SessionFixture()
        var page = try Opened(fixture, "a")
        #expect(page.tell(nil) == [])
        #expect(fixture.registry.count == 0)
        let subscribed = SessionFixture(Play(wants: [.words("t")]))
        var other = try Opened(subscribed, "a")
        #expect(other.tell(nil) == [])
        #expect(subscribed.registry.count == 1)
    }
}
