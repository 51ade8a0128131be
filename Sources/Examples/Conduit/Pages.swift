import Elmwood

/// The pages of the site. The program is mounted at each kind of address, and has a model of its own at each of them: a visitor has a draft
/// of a comment on each article, and a half-typed article in each editor.
struct Pages: Program {
    /// What the pages at an address are about.
    enum Subject: Sendable {
        /// Lists of articles, and one's account: `/`, `/tag/{tag}`, `/login`, `/register` and `/settings`.
        case front
        /// An article, by a slug that it has or has had.
        case article(String)
        /// The form that publishes an article, or changes one.
        case editor(String?)
        /// An author with their articles, and at `/favorites` below it those that they like.
        case profile(String)
    }

    struct Model: Codable, Equatable, Sendable {
        /// The client's address when the session began, by which attempts to sign in are counted.
        var client: String?
        var account: Int?
        /// What was typed and is not stored yet, by the names of the fields. It never contains a password: models are stored.
        var typed: [String: String] = [:]
        /// The tags of the article that is edited; nil as long as they were not changed.
        var tags: [String]?
    }

    /// The fields of the editor, and the value of the button that has sent them.
    struct Entry: Codable, Equatable, Sendable {
        var title, description, body, tag: String
        var button: String?
    }

    struct CommentEntry: Codable, Equatable, Sendable { var body: String }

    enum Message: Codable, Equatable, Sendable {
        case arrived(Arrival)
        case typed(String, in: String), setTags([String]), signOut
        case enter(AccountFields, isNew: Bool)
        // A visitor can send only what the view offers them, so the account is their own.
        case save(AccountFields, by: Int), publish(Entry, tags: [String], over: String?, by: Int)
        case comment(CommentEntry, on: String, by: Int), change(Change, by: Int)
        // What came of them. No control offers these.
        case entered(Int), saved(username: String, endsSessionsOf: Int?), done(address: String)
        case refused([Problem], comment: String?)
    }

    enum Effect: Codable, Equatable, Sendable {
        case enter(AccountFields, isNew: Bool, from: String?), save(AccountFields, by: Int, from: String?)
        case publish(ArticleFields, over: String?, by: Int), comment(String, on: String, by: Int)
        case change(Change, by: Int)
    }

    let subject: Subject
    let store: Store

    func start(_ visit: Visit) -> Start<Self> { Start(Model(client: visit.address, account: Int(visit.account ?? ""))) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .arrived(let arrival):
            model.account = Int(arrival.account ?? "")
            switch subject {
            case .front:
                model.typed = [:]
                if arrival.path == "/settings", model.account == nil { return .navigate(to: "/login") }
            case .editor: if model.account == nil { return .leave(to: "/login") }
            case .article, .profile: break
            }
        case .typed(let text, let field): model.typed[field] = text
        case .setTags(let tags): model.tags = tags
        case .signOut: return .batch(.navigate(to: "/"), .endSession)
        case .enter(let fields, let isNew):
            model.typed = fields.shown
            return .effect(.enter(fields, isNew: isNew, from: model.client))
        case .save(var fields, let account):
            model.typed = fields.shown
            if fields.password == "" { fields.password = nil }
            return .effect(.save(fields, by: account, from: model.client))
        case .publish(let entry, var tags, let slug, let account):
            let new = entry.tag.split { $0.isWhitespace || $0 == "," }.map(String.init)
            tags += new.filter { !tags.contains($0) }
            let (title, description, body) = (entry.title, entry.description, entry.body)
            model.typed = ["title": title, "description": description, "body": body]
            model.tags = tags
            let fields = ArticleFields(title: title, description: description, body: body, tagList: tags)
            if entry.button != "tag" { return .effect(.publish(fields, over: slug, by: account)) }
        case .comment(let entry, let slug, let account):
            model.typed = [:]
            // It is durable: what was typed has gone, so it must not be lost if the process ends now.
            return .effect(.comment(entry.body, on: slug, by: account), durable: true)
        case .change(let change, let account): return .effect(.change(change, by: account))
        case .entered(let account):
            model = Model(client: model.client, account: account)
            return .batch(.renewSession, .identify("\(account)"), .navigate(to: "/"))
        case .saved(let username, let account):
            let leave: Command<Self> = .leave(to: Page.path("profile", username))
            return .batch(account.map { .endSessions(of: "\($0)") } ?? .none, leave)
        case .done(let address):
            model = Model(client: model.client, account: model.account)
            return .leave(to: address)
        case .refused(let problems, let comment):
            if let comment, model.typed["body", default: ""].isEmpty { model.typed["body"] = comment }
            return .batch(problems.map { .problem(in: $0.field, of: "entry", $0.sentence) })
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        func member(_ account: Int) -> Member { Member(id: account, changed: send.changed) }
        switch effect {
        case .enter(let fields, let isNew, let client):
            let account = try await isNew ? store.register(fields, from: client) : store.signIn(fields, from: client)
            send(.entered(account))
        case .save(let fields, let account, let client):
            let username = try await store.update(fields, by: member(account), from: client)
            send(.saved(username: username, endsSessionsOf: fields.password == nil ? nil : account))
        case .publish(let fields, let slug, let account):
            let slug = try await store.publish(fields, over: slug, by: member(account))
            send(.done(address: Page.path("article", slug)))
        case .comment(let text, let slug, let account):
            _ = try await store.comment(text, on: slug, by: member(account), as: send.attempt.id)
        case .change(let change, let account):
            try await store.apply(change, by: member(account))
            if case .deleteArticle = change { send(.done(address: "/")) }
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? {
        let comment: String? = if case .comment(let text, _, _) = effect { text } else { nil }
        let problems = (error as? Refusal)?.problems ?? [Problem("That did not work. Please try again.")]
        return .refused(problems, comment: comment)
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let view = try View(model, page, store)
        let segments = page.path.split(separator: "/").map(String.init)
        return switch (subject, page.path) {
        case (.front, "/"): try view.home(tag: nil)
        case (.front, "/login"): view.account("Sign in", isNew: false)
        case (.front, "/register"): view.account("Sign up", isNew: true)
        case (.front, "/settings"): view.settings()
        case (.front, _) where segments.count == 2 && segments[0] == "tag": try view.home(tag: segments[1])
        case (.article(let slug), "/"): try view.article(slug)
        case (.editor(let slug), "/"): try view.editor(slug)
        case (.profile(let username), "/"), (.profile(let username), "/favorites"): try view.profile(username)
        default: throw NotFound()
        }
    }
}
