import Elmwood
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

@testable import ElmwoodSessions

/// Programs that are mounted at a pattern, with a session for each address.
@Suite(.timeLimit(.minutes(2))) struct PlaceTests {
    private func site(
        over transport: Transport = .inProcess,
        limit: Int = 100,
        in folder: String? = nil,
        isStored: Bool = false,
        _ change: (inout Settings) -> Void = { _ in }
    ) throws -> TestSite {
        var site = Site()
        site.sessionLimits.places = limit
        site.mount("/articles/{slug}") { (slug: String) in Draft(subject: "article \(slug)", delay: .seconds(1)) }
        site.mount("/items/{item}") { (item: Int) in Draft(subject: "item \(item)") }
        site.mount("/shops/{shop}/items/{item}") { (shop: String, item: Int) in
            Draft(subject: "item \(item) of \(shop)")
        }
        site.mount(Draft(subject: "new article"), at: "/articles/new")
        site.mount(Draft(subject: "top"), at: "/")
        return try TestSite(site, over: transport) { settings in
            if isStored { settings.sessions = .sqlite }
            if let folder { settings.data = folder }
            change(&settings)
        }
    }

    private func expect(_ visitor: Visitor, shows text: String, at location: SourceLocation = #_sourceLocation) {
        #expect(visitor.text.contains("<output>\(text)</output>"), "\(visitor.text)", sourceLocation: location)
    }

    @Test(arguments: Transport.allCases)
    func `Each place has a model of its own, and one cookie is enough for all`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport), with: .browser)
        try await visitor.post("/articles/emma", #"message=write("a")"#)
        #expect(visitor.reply["Location"] == "/articles/emma")
        let cookie = visitor.cookie
        try await visitor.post("/articles/persuasion", #"message=write("b")"#)
        #expect(visitor.cookie == cookie)
        try await visitor.get("/articles/emma")
        expect(visitor, shows: "article emma: a at /")
        try await visitor.get("/articles/persuasion")
        expect(visitor, shows: "article persuasion: b at /")
        try await visitor.get("/articles/emma/edit")
        expect(visitor, shows: "article emma: a at /edit")
        #expect(visitor.text.contains(#"<a href="/articles/emma/edit">"#))
        try await visitor.get("/articles/other")
        expect(visitor, shows: "article other:  at /")
    }

    @Test(arguments: [Visitor.Client.browser, .curl, .script])
    func `A visitor who only reads gets no session at a place`(client: Visitor.Client) async throws {
        let visitor = Visitor(try site(), with: client)
        try await visitor.get("/articles/emma")
        #expect(visitor.reply.status == 200)
        #expect(visitor.reply["Set-Cookie"] == nil)
        #expect(visitor.text.contains("Draft"))
    }

    @Test func `A navigation stays within the place`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.post("/articles/emma", "message=go")
        #expect(visitor.reply.status == 303)
        #expect(visitor.reply["Location"] == "/articles/emma/edit")
    }

    @Test(arguments: [
        ("/items/07", "/items/7"), ("/items/+7", "/items/7"), ("/items/-07/edit?a=%20b", "/items/-7/edit?a=%20b"),
        ("/shops/a%20b/items/007/", "/shops/a%20b/items/7/"),
    ])
    func `A parameter that is written in another way leads to its own address, also with a post`(
        address: String,
        place: String
    ) async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.get(address)
        #expect(visitor.reply.status == 308)
        #expect(visitor.reply["Location"] == place)
        try await visitor.post(address, "message=publish")
        #expect(visitor.reply.status == 308)
        #expect(visitor.reply["Location"] == place)
        #expect(visitor.cookie == nil)
    }

    @Test(arguments: ["/items/seven", "/items/99999999999999999999", "/items/7.0", "/shops/a/items/b"])
    func `A text that is no value of its parameter is not found`(address: String) async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.get(address)
        #expect(visitor.reply.status == 404)
        try await visitor.post(address, "message=publish")
        #expect(visitor.reply.status == 404)
    }

    @Test(arguments: [
        ("/articles/new", "new article:  at /"), ("/articles/new/edit", "new article:  at /edit"),
        ("/articles/newer", "article newer:  at /"), ("/edit", "top:  at /edit"), ("/items/7", "item 7:  at /"),
        ("/shops/a/items/7/edit", "item 7 of a:  at /edit"),
    ])
    func `Of the programs that match a path the most specific one answers`(address: String, text: String) async throws {
        let visitor = Visitor(try site(), with: .browser)
        try await visitor.get(address)
        expect(visitor, shows: text)
    }

    @Test func `A path without the whole pattern is another program's`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        for address in ["/articles", "/articles/", "/shops/a", "/shops/a/items"] {
            try await visitor.get(address)
            // The program at the top has no page there.
            #expect(visitor.reply.status == 404, "\(address)")
        }
    }

    @Test(arguments: Transport.allCases)
    func `A parameter may have any characters but a slash, and addresses have it encoded`(transport: Transport)
        async throws
    {
        let visitor = Visitor(try site(over: transport), with: .browser)
        let address = "/articles/a%20%3F%25%C3%BC%22%3Cb"
        try await visitor.post(address, #"message=write("a")"#)
        #expect(visitor.reply["Location"] == address)
        try await visitor.get(address)
        expect(visitor, shows: "article a ?%ü&quot;&lt;b: a at /")
        #expect(visitor.text.contains(#"<a href="\#(address)/edit">"#))
        try await visitor.post(address, "message=go")
        #expect(visitor.reply["Location"] == address + "/edit")
        // Written in another way, it is the same place.
        try await visitor.get("/articles/%61%20%3f%25%c3%bc%22%3cb")
        expect(visitor, shows: "article a ?%ü&quot;&lt;b: a at /")
        #expect(visitor.reply.status == 200)
    }

    @Test(arguments: Transport.allCases)
    func `Two live pages at two places change separately`(transport: Transport) async throws {
        let visitor = Visitor(try site(over: transport), with: .browser)
        let emma = try await TestPage(visitor, at: "/articles/emma")
        let other = try await TestPage(visitor, at: "/articles/other")
        try await emma.click(#"write("a")"#)
        #expect(emma.patch.content.contains("article emma: a at "))
        try await other.click(#"write("b")"#)
        #expect(other.patch.content.contains("article other: b at "))
        try await emma.click(#"write("b")"#)
        #expect(emma.patch.content.contains("article emma: a, b at "))
    }

    @Test func `Of too many places of a visitor the longest unused one begins again`() async throws {
        for isStored in [false, true] {
            let visitor = Visitor(try site(limit: 2, isStored: isStored), with: .browser)
            for slug in ["one", "two"] { try await visitor.post("/articles/\(slug)", #"message=write("a")"#) }
            // A program that is at no place does not count.
            try await visitor.post("/", #"message=write("a")"#)
            try await visitor.get("/articles/one")
            expect(visitor, shows: "article one: a at /")
            try await visitor.post("/articles/three", #"message=write("a")"#)
            await waitForStore(of: visitor, places: 2)
            try await visitor.get("/articles/two")
            expect(visitor, shows: "article two:  at /")
            for slug in ["one", "three"] {
                try await visitor.get("/articles/\(slug)")
                expect(visitor, shows: "article \(slug): a at /")
            }
            try await visitor.get("/")
            expect(visitor, shows: "top: a at /")
        }
    }

    /// Waits until that many of the visitor's places are stored: what is too much is removed after the answer.
    private func waitForStore(of visitor: Visitor, places count: Int) async {
        guard let store = visitor.site.registry.writer?.store, let id = visitor.cookie.flatMap({ SessionToken($0)?.id })
        else { return }
        await eventually("\(count) places are stored") {
            (try? await store.programs(of: id).count { $0.key.place != nil }) == count
        }
    }

    @Test func `Places that are only looked at are none too many`() async throws {
        let visitor = Visitor(try site(limit: 1), with: .browser)
        try await visitor.post("/articles/one", #"message=write("a")"#)
        for number in 2...5 { try await visitor.get("/articles/\(number)") }
        try await visitor.get("/articles/one")
        expect(visitor, shows: "article one: a at /")
    }

    @Test func `Two addresses that differ only in their Unicode normalization are two places`() async throws {
        let visitor = Visitor(try site(isStored: true), with: .browser)
        let (decomposed, composed) = ("/articles/cafe%CC%81", "/articles/caf%C3%A9")
        try await visitor.post(decomposed, #"message=write("a")"#)
        try await visitor.post(composed, #"message=write("b")"#)
        try await visitor.get(decomposed)
        #expect(visitor.text.contains(": a at /"))
        try await visitor.get(composed)
        #expect(visitor.text.contains(": b at /"))
        #expect(visitor.text.contains(#"href="/articles/caf%C3%A9/edit""#))
    }

    @Test func `A path that is too long for a database's index is no place`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        for (count, status) in [(1_900, 200), (2_100, 404), (6_000, 404)] {
            try await visitor.get("/articles/" + String(repeating: "a", count: count))
            #expect(visitor.reply.status == status, "\(count)")
        }
    }

    @Test func `A parameter may begin with a character that combines with the slash before it`() async throws {
        let visitor = Visitor(try site(), with: .browser)
        for slug in ["%CC%81q", "%F0%9F%8F%BD"] {
            try await visitor.get("/articles/\(slug)/edit")
            #expect(visitor.reply.status == 200, "\(slug)")
        }
        try await visitor.get("/shops/%CC%81q/items/07/edit?a=b")
        #expect(visitor.reply["Location"] == "/shops/%CC%81q/items/7/edit?a=b")
    }

    @Test func `A place with pending work is not removed for another one`() async throws {
        for isStored in [false, true] {
            let visitor = Visitor(try site(limit: 1, isStored: isStored), with: .browser)
            try await visitor.post("/items/1", #"message=write("a")"#)
            try await visitor.post("/items/1", "message=publish")
            for item in 2...4 { try await visitor.post("/items/\(item)", #"message=write("a")"#) }
            await waitForStore(of: visitor, places: 2)
            try await visitor.get("/items/2")
            expect(visitor, shows: "item 2:  at /")
            try await visitor.get("/items/1")
            expect(visitor, shows: "item 1: a at /")
        }
    }

    @Test func `A place is stored, and what is due at it is done by the next process without a request`() async throws {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        let visitor = Visitor(try site(in: folder, isStored: true), with: .browser)
        try await visitor.post("/articles/emma", #"message=write("a")"#)
        try await visitor.post("/articles/emma", "message=publish")
        // The process ends.
        visitor.site.registry.handOver(within: .seconds(60))
        let next = try site(in: folder, isStored: true)
        await eventually("the session is restored for the message") { next.registry.count == 1 }
        let returning = Visitor(next, with: .browser)
        returning.cookie = visitor.cookie
        await eventually("the page shows it") {
            _ = try? await returning.get("/articles/emma")
            return returning.text.contains("article emma: a, published at /")
        }
    }

    @Test func `The history of a place has an address of its own`() async throws {
        let visitor = Visitor(try site { $0.history = true }, with: .browser)
        visitor.keepsLastingCookie = true
        for address in ["/articles/emma", "/articles/%C3%BC"] {
            try await visitor.get(address)
            #expect(visitor.text.contains("/elmwood/history\(address)?foot"))
            try await visitor.post(address, #"message=write("a")"#)
            try await visitor.get("/elmwood/history\(address)")
            #expect(visitor.reply.status == 200)
            #expect(visitor.text.contains("<h2>Turn 1</h2>"))
        }
        try await visitor.get("/elmwood/history/articles/unknown")
        #expect(visitor.reply.status == 404)
    }

    @Test func `Mounts that cannot be told apart, or are none, are refused at the start`() throws {
        func error(_ mount: (inout Site) -> Void) -> String? {
            var site = Site()
            mount(&site)
            do {
                _ = try TestSite(site, over: .inProcess)
                return nil
            } catch {
                return "\(error)"
            }
        }
        let both = error {
            $0.mount("/{user}/posts") { (user: String) in Draft(subject: user) }
            $0.mount("/blog/{post}") { (post: String) in Draft(subject: post) }
        }
        #expect(both == "“/{user}/posts” and “/blog/{post}” match the same paths, and neither is more specific.")
        #expect(error { $0.mount("/{a}/b{c}") { (a: String) in Draft(subject: a) } }?.contains("a brace") ?? false)
        #expect(error { $0.mount("/{}") { (a: String) in Draft(subject: a) } }?.contains("a brace") ?? false)
        #expect(
            error { $0.mount("/{a}/{a}") { (a: String, b: String) in Draft(subject: a + b) } }
                == "“/{a}/{a}” has two parameters a."
        )
        #expect(
            error { $0.mount("/{a}/{b}") { (a: String) in Draft(subject: a) } }
                == "“/{a}/{b}” has 2 parameters in braces, and its function has 1."
        )
        #expect(error { $0.mount(Draft(subject: ""), at: "/{a}") }?.contains("needs a function") ?? false)
        #expect(error { $0.mount(Draft(subject: ""), at: "basket") } == "“basket” does not begin with a slash.")
        // The same pattern replaces the former program, whatever its parameters are called.
        #expect(
            error {
                $0.mount("/{a}") { (a: String) in Draft(subject: a) }
                $0.mount("/{b}") { (b: Int) in Draft(subject: "\(b)") }
            } == nil
        )
    }
}
