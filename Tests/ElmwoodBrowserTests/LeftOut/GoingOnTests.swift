import Elmwood
import ElmwoodTestSupport
import Testing

/// What a visitor does while something else is under way, and what other scripts and proxies do meanwhile.
@Suite struct GoingOnTests {
    /// Holds the next answer back that is for a path.
    private func hold(_ path: String, _ gate: Gate, of site: LiveSite<Passages>) {
        site.proxy.decide { $0.isSync && $0.target.hasSuffix(path) ? .hold(gate) : .none }
    }

    private func follow(_ path: String) -> String { "document.querySelector('a[href$=\"\(path)\"]').click()" }

    @Test(.needs(.navigationAPI))
    func `While a page is awaited, what the visitor does next comes first, and leaves history and page alike`()
        async throws
    {
        let other =
            "const next = document.querySelector('a[href$=\"/third\"]'); next.click(); setTimeout(() => next.click())"
        // What is done while /second is awaited, the page that is shown then, and how many entries it has added.
        for (act, end, added) in [(other, "/third", 1), ("history.back()", "", -1)] {
            try await withLiveSite(Passages()) { browser, site in
                if added < 0 {
                    _ = try await browser.evaluate(follow("/third"))
                    try await browser.wait(for: "/third", in: "#path")
                }
                let place = "return navigation.currentEntry.index"
                let before = try await Int(browser.evaluate(place)) ?? 0
                let gate = Gate()
                hold("/second", gate, of: site)
                _ = try await browser.evaluate(follow("/second"))
                _ = try await browser.evaluate(act)
                try await browser.wait(for: end.isEmpty ? "/" : end, in: "#path")
                gate.open()
                try await browser.click("#plus")
                try await browser.wait(for: "1", in: "#count")
                #expect(try await Int(browser.evaluate(place)) ?? 0 == before + added, "\(act)")
                #expect(try await browser.text("#path") == (end.isEmpty ? "/" : end))
                #expect(site.proxy.requests.last { $0.isPost }?.target.hasSuffix("/second") == false)
            }
        }
        // An event is for the page that it was made on.
        try await withLiveSite(Passages()) { browser, site in
            let gate = Gate()
            hold("/second", gate, of: site)
            _ = try await browser.evaluate(follow("/second"))
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(site.proxy.requests.last { $0.isPost }?.target.hasSuffix("/second") == false)
            gate.open()
            try await browser.wait(for: "/second", in: "#path")
        }
    }

    @Test(.needs(.navigationAPI))
    func `What another script enters into the history remains, and the page too`() async throws {
        try await withLiveSite(Passages()) { browser, site in
            _ = try await browser.evaluate("history.replaceState({ mine: 1 }, '', '?tab=2')")
            #expect(try await browser.evaluate("return history.state?.mine") == "1")
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(!site.proxy.requests.contains { $0.target.contains("tab") })
        }
    }

    @Test(.needs(.navigationAPI))
    func `The form of another page takes nothing from the one before, and no closed dialog gets the focus`()
        async throws
    {
        try await withLiveSite(Passages(), at: "/item/1") { browser, site in
            try await browser.type("half", into: "#title")
            _ = try await browser.evaluate(follow("/item/2"))
            try await browser.wait(for: "/item/2", in: "#path")
            #expect(try await browser.value("#title") == "of /item/2")
            #expect(try await browser.value("[name=id]") == "2")
            #expect(try await browser.focused == "h1")
            #expect(try await browser.attribute("tabindex", of: "#within") == nil)
            // The form has another name there, and one more field than the one before it.
            try await browser.open(site.address("/search"))
            _ = try await browser.evaluate(follow("/item/2"))
            try await browser.wait(for: "/item/2", in: "#path")
            #expect(try await browser.value("form[data-form] > [name=form]") == "item")
            try await browser.type("last", into: "#closest")
            try await browser.click("#save")
            try await browser.wait(for: "2:of /item/2:last", in: "#log")
        }
    }

