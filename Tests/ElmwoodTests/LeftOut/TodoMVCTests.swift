import Elmwood
import Testing

@testable import ElmwoodExamplePrograms

/// TodoMVC's public specification, from the command line and a browser without script.
@Suite struct TodoMVCTests {
    private func visitor(over transport: Transport, with client: Visitor.Client = .curl) throws -> Visitor {
        var site = Site()
        site.mount(TodoMVC(), at: "/todomvc")
        site.sessionLimits.effectWait = .seconds(15)
        return Visitor(try TestSite(site, over: transport), with: client)
    }

    /// Returns the titles that the page shows, with a tick in front of completed ones.
    private func todos(_ visitor: Visitor) -> [String] {
        let todo =
            /<li(?: data-key="[^"]*")?( class="[^"]*")?[^>]*><div class="view">.*?<label[^>]*>(.*?)<\/label>/
        return visitor.text.matches(of: todo).map { match in
            (match.1?.contains("completed") == true ? "✓ " : "") + match.2
        }
    }

    private func add(_ titles: String..., to visitor: Visitor) async throws {
        for title in titles { try await visitor.post("/todomvc", "form=new-todo&title=\(title)") }
    }

    @Test(arguments: Transport.allCases)
    func `Without todos the page has neither list nor footer`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await visitor.get("/todomvc")
        #expect(visitor.text.contains("class=\"new-todo\""))
        #expect(visitor.text.contains("autofocus"))
        #expect(!visitor.text.contains("class=\"main\""))
        #expect(!visitor.text.contains("class=\"footer\""))
    }

    @Test(arguments: Transport.allCases)
    func `Titles are trimmed, and a title of only white space adds nothing`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await add("+Buy+milk++", "%20%20", "", "%3Cb%3E+%26+%22you%22", to: visitor)
        #expect(todos(visitor) == ["Buy milk", "&lt;b&gt; &amp; &quot;you&quot;"])
        #expect(visitor.text.contains("<strong>2</strong> items left"))
    }

    @Test(arguments: Transport.allCases)
    func `A todo's checkbox completes it and makes it active again, and the count is correct`(transport: Transport)
        async throws
    {
        let visitor = try visitor(over: transport)
        try await add("One", "Two", to: visitor)
        try await visitor.post("/todomvc", "toggle-1=on")
        #expect(todos(visitor) == ["✓ One", "Two"])
        #expect(visitor.text.contains("<strong>1</strong> item left"))
        let rendered = visitor.text.firstMatch(of: /name="rendered" value="([^"]*)"/).map { String($0.1) } ?? ""
        // A browser does not send an unticked box. Together with the rendered boxes, an absent one means that it was unticked.
        try await visitor.post("/todomvc", "toggle-2=on&rendered=\(rendered)")
        #expect(todos(visitor) == ["One", "✓ Two"])
    }

    @Test(arguments: Transport.allCases)
    func `All todos are completed at once, and the checkbox shows whether all are`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await add("One", "Two", to: visitor)
        try await visitor.post("/todomvc", "toggle-all=on")
        #expect(todos(visitor) == ["✓ One", "✓ Two"])
        #expect(visitor.text.contains(/id="toggle-all"[^>]* checked/))
        try await visitor.post("/todomvc", "message=remove(id:1)")
        try await add("Three", to: visitor)
        #expect(!visitor.text.contains(/id="toggle-all"[^>]* checked/))
    }

    @Test(arguments: Transport.allCases)
    func `Completed todos can be cleared, and the button is present only if there are any`(transport: Transport)
        async throws
    {
        let visitor = try visitor(over: transport)
        try await add("One", "Two", to: visitor)
        #expect(!visitor.text.contains("Clear completed"))
        try await visitor.post("/todomvc", "toggle-2=on")
        #expect(visitor.text.contains("Clear completed"))
        try await visitor.post("/todomvc", "message=clearCompleted")
        #expect(todos(visitor) == ["One"])
        try await visitor.post("/todomvc", "message=clearCompleted")
        #expect(visitor.reply.status == 409)
    }

    @Test(arguments: Transport.allCases)
    func `A title is edited, editing is cancelled, and an empty title removes the todo`(transport: Transport)
        async throws
    {
        let visitor = try visitor(over: transport)
        try await add("One", "Two", to: visitor)
        try await visitor.post("/todomvc", "message=edit(id:2)")
        #expect(visitor.text.contains(/class="edit"[^>]* value="Two"/))
        try await visitor.post("/todomvc", "form=edit-2&title=+Second+")
        #expect(todos(visitor) == ["One", "Second"])
        #expect(!visitor.text.contains("class=\"edit\""))
        try await visitor.post("/todomvc", "message=edit(id:1)")
        try await visitor.post("/todomvc", "message=cancelEditing")
        #expect(todos(visitor) == ["One", "Second"])
        try await visitor.post("/todomvc", "message=edit(id:1)")
        try await visitor.post("/todomvc", "form=edit-1&title=++")
        #expect(todos(visitor) == ["Second"])
    }

    @Test(arguments: Transport.allCases)
    func `The list is available in a later session of the same visitor, and to no other visitor`(transport: Transport)
        async throws
    {
        let visitor = try visitor(over: transport)
        try await add("One", to: visitor)
        let cookie = try #require(visitor.reply.cookie("elmwood-visitor"))
        try await add("Two", to: visitor)
        try await visitor.post("/todomvc", "toggle-1=on")
        let later = Visitor(visitor.site)
        try await later.get("/todomvc", headers: [(name: "Cookie", value: "elmwood-visitor=\(cookie)")])
        #expect(todos(later) == ["✓ One", "Two"])
        // A todo that is added then has a new number.
        try await add("Three", to: later)
        #expect(later.text.contains("remove(id:3)"))
        let other = Visitor(visitor.site)
        try await other.get("/todomvc")
        #expect(todos(other) == [])
    }

    @Test(arguments: Transport.allCases)
    func `The filters are addresses, and the current one is marked`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await add("One", "Two", to: visitor)
        try await visitor.post("/todomvc", "toggle-1=on")
        try await visitor.get("/todomvc/active")
        #expect(todos(visitor) == ["Two"])
        #expect(visitor.text.contains("<a href=\"/todomvc/active\" class=\"selected\""))
        try await visitor.get("/todomvc/completed")
        #expect(todos(visitor) == ["✓ One"])
        try await visitor.get("/todomvc/nowhere")
        #expect(visitor.reply.status == 404)
    }

    @Test(arguments: Transport.allCases)
    func `A post from a filtered page is redirected to that page`(transport: Transport) async throws {
        let visitor = try visitor(over: transport, with: .browser)
        try await visitor.post("/todomvc/active", "form=new-todo&title=One")
        #expect(visitor.reply.status == 303)
        #expect(visitor.reply["Location"] == "/todomvc/active")
    }

    @Test(arguments: Transport.allCases)
    func `A button of an outdated page never affects another row`(transport: Transport) async throws {
        let visitor = try visitor(over: transport)
        try await add("One", "Two", "Three", to: visitor)
        try await visitor.post("/todomvc", "message=remove(id:2)")
        try await visitor.post("/todomvc", "message=remove(id:2)")
        #expect(visitor.reply.status == 409)
        try await visitor.post("/todomvc", "toggle-2=on")
        #expect([409, 422].contains(visitor.reply.status))
        // The page of active todos does not show the completed ones, and does not offer their messages.
        try await visitor.post("/todomvc", "toggle-1=on")
        try await visitor.post("/todomvc/active", "message=remove(id:1)")
        #expect(visitor.reply.status == 409)
        try await visitor.get("/todomvc")
        #expect(todos(visitor) == ["✓ One", "Three"])
    }
}
