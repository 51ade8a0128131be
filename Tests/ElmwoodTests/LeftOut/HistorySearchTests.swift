import FoundationEssentials
import Testing

@testable import ElmwoodExamplePrograms
@testable import Elmwood
@testable import ElmwoodHistory

/// The search in turns, and overviews that arrive late.
@Suite struct HistorySearchTests {
    private func visitor() async throws -> Visitor {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
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

    @Test func `A search finds text in messages, origins and commands, and a number finds its turn`() async throws {
        let visitor = try await visitor()
        #expect(try await search("bUTTer", by: visitor) == ["add((title:&quot;Butter&quot;))"])
        #expect(try await search("save", by: visitor).count == 4)
        #expect(visitor.text.contains("4 turns of 5"))
        #expect(try await search("stored", by: visitor) == ["loaded(nil)"])
        #expect(visitor.text.contains("1 turn of 5"))
        #expect(try await search("5", by: visitor) == ["remove(id:2)"])
        #expect(try await search("nothing+of+this+kind", by: visitor).isEmpty)
        #expect(visitor.text.contains("No turn of 5"))
        // A turn that was found can be shown.
        _ = try await search("remove", by: visitor)
        try await visitor.post(panel, "message=show(5)")
        #expect(visitor.reply.status == 303)
        #expect(try await search("", by: visitor).count == 5)
    }

    @Test func `At a page's foot the panel has only the steps and the turns, and a link to the full page`() async throws
    {
        let visitor = try await visitor()
        #expect(visitor.text.contains("<h1>History of TodoMVC</h1>") && !visitor.text.contains(">Full page</a>"))
        try await visitor.get(panel + "?foot")
        #expect(!visitor.text.contains("<h1>") && visitor.text.contains(">Full page</a>"))
        // Without script, a post stays at the foot.
        try await visitor.post(panel + "?foot", "message=step(back)")
        #expect(visitor.reply["Location"] == panel + "?foot")
    }

    @Test func `An overview is ignored if a newer one is shown, or if its query is outdated`() {
        var model = HistoryPanel.Model(visitor: "")
        func overview(_ edition: Int, _ text: String = "") -> HistoryOverview {
            HistoryOverview(
                edition: edition,
                query: HistoryQuery(text: text),
                first: 0,
                isFromStart: true,
                last: edition,
                isAlive: true,
                rows: [],
                older: 0,
                detail: .init(number: edition)
            )
        }
        model.take(overview(2))
        model.take(overview(1))
        #expect(model.overview?.last == 2)
        model.take(overview(3))
        #expect(model.overview?.last == 3)
        model.query.text = "milk"
        model.take(overview(4))
        #expect(model.overview?.last == 3)
        model.take(overview(4, "milk"))
        #expect(model.overview?.last == 4)
        model.take(nil)
        #expect(model.overview == nil)
    }
}
