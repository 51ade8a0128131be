import ElmwoodTesting
import FoundationEssentials
import Testing

@testable import ElmwoodConduitExample

/// The pages of Conduit from a visitor's point of view.
@Suite(.timeLimit(.minutes(3))) struct ConduitPageTests {
    private let fixture: ConduitFixture
    private var store: Store { fixture.store }
    private var ada: String { "\(fixture.ada)" }
    private var ben: String { "\(fixture.ben)" }

    /// Makes the database that the tests are about.
    init() async throws { fixture = try await ConduitFixture() }

    private var page: Pages { fixture.pages(.article(fixture.slug)) }

    // MARK: Lists

    @Test(arguments: Script.allCases)
    func `The front page shows ten articles, the newest first, and links to the others`(script: Script) async throws {
        for number in 1...20 {
            let date = Date(timeIntervalSinceNow: Double(number))
            _ = try await store.publish(
                ConduitFixture.article("Number \(number)", tags: ["even"]),
                by: Member(id: fixture.ada),
                at: date
            )
        }
        let test = ProgramTest(fixture.pages(.front), script: script, .loosely)
        test.expect(".article-preview", count: 10)
        test.expect(".article-preview h1", texts: (11...20).reversed().map { "Number \($0)" })
        test.expect(".feed-toggle", "Global Feed")
        test.expect(".page-item", count: 3)
        test.expect(".page-item.active", "1")
        test.expect(".sidebar .tag-pill", texts: "even", "dragons", "training")
        test.click("3")
        test.expectAddress("/?page=3")
        test.expect(".page-item.active", "3")
        test.expect(".article-preview h1", "How to Train")
        test.open("/tag/dragons")
        test.expect(".article-preview", count: 1)
        test.expectNone(".pagination")
        test.open("/tag/none")
        test.expect(".empty-feed-message", "No articles are here... yet.")
        test.open("/?page=x")
        test.expect(".page-item.active", "1")
    }

    @Test(arguments: Script.allCases)
    func `One's feed has the articles of those whom one follows`(script: Script) async throws {
        let test = ProgramTest(fixture.pages(.front), script: script, .loosely, account: ben)
        test.click("Your Feed")
        test.expectAddress("/?feed=following")
        test.expectNone(".article-preview")
        try await fixture.apply(.follow(username: "ada", true), by: fixture.ben)
        test.open("/?feed=following")
        test.expect(".article-preview", count: 1)
        test.expect(".nav-link.active", count: 2)
        // Without an account there is none.
        let other = ProgramTest(fixture.pages(.front), at: "/?feed=following", script: script, .loosely)
        other.expect(".article-preview", count: 1)
        other.expect(".feed-toggle", "Global Feed")
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `A heart in a list makes an article a favorite, and no favorite any more`(
        transport: TestTransport,
        script: Script
    ) async throws {
        let test = ProgramTest(fixture.pages(.front), in: transport, script: script, account: ben)
        test.passOver()
        test.click("Favorite Article")
        let favorite = Change.favorite(slug: fixture.slug, true)
        test.expectCommand(.effect(.change(favorite, by: fixture.ben)))
        test.perform(.change(favorite, by: fixture.ben))
        test.open("/")
        test.passOver()
        test.expect("button.btn-primary", "1")
        test.click("Unfavorite Article")
        test.passOver()
        test.perform(.change(.favorite(slug: fixture.slug, false), by: fixture.ben))
        test.open("/")
        test.passOver()
        test.expect("button.btn-outline-primary", "0")
    }

    @Test func `Who has not signed in is led to where they can`() {
        let test = ProgramTest(fixture.pages(.front), .loosely)
        test.expect("a.btn-outline-primary[href=\"/login\"]", "0")
        test.expectNone(.button)
        test.expect("nav .nav-link", texts: "Home", "Sign in", "Sign up")
    }

    // MARK: Accounts

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `A new account is made, and signed in under a new session id`(transport: TestTransport, script: Script)
        async throws
    {
        let test = ProgramTest(fixture.pages(.front), at: "/register", in: transport, script: script)
        test.passOver()
        test.fill("Username", "clara")
        test.fill("Email", "clara@example.org")
        test.fill("Password", "something long")
        test.within(".auth-page") { test.click("Sign up") }
        var fields = ConduitFixture.fields("clara")
        fields.password = "something long"
        test.expectModel { $0.typed = ["username": "clara", "email": "clara@example.org"] }
        // The client, whose attempts are counted.
        let client = "127.0.0.1"
        test.expectCommand(.effect(.enter(fields, isNew: true, from: client)))
        test.perform(.enter(fields, isNew: true, from: client))
        let clara = fixture.ben + 1
        test.expectMessage(.entered(clara))
        test.expectModel { $0 = .init(client: client, account: clara) }
        test.expectCommands(.renewSession, .identify("\(clara)"), .navigate(to: "/"))
        test.passOver()
        test.expectAddress("/")
        test.expect("nav .nav-link", texts: "Home", "New Article", "Settings", "clara")
    }

    @Test(arguments: Script.allCases)
    func `A wrong password and an unknown address have the same answer, and the address stays`(script: Script) {
        for (email, password) in [("ada@example.org", "wrong"), ("nobody@example.org", ConduitFixture.password)] {
            let test = ProgramTest(fixture.pages(.front), at: "/login", script: script, .loosely)
            test.fill("Email", email)
            test.fill("Password", password)
            test.within(".auth-page") { test.click("Sign in") }
            test.perform()
            test.expect(".error-messages li", "email or password is invalid")
            test.expectField("Email", email)
            test.expectField("Password", "")
            test.expectModel { $0.account = nil }
        }
        #expect(fixture.store.hasher.count == 4)
    }

    @Test func `After ten wrong passwords the right one has to wait`() {
        let test = ProgramTest(fixture.pages(.front), at: "/login", .loosely)
        for _ in 0..<11 {
            test.fill("Email", "ada@example.org")
            test.fill("Password", "wrong")
            test.within(".auth-page") { test.click("Sign in") }
            test.perform()
        }
        test.fill("Email", "ADA@example.org")
        test.fill("Password", ConduitFixture.password)
        test.within(".auth-page") { test.click("Sign in") }
        test.perform()
        test.expect(".error-messages li", "email or password was tried too often: please wait some minutes")
        #expect(fixture.store.hasher.count == 12)
    }

    @Test func `After fifty wrong passwords from one address, all of its attempts have to wait`() async throws {
        func signIn(_ email: String, _ password: String, from client: String) async throws -> Int {
            try await store.signIn(AccountFields(email: email, password: password), from: client)
        }
        for number in 0..<50 {
            await #expect(throws: Refusal(errors: ["email or password": ["is invalid"]])) {
                try await signIn("\(number)@example.org", "wrong", from: "192.0.2.7")
            }
        }
        let wait = Refusal(errors: ["email or password": ["was tried too often: please wait some minutes"]])
        await #expect(throws: wait) { try await signIn("ada@example.org", ConduitFixture.password, from: "192.0.2.7") }
        #expect(try await signIn("ada@example.org", ConduitFixture.password, from: "192.0.2.8") == fixture.ada)
    }

    @Test(arguments: Script.allCases)
    func `What is taken or missing is said, each in one sentence`(script: Script) {
        let test = ProgramTest(fixture.pages(.front), at: "/register", script: script, .loosely)
        test.fill("Username", "ada")
        test.fill("Email", "new@example.org")
        test.fill("Password", "something long")
        test.within(".auth-page") { test.click("Sign up") }
        test.perform()
        test.expect(".error-messages li", "username has already been taken")
        test.expectField("Username", "ada")
        test.fill("Username", "a/b")
        test.fill("Email", "")
        test.fill("Password", "short")
        test.within(".auth-page") { test.click("Sign up") }
        test.perform()
        test.expect(
            ".error-messages li",
            texts: "email can't be blank",
            "password has 8 to 200 characters",
            "username has 1 to 40 letters, digits, dots, - or _"
        )
    }

    @Test(arguments: Script.allCases)
    func `Settings are saved, and another password ends the other sessions`(script: Script) async throws {
        let test = ProgramTest(fixture.pages(.front), at: "/settings", script: script, .loosely, account: ada)
        test.expectField("Your Name", "ada")
        test.fill("Short bio about you", "I train dragons.")
        test.fill("New Password", "another long one")
        test.click("Update Settings")
        test.perform()
        test.expectCommand(.endSessions(of: ada))
        test.expectCommand(.leave(to: "/profile/ada"))
        let user = try #require(await UserByID(id: fixture.ada).value(from: store))
        #expect(user.bio == "I train dragons." && user.stamp == 1)
        let signIn = AccountFields(email: "ada@example.org", password: "another long one")
        #expect(try await store.signIn(signIn, from: nil) == fixture.ada)
    }

    @Test(arguments: Script.allCases)
    func `Signing out ends the session, and settings lead to the sign-in`(script: Script) {
        let test = ProgramTest(fixture.pages(.front), at: "/settings", script: script, .loosely, account: ada)
        test.click("Or click here to logout.")
        test.expectCommand(.endSession)
        test.expectAddress("/")
        test.expect("nav .nav-link", texts: "Home", "Sign in", "Sign up")
        test.open("/settings")
        test.expectAddress("/login")
    }

    // MARK: An article

    @Test(arguments: Script.allCases)
    func `An article is shown with its Markdown, its author and its tags`(script: Script) {
        let test = ProgramTest(page, script: script, .loosely)
        test.expect(".banner h1", "How to Train")
        test.expect(".article-content h1", "Very")
        test.expect(".article-content li strong", "carefully")
        test.expect(".tag-list li", texts: "dragons", "training")
        test.expectView(text: "to add comments on this article.")
        test.expectNone("textarea")
        test.expectNone(.button)
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `A comment is added, and only its author can delete it`(transport: TestTransport, script: Script) async throws
    {
        let test = ProgramTest(page, in: transport, script: script, .loosely, account: ben)
        test.fill("Write a comment...", "I *like* it.")
        test.click("Post Comment")
        test.perform(.comment("I *like* it.", on: fixture.slug, by: fixture.ben))
        let comment = try #require(await fixture.comments.first)
        test.open("/")
        test.expect(".card .card-block em", "like")
        test.expectField("Write a comment...", "")
        let delete = Change.deleteComment(comment.id, on: fixture.slug)
        let other = ProgramTest(page, in: transport, script: script, .loosely, account: ada)
        other.expectNone(".mod-options")
        other.expectNotOffered(.change(delete, by: fixture.ben), .change(delete, by: fixture.ada))
        test.click("Delete comment")
        test.perform(.change(delete, by: fixture.ben))
        test.open("/")
        test.expectNone(".mod-options")
        #expect(try await fixture.comments.isEmpty)
    }

    @Test(arguments: [TestTransport.process, .http])
    func `A new comment appears at once for who reads the article`(transport: TestTransport) {
        let visitors = Visitors(of: page, in: transport, .loosely)
        let reader = visitors.enter("reader")
        let writer = visitors.enter("writer", account: ben)
        reader.expectNone(".card")
        writer.fill("Write a comment...", "Hello")
        writer.click("Post Comment")
        writer.perform(.comment("Hello", on: fixture.slug, by: fixture.ben))
        reader.expect(".card .card-block", "Hello")
        writer.expect(".card .card-block p", "Hello")
    }

    @Test func `A draft of a comment stays, and comes back if it could not be stored`() {
        let test = ProgramTest(page, .loosely, account: ben)
        test.fill("Write a comment...", "Half a")
        test.advance(by: .milliseconds(400))
        test.restart()
        test.expectField("Write a comment...", "Half a")
        test.fill("Write a comment...", "Half a sentence")
        test.click("Post Comment")
        test.expectField("Write a comment...", "")
        test.resolve(.comment("Half a sentence", on: fixture.slug, by: fixture.ben), throwing: CancellationError())
        test.expectField("Write a comment...", "Half a sentence")
        test.expect(".error-messages li", "That did not work. Please try again.")
    }

    @Test func `A comment is stored though the process ends, and once`() async throws {
        let test = ProgramTest(page, .loosely, account: ben)
        test.fill("Write a comment...", "Hello")
        test.click("Post Comment")
        let comment = Pages.Effect.comment("Hello", on: fixture.slug, by: fixture.ben)
        test.expectCommand(.effect(comment, durable: true))
        test.restart()
        test.perform(comment, again: true)
        #expect(try await fixture.comments.map(\.body) == ["Hello"])
        let ben = Member(id: fixture.ben)
        let first = try await store.comment("Twice", on: fixture.slug, by: ben, as: "attempt")
        #expect(try await store.comment("Twice", on: fixture.slug, by: ben, as: "attempt") == first)
        #expect(try await fixture.comments.map(\.body) == ["Twice", "Hello"])
    }

    @Test(arguments: Script.allCases)
    func `An author is followed from an article, and an article favorited, without a reload`(script: Script)
        async throws
    {
        let test = ProgramTest(page, script: script, .loosely, account: ben)
        test.within(".banner") { test.click("Follow ada") }
        test.perform(.change(.follow(username: "ada", true), by: fixture.ben))
        test.within(".banner") { test.click("Favorite Article (0)") }
        test.perform(.change(.favorite(slug: fixture.slug, true), by: fixture.ben))
        if script == .off { test.open("/") }
        test.expect(".banner .btn-secondary", "Unfollow ada")
        test.expect(".banner .btn-primary", "Unfavorite Article (1)")
        let article = try #require(await fixture.article(for: fixture.ben))
        #expect(article.favorited && article.favoritesCount == 1 && article.author.following)
    }

    @Test(arguments: Script.allCases)
    func `Only its author is offered to edit and delete an article`(script: Script) async throws {
        let delete = Change.deleteArticle(slug: fixture.slug)
        let other = ProgramTest(page, script: script, .loosely, account: ben)
        other.expectNotOffered(.change(delete, by: fixture.ben), .change(delete, by: fixture.ada))
        other.expectNone("a[href=\"/editor/how-to-train\"]")
        let test = ProgramTest(page, script: script, .loosely, account: ada)
        test.expect("a[href=\"/editor/how-to-train\"]", count: 2)
        test.within(".banner") { test.click("Delete Article") }
        test.perform(.change(delete, by: fixture.ada))
        test.expectCommand(.leave(to: "/"))
        #expect(try await fixture.article() == nil)
    }

    @Test(arguments: ["none", "how-to-train/more"], Script.allCases)
    func `Other addresses are not found`(slug: String, script: Script) {
        let parts = slug.split(separator: "/").map(String.init)
        let page = fixture.pages(.article(parts[0]))
        ProgramTest(page, at: parts.count > 1 ? "/\(parts[1])" : "/", script: script).expectFailure(NotFound())
        ProgramTest(fixture.pages(.profile("nobody")), script: script).expectFailure(NotFound())
        ProgramTest(fixture.pages(.front), at: "/nowhere", script: script).expectFailure(NotFound())
    }

    // MARK: An author

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `An author is shown with their articles and favorites, and can be followed`(
        transport: TestTransport,
        script: Script
    ) async throws {
        try await fixture.apply(.favorite(slug: fixture.slug, true), by: fixture.ben)
        let profile = fixture.pages(.profile("ada"))
        let test = ProgramTest(profile, in: transport, script: script, .loosely, account: ben)
        test.expect(".user-info h1", "ada")
        test.expect("img.user-img[src=\"/default-avatar.svg\"]", count: 1)
        test.expect(".article-preview", count: 1)
        test.click("Favorited Articles")
        test.expectAddress("/favorites")
        test.expect(".empty-feed-message", count: 1)
        test.click("Follow ada")
        test.perform(.change(.follow(username: "ada", true), by: fixture.ben))
        test.open("/")
        test.expect(".user-info .btn", "Unfollow ada")
    }

    @Test func `One's own profile leads to the settings`() async throws {
        try await fixture.apply(.favorite(slug: fixture.slug, true), by: fixture.ben)
        let test = ProgramTest(fixture.pages(.profile("ben")), at: "/favorites", .loosely, account: ben)
        test.expect(".article-preview h1", "How to Train")
        test.expect("a[href=\"/settings\"].btn", "Edit Profile Settings")
    }
}
