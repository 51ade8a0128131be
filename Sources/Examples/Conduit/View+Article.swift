import Elmwood
import ElmwoodMarkdown

/// An article with its comments.
extension View {
    func article(_ slug: String) throws -> Document<Message> {
        let read = ArticleBySlug(slug: slug, reader: user?.id)
        let (found, comments) = try page.read(read, CommentsOnArticle(slug: slug, reader: user?.id), from: store)
        guard let article = found else { throw NotFound() }
        // A former address shows the article too, and names its present one.
        let address = Page.path("article", article.slug)
        return document(article.title, class: "article-page", canonical: address) {
            div(.class("banner")) {
                div(.class("container")) {
                    h1 { article.title }
                    about(article) { buttons(article) }
                }
            }
            div(.class("container page")) {
                lazy(article.body) { div(.class("article-content")) { Markdown(article.body ?? "").view() } }
                tags(article.tagList)
                hr()
                div(.class("article-actions")) { about(article) { buttons(article) } }
                section(.class("comments"), .ariaLabel("Comments")) {
                    problems
                    commentForm(slug)
                    for comment in comments { card(comment, on: slug) }
                }
            }
        }
    }

    @HtmlBuilder<Message>
    private func buttons(_ article: Article) -> Element {
        if let user, user.username == article.author.username {
            let editor = Page.path("editor", article.slug)
            let delete = Message.change(.deleteArticle(slug: article.slug), by: user.id)
            a(.class("btn btn-sm btn-outline-secondary ion-edit"), .href(editor)) { "Edit Article" }
            button("Delete Article", delete, .class("btn btn-sm btn-outline-danger ion-trash-a"))
        } else {
            followButton(article.author)
            favoriteButton(article)
        }
    }

    @HtmlBuilder<Message>
    private func commentForm(_ slug: String) -> Element {
        if let user {
            let send = Attribute<Message>.onSubmit { .comment($0, on: slug, by: user.id) }
            form("entry", send, .novalidate, .class("card comment-form")) {
                div(.class("card-block")) { field("body", "Write a comment...", rows: 3, isDraft: true) }
                div(.class("card-footer")) {
                    image(user.image, "comment-author-img")
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

    private func card(_ comment: Comment, on slug: String) -> Element {
        let author = comment.author
        return div(.class("card"), .key(comment.id)) {
            div(.class("card-block")) { lazy(comment.body) { div { Markdown(comment.body).view(topHeading: 3) } } }
            div(.class("card-footer")) {
                a(.class("comment-author"), .href(Page.path("profile", author.username))) {
                    image(author.image, "comment-author-img")
                    author.username
                }
                date(comment.createdAt)
                if let user, user.username == author.username {
                    let delete = Message.change(.deleteComment(comment.id, on: slug), by: user.id)
                    span(.class("mod-options")) {
                        button(.onClick(delete), .ariaLabel("Delete comment")) { i(.class("ion-trash-a")) }
                    }
                }
            }
        }
    }
}
