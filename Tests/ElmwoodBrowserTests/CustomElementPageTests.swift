import Elmwood
import ElmwoodExamplePrograms
import ElmwoodTestSupport
import Testing

/// Elements of one's own on a page: children that are a script's, values of elements, and fields that scripts add.
private struct Widgets: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var log: [String] = []
    }

    struct Draft: Codable, Equatable, Sendable {
        var stars: Int?
        var token: String?
    }

    struct Volume: Codable, Equatable, EventPayload {
        var value: Double
        static var ranges: [String: ClosedRange<Double>] { ["value": 0...100] }
    }

    enum Message: Codable, Equatable, Sendable {
        case plus, flash
        case send(Draft)
        case volume(Volume)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .plus: model.count += 1
        case .flash: return .dispatch("show", to: "own", ["a": model.count])
        case .send(let draft): model.log.append("\(draft.stars.map { "\($0)" } ?? "-") \(draft.token ?? "-")")
        case .volume(let volume): model.log.append("volume \(volume.value)")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Widgets") {
            button(.id("plus"), .onClick(.plus)) { "\(model.count)" }
            button(.id("flash"), .onClick(.flash)) { "Flash" }
            element("own-widget", .id("own"), .data("count", "\(model.count)"), .opaque) {
                p { "before \(model.count)" }
            }
            element("own-volume", .id("volume"), .on("x-change", "volume") { (at: Volume) in .volume(at) })
            form("f", .onSubmit(Message.send), .acceptsField("token", maxlength: 4)) {
                element("star-rating", .id("stars"), .name("stars"), .field(.number), .max(5))
                button(.id("send")) { "Send" }
            }
            if model.count > 1 { element("text-editor", .id("editor")) { textarea() } }
            p(.id("log")) { model.log.joined(separator: ", ") }
        }
    }
}

@Suite struct CustomElementPageTests {
    @Test func `The children of an opaque element are its script's, after patches and after a whole page`() async throws
    {
        try await withLiveSite(Widgets()) { browser, site in
            _ = try await browser.evaluate(
                "const own = document.querySelector('#own'); own.replaceChildren('mine'); own.firstChild.isMine = 1;"
            )
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#plus")
            #expect(try await browser.attribute("data-count", of: "#own") == "1")
            #expect(try await browser.text("#own") == "mine")
            // The server has forgotten what the page shows, and sends all of it.
            await site.stopServer()
            try site.startServer()
            try await browser.click("#plus")
            try await browser.wait(until: "the page is that of a new session") {
                try $0.text("#plus") == "1" && $0.attribute("data-count", of: "#own") == "1"
            }
            #expect(try await browser.text("#own") == "mine")
            #expect(try await browser.evaluate("return document.querySelector('#own').firstChild.isMine") == "1")
        }
    }

    @Test func `An element's script is loaded as a module when its first element comes into the view`() async throws {
        try await withLiveSite(Widgets()) { browser, site in
            @Sendable func isAsked(for name: String) -> Bool {
                site.proxy.requests.contains { $0.target.hasPrefix("/elements/\(name).") && $0.target.hasSuffix(".js") }
            }
            try await browser.wait(until: "the stars are there") { _ in isAsked(for: "star-rating") }
            #expect(!isAsked(for: "text-editor"))
            for count in 1...2 {
                try await browser.click("#plus")
                try await browser.wait(for: "\(count)", in: "#plus")
            }
            try await browser.wait(until: "the editor's script has run") {
                try $0.evaluate("return +!!document.querySelector('#editor').shadowRoot") == "1"
            }
        }
    }

    @Test func `A form has the value of a custom element and the field that a script adds, and no other`() async throws
    {
        try await withLiveSite(Widgets()) { browser, site in
            func choose(_ count: Int) async throws {
                try await browser.wait(until: "the stars are there") {
                    try $0.evaluate("return +!!document.querySelector('#stars').shadowRoot") == "1"
                }
                _ = try await browser.evaluate(
                    "document.querySelector('#stars').shadowRoot.querySelectorAll('button')[\(count - 1)].click()"
                )
            }
            func add(_ name: String, _ value: String) async throws {
                _ = try await browser.evaluate(
                    """
                    const field = document.createElement('input');
                    Object.assign(field, { type: 'hidden', name: '\(name)', value: '\(value)' });
                    document.querySelector('form[data-form=f]').append(field);
                    """
                )
            }
            try await choose(4)
            // What the visitor has chosen survives a patch.
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#plus")
            #expect(try await browser.value("#stars") == "4")
            try await add("token", "abcd")
            try await browser.click("#send")
            try await browser.wait(for: "4 abcd", in: "#log")
            // The form is as rendered again.
            try await browser.wait(until: "the stars are as the view has them") { try $0.value("#stars") == "" }
            try await add("token2", "x")
            try await browser.click("#send")
            try await browser.wait(until: "it is refused") { try $0.exists("form.elmwood-failed") }
            #expect(try await browser.text("#log") == "4 abcd")
        }
    }

