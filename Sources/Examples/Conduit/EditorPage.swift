import Elmwood

/// A form that publishes an article, at `/editor`, or changes one, at `/editor/{slug}`. What is half typed stays at each of them.
struct EditorPage: Program {
    struct Model: Codable, Equatable, Sendable {
        var account: Int?
        /// What was typed and is not published yet, by the names of the fields.
        var typed: [String: String] = [:]
        var tags: [String]?
    }

    /// The fields of the form, and the value of the button that has sent it.
    struct Entry: Codable, Equatable, Sendable {
        var title, description, body, tag: String
        var button: String?
    }

    enum Message: Codable, Equatable, Sendable {
        case arrived(Arrival)
        case typed(String, in: String), send(Entry, tags: [String]), setTags([String])
        // What came of it. No control offers these.
        case published(slug: String), refused([Problem])
    }

    enum Effect: Codable, Equatable, Sendable { case publish(ArticleFields, by: Int) }

    /// The article that is changed; nil for a new one.
    let slug: String?
    let store: Store

    func start(_ visit: Visit) -> Start<Self> { Start(Model(account: Int(visit.account ?? ""))) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        if case .arrived(let arrival) = message { model.account = Int(arrival.account ?? "") }
        guard let account = model.account else { return .leave(to: "/login") }
        switch message {
        case .arrived: break
        case .typed(let text, let field): model.typed[field] = text
        case .setTags(let tags): model.tags = tags
        case .send(let entry, var tags):
            let new = entry.tag.split { $0.isWhitespace || $0 == "," }.map(String.init)
            tags += new.filter { !tags.contains($0) }
            let (title, description, body) = (entry.title, entry.description, entry.body)
            model.typed = ["title": title, "description": description, "body": body]
            model.tags = tags
            let fields = ArticleFields(title: title, description: description, body: body, tagList: tags)
            if entry.button != "tag" { return .effect(.publish(fields, by: account)) }
        case .published(let slug):
            model = Model(account: account)
            return .leave(to: Page.path("article", slug))
        case .refused(let problems): return .batch(problems.map { .problem(in: $0.field, of: "article", $0.sentence) })
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        guard case .publish(let fields, let account) = effect else { return }
        if let slug { try await store.update(slug, fields, by: account) }
        let slug = if let slug { slug } else { try await store.publish(fields, by: account) }
        for topic in [Topic.articles, Topic.article(slug)] { send.changed(topic) }
        send(.published(slug: slug))
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? { .refused(Refusal.problems(error)) }
}

extension EditorPage {
    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let layout = try Layout<Message>(model.account, on: page, from: store)
        let reader = layout.user?.id
        let article = try slug.flatMap { try page.read(ArticleBySlug(slug: $0, reader: reader), from: store) }
        // Somebody else's article has no editor.
        let isOwn = slug == nil || article != nil && article?.author.username == layout.user?.username
        guard page.path == "/", isOwn else { throw NotFound() }
        let tags = model.tags ?? article?.tagList ?? []
        return layout.document(slug == nil ? "New Article" : "Edit Article", class: "editor-page container page") {
            h1 { slug == nil ? "New Article" : "Edit Article" }
            layout.problems
            form("article", .onSubmit { (entry: Entry) in .send(entry, tags: tags) }, .novalidate) {
                field("title", "Article Title", model.typed["title"] ?? article?.title)
                field("description", "What's this article about?", model.typed["description"] ?? article?.description)
                textarea(
                    .name("body"),
                    .rows(12),
                    .placeholder("Write your article (in markdown)"),
                    .ariaLabel("Body"),
                    .maxlength(100_000),
                    .onInput { (text: String) in .typed(text, in: "body") },
                    .debounce(.milliseconds(400))
                ) { model.typed["body"] ?? article?.body ?? "" }
                div(.class("row")) {
                    field("tag", "Enter tags", model.typed["tag"])
                    // The first button of a form is the one that the Enter key presses.
                    button(.name("button"), .value("tag"), .class("btn btn-outline-secondary")) { "Add Tag" }
                }
                div(.class("tag-list")) {
                    for tag in tags {
                        let remove = Attribute<Message>.onClick(.setTags(tags.filter { $0 != tag }))
                        span(.class("tag-default tag-pill"), .key(tag)) {
                            button(.type(.button), remove, .ariaLabel("Remove \(tag)")) { i(.class("ion-close-round")) }
                            tag
                        }
                    }
                }
                button(.class("btn btn-lg btn-primary")) { "Publish Article" }
            }
        }
    }

    private func field(_ name: String, _ label: String, _ value: String?) -> Html<Message> {
        input(
            .name(name),
            .placeholder(label),
            .ariaLabel(label),
            .maxlength(500),
            .value(value ?? ""),
            .autocomplete(.off),
            .onInput { (text: String) in .typed(text, in: name) },
            .debounce(.milliseconds(400))
        )
    }
}
