import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import Testing

/// Commands of a program to the visitor's page, and the page's events.
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

        /// Sends an event, or only connects; returns the commands that the page gets.
        ///
        /// - Parameter obeyed: how many commands the page has carried out so far; nil if it does not say.
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

    @Test func `The page at another address has its path and query, and nothing of the fragment`() {
        let page = Page(path: "/before", base: "/base", isLive: true)
        for (path, query) in [("/", ""), ("/list", ""), ("/list", "?page=1&q=a%20b")] {
            for fragment in ["", "#top", "#top?page=2"] {
                let place = page.place(at: path + query + fragment)
                #expect(place.path == path && place.base == "/base" && place.isLive)
                #expect(place.query == (query.isEmpty ? Query() : ["page": "1", "q": "a b"]))
            }
        }
    }

    @Test func `Commands of a turn go to the page whose event caused it, in order`() throws {
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

    @Test func `Commands are sent again until the page confirms them`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(hiding(.focus("first"), .scroll("end")))
        var page = try Opened(fixture, "a")
        #expect(page.tell(session, obeyed: 0) == [])
        #expect(page.tell(session, "hidden", obeyed: 0) == [.focus("first"), .scroll("end")])
        // The answer was lost, or the stream that carried it.
        let again = page.patch(session, obeyed: 0)
        #expect(again?.commands == [.focus("first"), .scroll("end")] && again?.commandCount == 2)
        #expect(page.tell(session, obeyed: 1) == [.scroll("end")])
        #expect(page.tell(session, obeyed: 2) == [])
        let more = page.patch(session, "hidden", obeyed: 2)
        #expect(more?.commands == [.focus("first"), .scroll("end")] && more?.commandCount == 4)
    }

    @Test func `A page whose navigation was lost gets it again, and is not led back`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(hiding(.replace("/list?page=2")))
        var page = try Opened(fixture, "a")
        #expect(page.tell(session, obeyed: 0) == [])
        // The answer with the navigation is lost, and the page opens its stream at its old address.
        #expect(page.tell(session, "hidden", obeyed: 0) == [.replace("/list?page=2")])
        #expect(page.tell(session, obeyed: 0) == [.replace("/list?page=2")])
        let place = fixture.host.progress(of: page.id, in: session)?.page
        #expect(place?.path == "/list")
        #expect(place?.query == ["page": "2"])
        // Once the navigation is confirmed, the page follows the visitor's address.
        #expect(page.tell(session, obeyed: 1) == [])
        #expect(fixture.host.progress(of: page.id, in: session)?.page.path == "/")
    }

    @Test func `Commands to a page that the process does not know yet continue the page's count`() throws {
        let fixture = SessionFixture()
        let session = fixture.enter(hiding(.focus("first")))
        var page = try Opened(fixture, "a")
        #expect(page.patch(session, "hidden", obeyed: 7)?.commandCount == 8)
        #expect(page.tell(session, obeyed: .max) == [])
    }

    @Test func `Commands of an effect's later turn go to the page that began the effect`() async throws {
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

    @Test func `Commands of a clock's turn go to the page that was used last`() throws {
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

    @Test func `Commands without an open page wait for the next one`() async throws {
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
        let file = fixture.registry.downloads.file(at: address)
        #expect(
            file == Downloads.File(content: Array("a;b".utf8), type: "text/plain; charset=utf-8", filename: "list.csv")
        )
        // A browser may request a file twice.
        #expect(fixture.registry.downloads.file(at: address) == file)
        #expect(fixture.registry.downloads.file(at: Downloads.prefix + SessionID().text) == nil)
        fixture.environment.advance(by: .seconds(300))
        #expect(fixture.registry.downloads.file(at: address) == nil)
    }

    @Test func `Beyond the limit of downloads the oldest is removed, and one that is too large is logged`() throws {
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
    func `An address that does not belong to another site is not left for, and is logged`(address: String) {
        let fixture = SessionFixture()
        #expect(fixture.post(nil, .page([.leave(address)])).snapshot?.pageCommands == [])
        #expect(fixture.environment.log.count == 1)
        #expect(fixture.environment.log.first?.hasPrefix("play: did not leave for ") == true)
    }

    @Test(arguments: ["https://example.org", "HTTP://example.org/", "mailto:a@example.org?subject=b"])
    func `A page can leave for other sites and mail addresses`(address: String) {
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
        var page = try Opened(fixture, "a")
        for (_, name) in names { _ = page.tell(session, name == "opened" ? nil : name) }
        _ = page.tell(session, "keydown.enter")
        let expected = ["opened", "visible", "hidden", "too", "online", "offline", "keydown.escape", "closed"]
        // A page that was closed and sends a key event counts as a new one.
        #expect(fixture.seen(session) == ["want 8"] + expected + ["opened"])
    }

    @Test func `Subscriptions run while a page is connected, and stop a minute after it has gone`() throws {
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

    @Test func `A connected page gets a session only if its program has subscriptions`() throws {
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
