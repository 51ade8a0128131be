import Elmwood
import ElmwoodMarkdown

extension ArticlePage {
    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let layout = try Layout(model.account, on: page, from: store, react: Message.react)
        let (article, comments) = try page.read(
            ArticleBySlug(slug: slug, reader: layout.user?.id),
            CommentsOnArticle(slug: slug, reader: layout.user?.id),
            from: store
        )
        guard let article, page.path == "/" else { throw NotFound() }
        return layout.document(article.title, class: "article-page") {
            div(.class("banner")) {
                div(.class("container")) {
                    h1 { article.title }
                    layout.about(article) { buttons(article, layout) }
                }
            }
            div(.class("container page")) {
                lazy(article.body) { div(.class("article-content")) { Markdown(article.body ?? "").view() } }
                layout.tags(article.tagList)
                hr()
                div(.class("article-actions")) { layout.about(article) { buttons(article, layout) } }
                section(.class("comments"), .ariaLabel("Comments")) {
                    layout.problems
                    commentForm(model, layout)
                    for comment in comments { card(comment, layout) }
                }
            }
        }
    }

    @HtmlBuilder<Message>
    private func buttons(_ article: Article, _ layout: Layout<Message>) -> Html<Message> {
        if layout.user?.username == article.author.username {
            a(.class("btn btn-sm btn-outline-secondary ion-edit"), .href(Page.path("editor", slug))) { "Edit Article" }
            button("Delete Article", .delete, .class("btn btn-sm btn-outline-danger ion-trash-a"))
        } else {
            layout.followButton(article.author)
            layout.favoriteButton(article)
        }
    }

    // MARK: Comments

    @HtmlBuilder<Message>
    private func commentForm(_ model: Model, _ layout: Layout<Message>) -> Html<Message> {
        if let user = layout.user {
            form("comment", .onSubmit(Message.comment), .novalidate, .class("card comment-form")) {
                div(.class("card-block")) {
                    textarea(
                        .name("body"),
                        .rows(3),
                        .placeholder("Write a comment..."),
                        .ariaLabel("Comment"),
                        .maxlength(10_000),
                        .onInput(Message.typed),
                        .debounce(.milliseconds(400))
                    ) { model.draft }
                }
                div(.class("card-footer")) {
                    layout.picture(user.image, class: "comment-author-img")
                    button(.class("btn btn-sm btn-primary")) { "Post Comment" }
                }
            }
        } else {
            p {
                a(.href("/login")) { "Sign in" }
                " or "
                a(.href("/register")) { "sign up" }
                " to add comments on this article."
            }
        }
    }

    private func card(_ comment: Comment, _ layout: Layout<Message>) -> Html<Message> {
        let author = Page.path("profile", comment.author.username)
        return div(.class("card"), .key(comment.id)) {
            div(.class("card-block")) { lazy(comment.body) { div { Markdown(comment.body).view(topHeading: 3) } } }
            div(.class("card-footer")) {
                a(.class("comment-author"), .href(author)) {
                    layout.picture(comment.author.image, class: "comment-author-img")
                    comment.author.username
                }
                layout.date(comment.createdAt)
                if layout.user?.username == comment.author.username {
                    let delete = Attribute<Message>.onClick(.deleteComment(comment.id))
                    span(.class("mod-options")) {
                        button(delete, .ariaLabel("Delete comment")) { i(.class("ion-trash-a")) }
                    }
                }
            }
        }
    }
}
