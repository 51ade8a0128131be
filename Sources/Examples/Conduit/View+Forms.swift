import Elmwood

/// The forms of accounts, and the editor of articles.
extension View {
    func account(_ title: String, isNew: Bool) -> Document<Message> {
        document(title, class: "auth-page container page") {
            h1 { title }
            p { a(.href(isNew ? "/login" : "/register")) { isNew ? "Have an account?" : "Need an account?" } }
            problems
            form("entry", .onSubmit { .enter($0, isNew: isNew) }, .novalidate) {
                if isNew { field("username", "Username") }
                field("email", "Email", type: .email)
                field("password", "Password", type: .password)
                button(.class("btn btn-lg btn-primary")) { title }
            }
        }
    }

    func settings() -> Document<Message> {
        document("Settings", class: "settings-page container page") {
            h1 { "Your Settings" }
            problems
            if let user {
                form("entry", .onSubmit { .save($0, by: user.id) }, .novalidate) {
                    field("image", "URL of profile picture", user.image)
                    field("username", "Your Name", user.username)
                    field("bio", "Short bio about you", user.bio, rows: 8)
                    field("email", "Email", user.email, type: .email)
                    field("password", "New Password", type: .password)
                    button(.class("btn btn-lg btn-primary")) { "Update Settings" }
                }
                hr()
                button("Or click here to logout.", .signOut, .class("btn btn-outline-danger"))
            }
        }
    }

    func editor(_ slug: String?) throws -> Document<Message> {
        let article = try slug.flatMap { try page.read(ArticleBySlug(slug: $0), from: store) }
        // Somebody else's article has no editor.
        guard let user, slug == nil || article?.author.username == user.username else { throw NotFound() }
        let title = slug == nil ? "New Article" : "Edit Article"
        let tags = model.tags ?? article?.tagList ?? []
        return document(title, class: "editor-page container page") {
            h1 { title }
            problems
            form("entry", .onSubmit { .publish($0, tags: tags, over: slug, by: user.id) }, .novalidate) {
                field("title", "Article Title", article?.title, isDraft: true)
                field("description", "What's this article about?", article?.description, isDraft: true)
                field("body", "Write your article (in markdown)", article?.body, rows: 12, isDraft: true)
                div(.class("row")) {
                    field("tag", "Enter tags", isDraft: true)
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
}
