import FoundationEssentials
import Testing

@testable import ElmwoodCounterExample
@testable import Elmwood
@testable import ElmwoodTodoMVCExample

@Suite("Turns that are looked for, and looks that come late") struct HistorySearchTests {
    private func visitor() async throws -> Visitor {
        var site = Site()
        site.sessionLimits.settlingTime = .seconds(50)
        site.mount(TodoMVC(), at: "/")
        let visitor = Visitor(try TestSite(site, over: .inProcess) { $0.history = true }, with: .browser)
        visitor.keepsLastingCookie = true
        for title in ["Milk", "Bread", "Butter"] { try await visitor.post("/", "form=new-todo&title=\(title)") }
        try await visitor.post("/", "message=remove(id:2)")
        try await visitor.get(panel)
        return visitor
    }

    private let panel = "/elmwood/history"

    private func search(_ text: String, by visitor: Visitor) async throws -> [String] {
        try await visitor.post(panel, "form=search&text=\(text)")
        #expect(visitor.reply.status == 303, "\(visitor.text)")
        try await visitor.get(panel)
        return visitor.text.matches(of: /<code class="message">([^<]*)<\/code><span/).map { String($0.1) }
    }

    @Test("a text is looked for in messages, where they came from, and what commands are called; a number is a turn's")
    func finds() async throws {
        let visitor = try await visitor()
        #expect(try await search("bUTTer", by: visitor) == ["add((title:&quot;Butter&quot;))"])
        #expect(try await search("save", by: visitor).count == 4)
        #expect(visitor.text.contains("4 turns of 5"))
        #expect(try await search("stored", by: visitor) == ["loaded(nil)"])
        #expect(visitor.text.contains("1 turn of 5"))
        #expect(try await search("5", by: visitor) == ["remove(id:2)"])
        #expect(try await search("nothing+of+this+kind", by: visitor).isEmpty)
        #expect(visitor.text.contains("No turn of 5"))
        // One that is found can be gone to.
        _ = try await search("remove", by: visitor)
        try await visitor.post(panel, "message=show(5)")
        #expect(visitor.reply.status == 303)
        #expect(try await search("", by: visitor).count == 5)
    }

    @Test("at a page's foot there are the steps and the turns alone, and the way to a page of their own")
    func foot() async throws {
        let visitor = try await visitor()
        #expect(visitor.text.contains("<h1>History of TodoMVC</h1>") && !visitor.text.contains(">Full page</a>"))
        try await visitor.get(panel + "?foot")
        #expect(!visitor.text.contains("<h1>") && visitor.text.contains(">Full page</a>"))
        // Without script one stays there.
        try await visitor.post(panel + "?foot", "message=step(back)")
        #expect(visitor.reply["Location"] == panel + "?foot")
    }

    @Test("a look that comes after a newer one, or after another text was asked for, is passed over")
    func lateLooks() {
        var model = HistoryPanel.Model(visitor: "")
        func look(_ edition: Int, _ text: String = "") -> HistoryLook {
            HistoryLook(
                edition: edition,
                wish: HistoryWish(text: text),
                first: 0,
                isFromStart: true,
                last: edition,
                isAlive: true,
                rows: [],
                older: 0,
                detail: .init(number: edition)
            )
        }
        model.take(look(2))
        model.take(look(1))
        #expect(model.look?.last == 2)
        model.take(look(3))
        #expect(model.look?.last == 3)
        model.wish.text = "milk"
        model.take(look(4))
        #expect(model.look?.last == 3)
        model.take(look(4, "milk"))
        #expect(model.look?.last == 4)
        model.take(nil)
        #expect(model.look == nil)
    }
}
