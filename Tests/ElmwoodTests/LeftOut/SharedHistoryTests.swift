import Elmwood
import ElmwoodTestSupport
import Testing

/// The histories of shared models, as their panels show them.
@Suite struct SharedHistoryTests {
    private let panel = "/elmwood/shared/Wall/north"

    private func site(_ transport: Transport = .inProcess, isOn: Bool = true) throws -> TestSite {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
        site.sessionLimits.deliveryWait = .seconds(50)
        site.share(Wall())
        site.mount(Passer(), at: "/wall")
        site.mount(Passer(key: "a/b ~ü"), at: "/odd")
        return try TestSite(site, over: transport) { $0.history = isOn }
    }

    /// Two visitors write, and the first one opens the panel.
    private func written(on site: TestSite) async throws -> (ada: Visitor, bob: Visitor) {
        let (ada, bob) = (Visitor.returning(to: site), Visitor.returning(to: site))
        try await ada.get("/wall")
        try await ada.click("write(\"one\")", at: "/wall")
        try await bob.get("/wall")
        try await bob.click("write(\"two\")", at: "/wall")
        #expect(bob.text.contains("<output>one two</output>"))
        try await ada.get("/wall")
        try await ada.get(panel)
        return (ada, bob)
    }

    @Test(arguments: Transport.allCases)
    func `The panel lists the turns of a shared model, and from whom each message is`(transport: Transport) async throws
    {
        let (ada, bob) = try await written(on: site(transport))
        #expect(ada.reply.status == 200)
        #expect(ada.text.contains("<h1>History of Wall “north”</h1>"))
        #expect(
            ada.text.contains(
                #"<code class="message">write(&quot;one&quot;)</code><span class="origin">you on /wall</span>"#
            )
        )
        #expect(
            ada.text.contains(#/write\(&quot;two&quot;\)</code><span class="origin">visitor [^<]{8} on /wall</span>/#)
        )
        #expect(ada.text.contains("<dt><code>words[1]</code></dt>"))
        #expect(ada.text.contains("Sender: <code>"))
        try await bob.get(panel)
        #expect(bob.text.contains(#"write(&quot;two&quot;)</code><span class="origin">you on /wall</span>"#))
    }

    @Test func `Looking at an earlier moment changes neither the model nor what others see`() async throws {
        let site = try site()
        let (ada, bob) = try await written(on: site)
        try await ada.click("step(back)", at: panel)
        #expect(ada.text.contains("Wall “north” after turn 1 of 2. The model itself is not changed."))
        #expect(ada.text.contains("<h2>Turn 1</h2>"))
        #expect(!ada.text.contains("Resume here"))
        try await ada.get("/wall")
        #expect(ada.text.contains("<output>one two</output>"))
        try await bob.get(panel)
        #expect(bob.text.contains("Wall “north” as it is, after turn 2."))
        try await bob.click("write(\"one\")", at: "/wall")
        #expect(bob.text.contains("<output>one two one</output>"))
        try await ada.get(panel)
        #expect(ada.text.contains("Wall “north” after turn 1 of 3."))
        try await ada.click("step(first)", at: panel)
        #expect(ada.text.contains("<h2>Start</h2>"))
        try await ada.click("step(forth)", at: panel)
        try await ada.click("step(last)", at: panel)
        #expect(ada.text.contains("<h2>Turn 3</h2>") && ada.text.contains("as it is, after turn 3."))
    }

    @Test func `A visitor's panel links the models that their pages read, and those lead back`() async throws {
        let (ada, _) = try await written(on: site())
        try await ada.get("/elmwood/history/wall")
        #expect(
            ada.text.contains(#"<a href="/elmwood/shared/Wall/north?from=%2Fwall">Wall “north”</a>"#),
            "\(ada.text)"
        )
        #expect(ada.text.contains("<summary><code>Wall.self, &quot;north&quot;</code></summary>"))
        #expect(ada.text.contains("send(write(&quot;one&quot;), to: Wall.self, &quot;north&quot;)"))
        try await ada.get("/elmwood/shared/Wall/north?from=%2Fwall")
        #expect(
            ada.text.contains(#"<a href="/elmwood/history/wall" class="back">History of Passer</a>"#),
            "\(ada.text)"
        )
        try await ada.get("/elmwood/history/wall?foot")
        #expect(ada.text.contains(#"href="/elmwood/shared/Wall/north?from=%2Fwall&amp;foot=""#), "\(ada.text)")
        try await ada.get("/elmwood/shared/Wall/north?from=%2F%2Fexample.org&foot=")
        #expect(!ada.text.contains("example.org"))
    }

    @Test func `A key of any text has a panel, at one address`() async throws {
        let ada = Visitor.returning(to: try site())
        try await ada.get("/odd")
        try await ada.click("write(\"one\")", at: "/odd")
        try await ada.get("/elmwood/shared/Wall/a~2Fb%20~7E%C3%BC")
        #expect(ada.reply.status == 200)
        #expect(ada.text.contains("<h2>Turn 1</h2>"), "\(ada.text)")
        for other in ["Wall/a~2fb", "Wall/a~2", "Wall/~61", "Other/north"] {
            try await ada.get("/elmwood/shared/\(other)")
            #expect(ada.reply.status == 404, "\(other)")
        }
    }

    @Test func `What a shared program sends itself, and its answers, are told apart from visitors' messages`()
        async throws
    {
        let ada = Visitor.returning(to: try site())
        try await ada.get("/wall")
        try await ada.click("underline", at: "/wall")
        try await ada.click("ask(\"two\")", at: "/wall")
        // No request waits for the effects of a shared model.
        try await eventually("the effect's message is listed") {
            try await ada.get(panel)
            return ada.text.contains(
                #"<code class="message">underlined</code><span class="origin">effect underline</span>"#
            )
        }
        try await ada.get("/elmwood/history/wall")
        #expect(
            ada.text.contains(#"<code class="message">told(applied)</code><span class="origin">answer</span>"#),
            "\(ada.text)"
        )
    }

    @Test func `A message that fails is no turn of the model`() async throws {
        let ada = Visitor.returning(to: try site())
        try await ada.get("/wall")
        try await ada.click("write(\"one\")", at: "/wall")
        try await ada.click("ask(\"rude\")", at: "/wall")
        try await ada.get(panel)
        #expect(ada.text.contains("Wall “north” as it is, after turn 1."))
        try await ada.get("/elmwood/history/wall")
        #expect(ada.text.contains("told(failed(&quot;Not on this wall.&quot;))"), "\(ada.text)")
    }

    @Test func `A visitor whose pages do not read a model cannot see its history`() async throws {
        let site = try site()
        _ = try await written(on: site)
        let eve = Visitor.returning(to: site)
        try await eve.get("/odd")
        try await eve.get(panel)
        #expect(eve.reply.status == 200)
        #expect(eve.text.contains("none of your pages reads it"))
        #expect(!eve.text.contains("write("))
        try await eve.post(panel, "message=export")
        #expect(eve.reply.status == 409)
    }

    @Test func `An exported history is shown to whom it is imported by, and to nobody else`() async throws {
        let site = try site(.socket)
        let (ada, bob) = try await written(on: site)
        try await ada.post(panel, "message=export")
        try await ada.get(ada.reply["Location"] ?? "")
        #expect(
            ada.reply["Content-Disposition"]
                == #"attachment; filename="Wall-history.json"; filename*=UTF-8''Wall-history.json"#
        )
        let json = ada.text
        #expect(json.contains(#""program" : "Wall""#) && json.contains(#""message" : "write(\"one\")""#), "\(json)")

        try await bob.click("write(\"one\")", at: "/wall")
        try await bob.get(panel)
        try await bob.attach(json.replacing("one", with: "uno"), to: panel)
        #expect(bob.text.contains("Imported: 2 turns."), "\(bob.text)")
        #expect(bob.text.contains("An imported history of Wall “north”, which only you see, after turn 2."))
        try await bob.click("step(back)", at: panel)
        #expect(bob.text.contains("write(&quot;uno&quot;)"))
        try await bob.get("/wall")
        #expect(bob.text.contains("<output>one two one</output>"))
        try await ada.get(panel)
        #expect(ada.text.contains("Wall “north” as it is, after turn 3.") && !ada.text.contains("uno"))
        try await bob.get(panel)
        try await bob.click("removeImport", at: panel)
        #expect(bob.text.contains("Wall “north” as it is, after turn 3.") && !bob.text.contains("uno"))
        try await bob.attach("{}", to: panel)
        #expect(bob.text.contains("This file is not an exported history."))
    }

    @Test func `Without histories there is no panel of a shared model`() async throws {
        let ada = Visitor.returning(to: try site(isOn: false))
        try await ada.get("/wall")
        try await ada.get(panel)
        #expect(ada.reply.status == 404)
    }
}
