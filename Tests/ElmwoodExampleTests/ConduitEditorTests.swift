import ElmwoodTesting
import Testing

@testable import ElmwoodConduitExample

/// The editor of Conduit's articles from an author's point of view.
@Suite(.timeLimit(.minutes(3))) struct ConduitEditorTests {
    private let fixture: ConduitFixture
    private var store: Store { fixture.store }
    private var ada: String { "\(fixture.ada)" }
    private var ben: String { "\(fixture.ben)" }

    /// Makes the database that the tests are about.
    init() async throws { fixture = try await ConduitFixture() }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `An article is published with its tags`(transport: TestTransport, script: Script) async throws {
        let test = ProgramTest(
            EditorPage(slug: nil, store: store),
            in: transport,
            script: script,
            .loosely,
            account: ben
        )
        test.fill("Article Title", "Second Try")
        test.fill("What's this article about?", "About")
        test.fill("Body", "Text")
        test.fill("Enter tags", "one two")
        test.click("Add Tag")
        test.expect(".tag-pill", count: 2)
        test.expectField("Enter tags", "")
        test.expectField("Article Title", "Second Try")
        test.click("Remove one")
        test.expect(".tag-pill", "two")
        test.click("Publish Article")
        let fields = ArticleFields(title: "Second Try", description: "About", body: "Text", tagList: ["two"])
        #expect(test.expectEffect() == .publish(fields, by: fixture.ben))
    }

    @Test func `A published article is shown at its address, which differs from that of others`() async throws {
        let fields = ConduitFixture.article("How to train!")
        let test = ProgramTest(EditorPage(slug: nil, store: store), .loosely, account: ben)
        test.fill("Article Title", "How to train!")
        test.fill("What's this article about?", "Ever wonder?")
        test.fill("Body", fields.body ?? "")
        test.click("Publish Article")
        test.perform()
        let list = try await SelectedArticles(author: "ben").value(from: store)
        let slug = try #require(list.articles.first?.slug)
        #expect(slug.hasPrefix("how-to-train-") && slug != fixture.slug)
        test.expectCommand(.leave(to: "/article/\(slug)"))
    }

    @Test func `What is half typed stays at each address`() {
        let test = ProgramTest(EditorPage(slug: fixture.slug, store: store), .loosely, account: ada)
        test.expectField("Article Title", "How to Train")
        test.fill("Article Title", "How to")
        test.advance(by: .milliseconds(400))
        test.restart()
        test.expectField("Article Title", "How to")
        test.expectField("Body", "# Very\n\n- **carefully**")
        test.expect(".tag-pill", texts: "dragons", "training")
    }

    @Test(arguments: Script.allCases)
    func `An article of one's own is changed at the same address, and what is missing is said`(script: Script)
        async throws
    {
        let test = ProgramTest(EditorPage(slug: fixture.slug, store: store), script: script, .loosely, account: ada)
        test.fill("Article Title", " ")
        test.click("Publish Article")
        test.perform()
        test.expect(".error-messages li", "title can't be blank")
        test.expectField("Article Title", " ")
        test.fill("Article Title", "How to Train Well")
        test.click("Publish Article")
        test.perform()
        test.expectCommand(.leave(to: "/article/how-to-train"))
        #expect(try await fixture.article()?.title == "How to Train Well")
    }

    @Test(arguments: Script.allCases)
    func `Nobody else can edit an article, and nobody without an account`(script: Script) {
        let editor = EditorPage(slug: fixture.slug, store: store)
        ProgramTest(editor, script: script, .loosely, account: ben).expectFailure(NotFound())
        let test = ProgramTest(EditorPage(slug: nil, store: store), script: script, .loosely)
        test.expectCommand(.leave(to: "/login"))
    }
}