    @Test func `Details that a patch closes by opening others of their group are no toggle of the visitor`()
        async throws
    {
        try await withLiveSite(Passages(), at: "/group") { browser, _ in
            try await browser.click("#a summary")
            try await browser.wait(for: "A", in: "#log")
            try await browser.click("#open-b")
            try await browser.wait(until: "it is closed") { try $0.attribute("open", of: "#a") == nil }
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.text("#log") == "A")
        }
    }

    @Test func `A field that a patch removes before its text is told takes no other event with it`() async throws {
        try await withLiveSite(Passages(), at: "/group") { browser, _ in
            try await browser.type("a", into: "#q")
            // As a push would.
            _ = try await browser.evaluate("document.querySelector('#q').remove()")
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
        }
    }

    @Test func `A command that fails in another script stops nothing`() async throws {
        try await withLiveSite(Passages()) { browser, _ in
            _ = try await browser.evaluate("window.mark = 1; history.pushState = () => { throw Error('not ours') }")
            try await browser.click("#go")
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.evaluate("return window.mark") == "1")
        }
    }

    @Test func `A post that is refused for what it contains stops no other`() async throws {
        try await withLiveSite(Passages()) { browser, site in
            let refused =
                "HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            site.proxy.decide { $0.isPost ? .reply(refused) : .none }
            try await browser.click("#plus")
            try await browser.wait(until: "it is told") { try $0.exists("#elmwood-failure button") }
            #expect(try await !browser.exists("#elmwood-failure a"))
            site.proxy.decide { _ in .none }
            try await browser.click("#elmwood-failure button")
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
        }
    }

    @Test(.needs(.preloadScripts))
    func `A page that may hold no locks has its stream`()
        async throws
    {
        try await withLiveSite(Passages()) { browser, site in
            try await browser.runFirst(
                "navigator.locks.request = () => Promise.reject(new DOMException('', 'SecurityError'))"
            )
            try await browser.open(site.address("/ticks"))
            try await browser.wait(until: "it ticks") { try Int($0.text("#ticks")) ?? 0 > 1 }
        }
    }
}

/// Pages that lead to each other.
private struct Passages: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var ticks = 0
        var log: [String] = []
        var isA = false
        var isB = false
    }

    enum Message: Codable, Equatable, Sendable {
        case add, go, tick, toggleA, toggleB, openB
        case note(String)
        case save(Saved)
    }

    struct Saved: Codable, Equatable, Sendable {
        var id: Int
        var title: String
        var closest: String
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.every(.milliseconds(200), .tick)] }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add: model.count += 1
        case .go: return .navigate(to: "/third")
        case .tick: model.ticks += 1
        case .toggleA:
            model.isA.toggle()
            model.log.append("A")
        case .toggleB:
            model.isB.toggle()
            model.log.append("B")
        case .openB: model.isB = true
        case .note(let text): model.log.append(text)
        case .save(let saved): model.log.append("\(saved.id):\(saved.title):\(saved.closest)")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        Document("Passages") {
            h1 { "Passages" }
            button("+", .add, .id("plus"))
            button("Go", .go, .id("go"))
            output(.id("count")) { "\(model.count)" }
            output(.id("path")) { page.path }
            for path in ["/", "/second", "/third", "/item/1", "/item/2"] {
                a(.href(page.link(to: path))) { path }
            }
            switch page.path {
            case "/ticks": p(.id("ticks")) { "\(model.ticks)" }
            case "/item/1", "/item/2":
                item(page.path)
                dialog(.id("d")) { input(.id("within"), .ariaLabel("Within"), .autofocus) }
            case "/search": form(.action("/example/second"), .id("f")) { button { "Search" } }
            case "/group": group(model)
            default: p { "Nothing" }
            }
            p(.id("log")) { model.log.joined(separator: " ") }
        }
    }

    private func item(_ path: String) -> Html<Message> {
        form("item", .id("f"), .onSubmit(Message.save)) {
            input(.type(.hidden), .name("id"), .value(path == "/item/1" ? 1 : 2))
            input(.id("title"), .ariaLabel("Title"), .name("title"), .value("of " + path))
            // It hides a function of the form.
            input(.id("closest"), .ariaLabel("Closest"), .name("closest"))
            button(.id("save")) { "Save" }
        }
    }

    private func group(_ model: Model) -> Html<Message> {
        div {
            for (id, isOpen, toggle) in [("a", model.isA, Message.toggleA), ("b", model.isB, .toggleB)] {
                details(.id(id), .attribute("name", "g"), .open(isOpen), .onToggle(toggle)) { summary { id } }
            }
            button("B", .openB, .id("open-b"))
            input(.id("q"), .ariaLabel("Query"), .name("q"), .onInput(Message.note), .debounce(.seconds(30)))
        }
    }
}