    @Test func `An event of an element tells the declared members of its detail, within their ranges`() async throws {
        try await withLiveSite(Widgets()) { browser, site in
            func change(_ detail: String) async throws {
                _ = try await browser.evaluate(
                    "document.querySelector('#volume').dispatchEvent(new CustomEvent('x-change', { detail: \(detail) }))"
                )
            }
            try await change("{ value: 11, other: 'secret' }")
            try await browser.wait(for: "volume 11.0", in: "#log")
            #expect(!site.proxy.requests.contains { $0.isPost && $0.body.contains("secret") })
            for forged in ["{ value: 101 }", "{ value: 'x' }", "{ value: NaN }", "null", "{}"] {
                try await change(forged)
                try await browser.click("#plus")
            }
            try await browser.wait(for: "5", in: "#plus")
            #expect(try await browser.text("#log") == "volume 11.0")
        }
    }

    @Test func `A command dispatches an event with its detail at an element`() async throws {
        try await withLiveSite(Widgets()) { browser, site in
            _ = try await browser.evaluate(
                "document.querySelector('#own').addEventListener('show', ({ detail }) => document.title = 'shown ' + detail.a)"
            )
            try await browser.click("#flash")
            try await browser.wait(until: "it is shown") { try $0.title == "shown 0" }
        }
    }

    @Test func `A report is made with the map, the editor, stars and the pad`() async throws {
        try await withLiveSite(VisitReport()) { browser, site in
            try await browser.wait(until: "the elements are there") {
                try $0.evaluate(
                    "return ['site-map', 'text-editor', 'star-rating', 'signature-pad'].filter((name) => customElements.get(name)).length"
                ) == "4"
            }
            try await browser.click("#map")
            try await browser.wait(until: "the place is the middle") {
                try $0.value("#x") == "50" && $0.value("#y") == "50"
            }
            try await browser.fill("#x", with: "20")
            try await browser.click("[data-form=place] button")
            try await browser.wait(until: "the pin is there") {
                try $0.attribute("x1", of: "#map .pin") == "20" && $0.attribute("data-flashed", of: "#map") == "2"
            }
            try await browser.fill("#text", with: "Fine")
            _ = try await browser.evaluate(
                """
                const editor = document.querySelector('text-editor');
                editor.querySelector('textarea').select();
                editor.shadowRoot.querySelector('button').click();
                document.querySelector('#stars').shadowRoot.querySelectorAll('button')[2].click();
                """
            )
            #expect(try await browser.value("#text") == "**Fine**")
            _ = try await browser.evaluate(
                "document.querySelector('signature-pad').scrollIntoView({ block: 'center' })"
            )
            try await browser.drag("signature-pad", from: (x: -40, y: -30), by: [(x: 30, y: 10), (x: 30, y: -10)])
            try await browser.wait(until: "it is signed") {
                try $0.evaluate("return document.querySelector('#signature').files.length") == "1"
            }
            try await browser.click("form[data-form=report] .primary")
            try await browser.wait(for: "**Fine** at 20, 50, 3 of 5 stars, signed", in: "#reports")
        }
    }

    @Test func `Without script a report has its place, its text and a picture that is chosen`() async throws {
        try await withLiveSite(VisitReport(), script: .off) { browser, site in
            try await browser.fill("#x", with: "20")
            try await browser.follow("[data-form=place] button")
            #expect(try await browser.value("#x") == "20")
            try await browser.fill("#text", with: "Fine")
            try await browser.follow("form[data-form=report] .primary")
            #expect(try await browser.text("#reports") == "Fine at 20, 50, not signed")
        }
    }
}
