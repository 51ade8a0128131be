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
            fixture.pages(.editor(nil)),
            in: transport,
            script: script,
            .loosely,
            account: ben
        )
        test.fill("Article Title", "Second Try")
        test.fill("What's this article about?", "About")
        test.fill("Write your article (in markdown)", "Text")
        test.fill("Enter tags", "one two")
        test.click("Add Tag")
        test.expect(".tag-pill", count: 2)
        test.expectField("Enter tags", "")
        test.expectField("Article Title", "Second Try")
        test.click("Remove one")
        test.expect(".tag-pill", "two")
        test.click("Publish Article")
        let fields = ArticleFields(title: "Second Try", description: "About", body: "Text", tagList: ["two"])
        #expect(test.expectEffect() == .publish(fields, over: nil, by: fixture.ben))
    }

    @Test func `A published article is shown at its address, which differs from that of others`() async throws {
        let fields = ConduitFixture.article("How to train!")
        let test = ProgramTest(fixture.pages(.editor(nil)), .loosely, account: ben)
        test.fill("Article Title", "How to train!")
        test.fill("What's this article about?", "Ever wonder?")
        test.fill("Write your article (in markdown)", fields.body ?? "")
        test.click("Publish Article")
        test.perform()
        let list = try await SelectedArticles(author: "ben").value(from: store)
        let slug = try #require(list.articles.first?.slug)
        #expect(slug.hasPrefix("how-to-train-") && slug != fixture.slug)
        test.expectCommand(.leave(to: "/article/\(slug)"))
    }

    @Test func `What is half typed stays at each address`() {
        let test = ProgramTest(fixture.pages(.editor(fixture.slug)), .loosely, account: ada)
        test.expectField("Article Title", "How to Train")
        test.fill("Article Title", "How to")
        test.advance(by: .milliseconds(400))
        test.restart()
        test.expectField("Article Title", "How to")
        test.expectField("Write your article (in markdown)", "# Very\n\n- **carefully**")
        test.expect(".tag-pill", texts: "dragons", "training")
    }

    @Test(arguments: Script.allCases)
    func `An article of one's own is changed, and what is missing is said`(script: Script)
        async throws
    {
        let test = ProgramTest(fixture.pages(.editor(fixture.slug)), script: script, .loosely, account: ada)
        test.fill("Article Title", " ")
        test.click("Publish Article")
        test.perform()
        test.expect(".error-messages li", "title can't be blank")
        test.expectField("Article Title", " ")
        test.fill("Article Title", "How to Train Well")
        test.click("Publish Article")
        test.perform()
        test.expectCommand(.leave(to: "/article/how-to-train-well"))
        #expect(try await fixture.article()?.title == "How to Train Well")
    }

    @Test(arguments: Script.allCases)
    func `An article is found by its former addresses, where nothing that is open or half typed is lost`(script: Script)
        async throws
    {
        let visitors = Visitors(of: fixture.pages(.article(fixture.slug)), script: script, .loosely)
        let reader = visitors.enter("reader", account: ben)
        reader.fill("Write a comment...", "Half a")
        let editor = ProgramTest(fixture.pages(.editor(fixture.slug)), script: script, .loosely, account: ada)
        editor.fill("What's this article about?", "Another")
        let fields = ArticleFields(title: "How to Ride")
        let slug = try await store.publish(fields, over: fixture.slug, by: Member(id: fixture.ada))
        #expect(slug == "how-to-ride")
        // A page that is open at the former address can still be used.
        reader.fill("Write a comment...", "Half a sentence")
        reader.click("Post Comment")
        reader.perform(.comment("Half a sentence", on: fixture.slug, by: fixture.ben))
        reader.open("/")
        reader.expect(".banner h1", "How to Ride")
        reader.expect("link[rel=\"canonical\"][href=\"/article/how-to-ride\"]", count: 1)
        reader.expect(".card .card-block p", "Half a sentence")
        #expect(try await CommentsOnArticle(slug: slug).value(from: store).count == 1)
        // So does the editor.
        editor.expectField("What's this article about?", "Another")
        editor.fill("Article Title", "How to Fly")
        editor.click("Publish Article")
        editor.perform()
        editor.expectCommand(.leave(to: "/article/how-to-fly"))
        let article = try #require(await fixture.article())
        #expect(article.slug == "how-to-fly" && article.description == "Another")
        // No other article has a former address of this one, and it can have that again.
        let other = try await store.publish(ConduitFixture.article("How to Ride"), by: Member(id: fixture.ben))
        #expect(other.hasPrefix("how-to-ride-"))
        #expect(try await store.publish(fields, over: slug, by: Member(id: fixture.ada)) == slug)
        // One that has gone takes its addresses with it.
        try await fixture.apply(.deleteArticle(slug: fixture.slug), by: fixture.ada)
        for former in [fixture.slug, slug] {
            #expect(try await ArticleBySlug(slug: former).value(from: store) == nil)
        }
    }

    @Test func `An open page at a former address shows what is commented and changed at the present one`() async throws
    {
        let visitors = Visitors(of: fixture.pages(.article(fixture.slug)), .loosely)
        let reader = visitors.enter("reader")
        let writer = visitors.enter("writer", account: ben)
        _ = try await store.publish(ArticleFields(title: "New"), over: fixture.slug, by: Member(id: fixture.ada))
        writer.within(".banner") { writer.click("Favorite Article (0)") }
        writer.perform()
        reader.expect(".banner h1", "New")
        reader.expect(".banner .btn-outline-primary", "Favorite Article (1)")
    }

    @Test(arguments: Script.allCases)
    func `Nobody else can edit an article, and nobody without an account`(script: Script) {
        let editor = fixture.pages(.editor(fixture.slug))
        ProgramTest(editor, script: script, .loosely, account: ben).expectFailure(NotFound())
        let test = ProgramTest(fixture.pages(.editor(nil)), script: script, .loosely)
        test.expectCommand(.leave(to: "/login"))
    }
}
