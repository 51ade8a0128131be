import Elmwood
import FoundationEssentials

/// What all pages have in common: the frame, and how they show articles and authors. `react` makes the message of a reader's reaction.
struct Layout<Message: Codable & Sendable> {
    /// Who has signed in; nil if nobody has.
    let user: User?
    let page: Page
    let react: ((Reaction) -> Message)?

    init(_ account: Int?, on page: Page, from store: Store, react: ((Reaction) -> Message)? = nil) throws {
        user = try account.flatMap { try page.read(UserByID(id: $0), from: store) }
        self.page = page
        self.react = react
    }

    func document(
        _ title: String,
        class name: String,
        @HtmlBuilder<Message> content: () throws -> Html<Message>
    ) rethrows -> Document<Message> {
        try Document(title == "Conduit" ? title : "\(title) — Conduit", head: { Self.head }) {
            header { navbar }
            try main(.class(name), content: content)
            footer { div(.class("container")) { a(.class("logo-font"), .href("/")) { "conduit" } } }
        }
    }

    private var navbar: Html<Message> {
        nav(.class("navbar"), .ariaLabel("Site")) {
            div(.class("container")) {
                a(.class("navbar-brand"), .href("/")) { "conduit" }
                ul(.class("nav navbar-nav")) {
                    link("Home", "/")
                    if let user {
                        link("New Article", "/editor") { i(.class("ion-compose")) }
                        link("Settings", "/settings") { i(.class("ion-gear-a")) }
                        link(user.username, Page.path("profile", user.username)) {
                            picture(user.image, class: "user-pic")
                        }
                    } else {
                        link("Sign in", "/login")
                        link("Sign up", "/register")
                    }
                }
            }
        }
    }

    /// A link of a list of them, which may be to this page.
    func link(
        _ text: String,
        _ address: String,
        isHere: Bool? = nil,
        @HtmlBuilder<Message> icon: () -> Html<Message> = { .empty }
    ) -> Html<Message> {
        let isHere = isHere ?? (page.link(to: page.path) == address)
        return li(.class("nav-item")) {
            a(.class(isHere ? "nav-link active" : "nav-link"), .href(address), isHere ? .ariaCurrent(.page) : .none) {
                icon()
                text
            }
        }
    }

    func picture(_ image: String, class name: String) -> Html<Message> {
        let source = image.isEmpty ? "/default-avatar.svg" : image
        return img(.src(source), .alt(""), .referrerpolicy(.noReferrer), .class(name))
    }

    /// What is wrong with what was sent.
    @HtmlBuilder<Message>
    var problems: Html<Message> {
        if !page.problems.isEmpty {
            ul(.class("error-messages"), .role(.alert)) { for problem in page.problems { li { problem.sentence } } }
        }
    }

    // MARK: Articles and authors

    /// Some articles of a list, and links to its other pages.
    ///
    /// - Parameter parameters: what the query of their addresses has besides the number.
    @HtmlBuilder<Message>
    func articles(_ list: ArticleList, _ parameters: [(name: String, value: String)] = []) -> Html<Message> {
        let step = SelectedArticles.step
        if list.articles.isEmpty { p(.class("empty-feed-message")) { "No articles are here... yet." } }
        for article in list.articles { lazy(article) { preview(article) } }
        if list.articlesCount > step {
            ul(.class("pagination"), .ariaLabel("Pages")) {
                for number in 1...((list.articlesCount - 1) / step + 1) {
                    let address = page.link(to: page.path, query: Query(parameters + [("page", "\(number)")]))
                    let isHere = (number - 1) * step == page.offset
                    li(.class(isHere ? "page-item active" : "page-item"), isHere ? .ariaCurrent(.page) : .none) {
                        a(.class("page-link"), .href(address)) { "\(number)" }
                    }
                }
            }
        }
    }

    private func preview(_ article: Article) -> Html<Message> {
        div(.class("article-preview"), .key(article.slug)) {
            about(article) { favoriteButton(article, isShort: true) }
            a(.class("preview-link"), .href(Page.path("article", article.slug))) {
                h1 { article.title }
                p { article.description }
                span { "Read more..." }
            }
            tags(article.tagList)
        }
    }

    func tags(_ tags: [String]) -> Html<Message> {
        ul(.class("tag-list")) { for tag in tags { li(.class("tag-default tag-pill tag-outline")) { tag } } }
    }

    /// Who has written an article and when, with buttons.
    func about(_ article: Article, @HtmlBuilder<Message> buttons: () -> Html<Message>) -> Html<Message> {
        let author = Page.path("profile", article.author.username)
        return div(.class("article-meta")) {
            a(.href(author), .ariaHidden(true), .tabindex(-1)) { picture(article.author.image, class: "author-pic") }
            div(.class("info")) {
                a(.class("author"), .href(author)) { article.author.username }
                date(article.createdAt)
            }
            buttons()
        }
    }

    func favoriteButton(_ article: Article, isShort: Bool = false) -> Html<Message> {
        let name = article.favorited ? "Unfavorite Article" : "Favorite Article"
        let style = "btn btn-sm \(article.favorited ? "btn-primary" : "btn-outline-primary")"
        return reaction(.favorite(slug: article.slug, !article.favorited), style, isShort ? .ariaLabel(name) : .none) {
            i(.class("ion-heart"))
            if isShort { "\(article.favoritesCount)" } else { "\(name) (\(article.favoritesCount))" }
        }
    }

    func followButton(_ author: Profile) -> Html<Message> {
        let style = "btn btn-sm \(author.following ? "btn-secondary" : "btn-outline-secondary")"
        return reaction(.follow(username: author.username, !author.following), style, .none) {
            i(.class(author.following ? "ion-minus-round" : "ion-plus-round"))
            "\(author.following ? "Unfollow" : "Follow") \(author.username)"
        }
    }

    /// A button; for those who have not signed in, a link to where they can.
    private func reaction(
        _ reaction: Reaction,
        _ style: String,
        _ name: Attribute<Message>,
        @HtmlBuilder<Message> content: () -> Html<Message>
    ) -> Html<Message> {
        guard user != nil, let react else { return a(.class(style), .href("/login"), name) { content() } }
        return button(.class(style), .onClick(react(reaction)), name) { content() }
    }

    func date(_ date: Date) -> Html<Message> {
        let text = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return span(.class("date")) { time(.datetime(text)) { "\(text.prefix(10))" } }
    }
}

extension Layout {
    /// The style sheet and the icon of every page.
    @HtmlBuilder<Message>
    private static var head: Html<Message> {
        meta(.name("color-scheme"), .content("light dark"))
        ElmwoodViewTree.link(.rel("stylesheet"), .href("/conduit.css"))
        ElmwoodViewTree.link(.rel("icon"), .href("/favicon.svg"))
    }

    /// The page about an error.
    @Sendable static func document(_ error: ErrorPage) -> Document<Message> {
        Document(error.title, head: { head }) {
            main(.class("container page")) {
                h1 { error.title }
                p { error.sentence }
                p { a(.href("/")) { "Home" } }
            }
        }
    }
}

extension Page {
    /// How many articles precede those of the page that the query names.
    var offset: Int { (max(1, min(Int(query["page"] ?? "") ?? 1, 1_000_000)) - 1) * SelectedArticles.step }
}
