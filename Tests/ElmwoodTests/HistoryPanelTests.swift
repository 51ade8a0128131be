import Elmwood
import Testing

@testable import ElmwoodExamplePrograms

/// The panel of the history, as HTML and without script.
@Suite struct HistoryPanelTests {
    private func site(_ transport: Transport = .inProcess, isOn: Bool = true) throws -> TestSite {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(Counter(slowness: .zero), at: "/counter")
        site.mount(TodoMVC(), at: "/todomvc")
        site.mount(Registration(), at: "/registration")
        return try TestSite(site, over: transport) { $0.history = isOn }
    }

    private func visitor(_ site: TestSite, with client: Visitor.Client = .browser) -> Visitor {
        let visitor = Visitor(site, with: client)
        visitor.keepsLastingCookie = true
        return visitor
    }

    /// Posts a message of the page, and loads the page.
    private func click(_ message: String, at address: String, by visitor: Visitor) async throws {
        let escaped = message.replacing("+", with: "%2B")
        try await visitor.post(address, "message=\(escaped)")
        #expect(visitor.reply.status == 303, "\(visitor.text)")
        try await visitor.get(visitor.reply["Location"] ?? "")
    }

    private let panel = "/elmwood/history/counter"

    @Test(arguments: Transport.allCases)
    func `The panel lists the turns, with the changes and commands of each`(transport: Transport) async throws {
        let visitor = visitor(try site(transport))
        try await visitor.get("/counter")
        try await click("increment", at: "/counter", by: visitor)
        try await click("increment", at: "/counter", by: visitor)
        try await visitor.get(panel)
        #expect(visitor.reply.status == 200)
        #expect(visitor.text.contains("<title>History of Counter</title>"))
        #expect(visitor.text.contains(#"<h2>Turn 2</h2>"#))
        #expect(visitor.text.contains(#"<code class="message">increment</code><span class="origin">visitor</span>"#))
        #expect(
            visitor.text.contains(
                "<dt><code>count</code></dt><dd><del><code>1</code></del><ins><code>2</code></ins></dd>"
            )
        )
        #expect(visitor.text.contains("The pages show what is, after turn 2."))
    }

    @Test func `If the panel steps back, the program's pages show that moment, and refuse posts`() async throws {
        let visitor = visitor(try site())
        try await visitor.get("/counter")
        for _ in 0..<3 { try await click("increment", at: "/counter", by: visitor) }
        try await visitor.get(panel)
        try await click("step(back)", at: panel, by: visitor)
        #expect(visitor.text.contains("The pages show the moment after turn 2 of 3, and stand still"))
        #expect(visitor.text.contains("<h2>Turn 2</h2>"))
        try await visitor.get("/counter")
        #expect(visitor.text.contains(">2</output>"))
        #expect(visitor.text.contains(#"id="elmwood-foot" data-paused"#))
        try await visitor.post("/counter", "message=increment")
        #expect(visitor.reply.status == 409)
        #expect(visitor.text.contains(#"<a href="/elmwood/history/counter">Go to the history</a>"#))
        #expect(
            visitor.text.contains("The page shows an earlier moment of its history. Resume it in the history first.")
        )
        try await click("step(first)", at: panel, by: visitor)
        try await visitor.get("/counter")
        #expect(visitor.text.contains(">0</output>"))
        try await click("step(forth)", at: panel, by: visitor)
        try await click("showLatest", at: panel, by: visitor)
        #expect(visitor.text.contains("The pages show what is, after turn 3."))
        try await click("increment", at: "/counter", by: visitor)
        #expect(visitor.text.contains(">4</output>") && !visitor.text.contains("data-paused"))
    }

    @Test func `The list can show any turn, and at the last one the program continues without resuming`() async throws {
        let visitor = visitor(try site())
        try await visitor.get("/counter")
        for _ in 0..<3 { try await click("increment", at: "/counter", by: visitor) }
        try await visitor.get(panel)
        try await click("show(1)", at: panel, by: visitor)
        try await visitor.get("/counter")
        #expect(visitor.text.contains(">1</output>"))
        try await click("step(last)", at: panel, by: visitor)
        try await click("increment", at: "/counter", by: visitor)
        #expect(visitor.text.contains(">4</output>"))
    }

    @Test func `Resuming at a moment continues from there, and removes later turns`() async throws {
        let visitor = visitor(try site())
        try await visitor.get("/counter")
        for _ in 0..<3 { try await click("increment", at: "/counter", by: visitor) }
        try await visitor.get(panel)
        try await click("show(1)", at: panel, by: visitor)
        try await click("resume", at: panel, by: visitor)
        #expect(visitor.text.contains("The pages show what is, after turn 1."))
        try await click("increment", at: "/counter", by: visitor)
        #expect(visitor.text.contains(">2</output>"))
        try await visitor.get(panel)
        #expect(visitor.text.contains("The pages show what is, after turn 2."))
    }

    @Test func `A visitor cannot see another visitor's history`() async throws {
        let site = try site()
        let ada = visitor(site)
        let bob = visitor(site)
        for visitor in [ada, bob] { try await visitor.get("/counter") }
        #expect(ada.lastingCookie != nil && ada.lastingCookie != bob.lastingCookie)
        try await click("increment", at: "/counter", by: ada)
        try await bob.get(panel)
        #expect(bob.text.contains("Nothing has happened yet."))
        try await ada.get(panel)
        #expect(ada.text.contains("<h2>Turn 1</h2>"))
        #expect(!ada.text.contains(ada.lastingCookie ?? "-"))
    }

    @Test func `An exported history can be imported by another visitor, without the turns that do not decode`()
        async throws
    {
        let site = try site(.socket)
        let ada = visitor(site)
        try await ada.get("/counter")
        for _ in 0..<3 { try await click("increment", at: "/counter", by: ada) }
        try await ada.get(panel)
        try await ada.post(panel, "message=export")
        try await ada.get(ada.reply["Location"] ?? "")
        #expect(
            ada.reply["Content-Disposition"]
                == #"attachment; filename="Counter-history.json"; filename*=UTF-8''Counter-history.json"#
        )
        let json = ada.text
        #expect(json.contains(#""format" : "elmwood history 1""#))

        let bob = visitor(site)
        try await bob.get(panel)
        try await bob.attach(json, to: panel)
        #expect(bob.text.contains("Imported: 3 turns."))
        try await bob.get("/counter")
        #expect(bob.text.contains(">3</output>"))
        try await click("increment", at: "/counter", by: bob)
        #expect(bob.text.contains(">4</output>"))
        try await bob.attach(
            json.replacing(#""message" : "increment""#, with: #""message" : "double""#),
            to: panel
        )
        #expect(bob.text.contains("What no longer decodes was left out:"))
        #expect(bob.text.contains("<li>Turn 2: The message double does not decode: Message has no case double.</li>"))
        try await bob.attach("{}", to: panel)
        #expect(bob.text.contains("This file is not an exported history."))
        // A history of another program, whose models cannot be decoded here.
        try await bob.post(panel, "form=search&text=double")
        try await bob.attach(
            json.replacing(#""program" : "Counter""#, with: #""program" : "Door""#).replacing("count", with: "opened"),
            to: panel
        )
        #expect(bob.text.contains("No model of this file decodes, so there is nothing to go on from."))
        #expect(bob.text.contains("<li>Turn 0: This is a history of Door, not of Counter.</li>"))
        #expect(!bob.text.contains("No turn of"))
    }

    @Test func `A history is imported only from this machine, and not through a proxy`() async throws {
        let site = try site(.socket)
        let ada = visitor(site)
        try await ada.get(panel)
        for header in ["X-Forwarded-For", "Forwarded"] {
            try await ada.post(
                panel,
                ImportForm.body(of: "{}"),
                headers: [(name: header, value: "192.0.2.1"), (name: "Content-Type", value: ImportForm.type)]
            )
            #expect(ada.reply.status == 403)
            #expect(ada.text.contains("A history is imported only from the machine that the site runs on."))
        }
        // In the process, the address of the client is unknown.
        let unknown = visitor(try self.site(.inProcess))
        try await unknown.get(panel)
        #expect(unknown.reply.status == 200)
        // Meanwhile an import from here is read.
        try await ada.attach("{}", to: panel)
        #expect(ada.text.contains("This file is not an exported history."))
    }

    @Test func `An import whose next id is the largest number is refused, and the site still answers`() async throws {
        let site = try site(.socket)
        let (ada, bob) = (visitor(site), visitor(site))
        try await ada.get("/todomvc")
        try await ada.post("/todomvc", "form=new-todo&title=Milk")
        let panel = "/elmwood/history/todomvc"
        try await ada.get(panel)
        try await ada.post(panel, "message=export")
        try await ada.get(ada.reply["Location"] ?? "")
        let json = ada.text
        let hostile = json.replacing(/"nextID" : \d+/, with: "\"nextID\" : \(Int.max)")
        #expect(hostile != json)
        try await ada.get(panel)
        try await ada.post(
            panel,
            ImportForm.body(of: hostile),
            headers: [(name: "Content-Type", value: ImportForm.type)]
        )
        try await ada.get(panel)
        #expect(ada.text.contains("is too large for a program to count on from it."))
        try await bob.post("/todomvc", "form=new-todo&title=Bread")
        #expect(bob.reply.status == 303)
    }

    @Test func `One page links the histories of all programs`() async throws {
        let visitor = visitor(try site())
        try await visitor.get("/elmwood/history")
        #expect(visitor.reply.status == 200)
        for base in ["/counter", "/todomvc", "/registration"] {
            #expect(visitor.text.contains("href=\"/elmwood/history\(base)\""))
        }
        for path in ["/elmwood/history/nothing", "/elmwood/history/counter/more"] {
            try await visitor.get(path)
            #expect(visitor.reply.status == 404)
        }
    }

    @Test func `A program's page has the history at its foot, and the panel does not`() async throws {
        let visitor = visitor(try site())
        try await visitor.get("/counter")
        #expect(
            visitor.text.hasSuffix(
                #"<details data-elmwood id="elmwood-foot"><summary>History</summary><iframe title="History" "#
                    + #"src="/elmwood/history/counter?foot" loading="lazy"></iframe></details></body></html>"#
            )
        )
        #expect(visitor.text.contains(#"<link data-elmwood rel="stylesheet" href="/elmwood/history-foot.css">"#))
        let policy = try #require(visitor.reply["Content-Security-Policy"])
        #expect(policy.contains("frame-ancestors 'self'") && policy.contains("frame-src 'self'"))
        for path in [panel, "/elmwood/history"] {
            try await visitor.get(path)
            #expect(!visitor.text.contains("elmwood-foot"))
        }
        for path in ["/elmwood/history.css", "/elmwood/history-foot.css"] {
            try await visitor.get(path)
            #expect(visitor.reply.status == 200 && visitor.reply["Content-Type"] == "text/css; charset=utf-8")
        }
    }

    @Test(arguments: Transport.allCases)
    func `If the history is off, no page and no address of it exists`(transport: Transport) async throws {
        let visitor = visitor(try site(transport, isOn: false))
        try await visitor.get("/counter")
        #expect(
            !visitor.text.contains("details") && !visitor.text.contains("iframe") && !visitor.text.contains("history")
        )
        #expect(visitor.lastingCookie == nil)
        let policy = try #require(visitor.reply["Content-Security-Policy"])
        #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("frame-src"))
        for path in [
            "/elmwood/history", panel, "/elmwood/history.css", "/elmwood/history-foot.css", "/elmwood/history/todomvc",
        ] {
            try await visitor.get(path)
            #expect(visitor.reply.status == 404, "\(path)")
        }
    }
}
