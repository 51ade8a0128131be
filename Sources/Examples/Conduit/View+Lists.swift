import Elmwood

/// Lists of articles, and what is shown of an article and its author wherever they are.
extension View {
    func home(tag: String?) throws -> Document<Message> {
        let isFeed = tag == nil && user != nil && page.query["feed"] == "following"
        let read = SelectedArticles(tag: tag, isFeed: isFeed, reader: user?.id, offset: page.offset)
        let (list, tags) = try page.read(read, PopularTags(), from: store)
        return document(tag ?? "Conduit", class: "home-page") {
            if user != nil {
                h1(.class("visually-hidden")) { tag ?? "Articles" }
            } else {
                div(.class("banner")) {
                    div(.class("container")) {
                        h1(.class("logo-font")) { "conduit" }
                        p { "A place to share your knowledge." }
                    }
                }
            }
            div(.class("container page columns")) {
                div {
                    ul(.class("feed-toggle nav-pills")) {
                        if user != nil { navLink("Your Feed", "/?feed=following", isHere: isFeed) }
                        navLink("Global Feed", "/", isHere: !isFeed && tag == nil)
                        if let tag { navLink("# \(tag)", Page.path("tag", tag), isHere: true) }
                    }
                    articles(list, isFeed ? [("feed", "following")] : [])
                }
                aside(.class("sidebar")) {
                    h2 { "Popular Tags" }
                    div(.class("tag-list")) {
                        for tag in tags { a(.class("tag-pill tag-default"), .href(Page.path("tag", tag))) { tag } }
                    }
                }
            }
        }
    }

    func profile(_ username: String) throws -> Document<Message> {
        let isFavorites = page.path == "/favorites"
        var selected = SelectedArticles(reader: user?.id, offset: page.offset)
        if isFavorites { selected.favorited = username } else { selected.author = username }
        let profile = ProfileByName(username: username, reader: user?.id)
        guard case (let author?, let list) = try page.read(profile, selected, from: store) else { throw NotFound() }
        return document(username, class: "profile-page") {
            div(.class("user-info")) {
                div(.class("container")) {
                    image(author.image, "user-img")
                    h1 { author.username }
                    p { author.bio }
                    if user?.username == author.username {
                        let style = "btn btn-sm btn-outline-secondary ion-gear-a"
                        a(.class(style), .href("/settings")) { "Edit Profile Settings" }
                    } else {
                        followButton(author)
                    }
                }
            }
            div(.class("container page")) {
                ul(.class("articles-toggle nav-pills")) {
                    navLink("My Articles", page.link(to: "/"), isHere: !isFavorites)
                    navLink("Favorited Articles", page.link(to: "/favorites"), isHere: isFavorites)
                }
                articles(list)
            }
        }
    }

    /// Some articles of a list, and links to its other pages.
    ///
    /// - Parameter parameters: what the query of their addresses has besides the number.
    @HtmlBuilder<Message>
    private func articles(_ list: ArticleList, _ parameters: [(name: String, value: String)] = []) -> Element {
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

    private func preview(_ article: Article) -> Element {
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

    // MARK: Parts

    func tags(_ tags: [String]) -> Element {
        ul(.class("tag-list")) { for tag in tags { li(.class("tag-default tag-pill tag-outline")) { tag } } }
    }

    /// Who has written an article and when, with buttons.
    func about(_ article: Article, @HtmlBuilder<Message> buttons: () -> Element) -> Element {
        let author = Page.path("profile", article.author.username)
        return div(.class("article-meta")) {
            a(.href(author), .ariaHidden(true), .tabindex(-1)) { image(article.author.image, "author-pic") }
            div(.class("info")) {
                a(.class("author"), .href(author)) { article.author.username }
                date(article.createdAt)
            }
            buttons()
        }
    }

    func favoriteButton(_ article: Article, isShort: Bool = false) -> Element {
        let name = article.favorited ? "Unfavorite Article" : "Favorite Article"
        let style = "btn btn-sm \(article.favorited ? "btn-primary" : "btn-outline-primary")"
        let change = Change.favorite(slug: article.slug, !article.favorited)
        return changeButton(change, style, isShort ? .ariaLabel(name) : .none) {
            i(.class("ion-heart"))
            if isShort { "\(article.favoritesCount)" } else { "\(name) (\(article.favoritesCount))" }
        }
    }

    func followButton(_ author: Profile) -> Element {
        let style = "btn btn-sm \(author.following ? "btn-secondary" : "btn-outline-secondary")"
        return changeButton(.follow(username: author.username, !author.following), style) {
            i(.class(author.following ? "ion-minus-round" : "ion-plus-round"))
            "\(author.following ? "Unfollow" : "Follow") \(author.username)"
        }
    }

    /// A button that changes something; for those who have not signed in, a link to where they can.
    private func changeButton(
        _ change: Change,
        _ style: String,
        _ name: Attribute<Message> = .none,
        @HtmlBuilder<Message> content: () -> Element
    ) -> Element {
        guard let user else { return a(.class(style), .href("/login"), name, content: content) }
        return button(.class(style), .onClick(.change(change, by: user.id)), name, content: content)
    }
}

extension Page {
    /// How many articles precede those of the page that the query names.
    var offset: Int { ((query.number("page", in: 1...1_000_000) ?? 1) - 1) * SelectedArticles.step }
}
