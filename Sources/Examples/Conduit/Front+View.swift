import Elmwood

extension Front {
    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let layout = try Layout(model.account, on: page, from: store, react: Message.react)
        let segments = page.path.split(separator: "/").map(String.init)
        switch page.path {
        case "/": return try home(layout, tag: nil)
        case "/login": return account(layout, "Sign in", model.fields, isNew: false)
        case "/register": return account(layout, "Sign up", model.fields, isNew: true)
        case "/settings": return settings(layout, model.fields)
        case _ where segments.count == 2 && segments[0] == "tag": return try home(layout, tag: segments[1])
        default: throw NotFound()
        }
    }

    private func home(_ layout: Layout<Message>, tag: String?) throws -> Document<Message> {
        let page = layout.page
        let isFeed = tag == nil && layout.user != nil && page.query["feed"] == "following"
        let read = SelectedArticles(tag: tag, isFeed: isFeed, reader: layout.user?.id, offset: page.offset)
        let (list, tags) = try page.read(read, PopularTags(), from: store)
        return layout.document(tag ?? "Conduit", class: "home-page") {
            if layout.user != nil {
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
                        if layout.user != nil { layout.link("Your Feed", "/?feed=following", isHere: isFeed) }
                        layout.link("Global Feed", "/", isHere: !isFeed && tag == nil)
                        if let tag { layout.link("# \(tag)", Page.path("tag", tag), isHere: true) }
                    }
                    layout.articles(list, isFeed ? [("feed", "following")] : [])
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

    private func account(
        _ layout: Layout<Message>,
        _ title: String,
        _ fields: AccountFields?,
        isNew: Bool
    ) -> Document<Message> {
        layout.document(title, class: "auth-page container page") {
            h1 { title }
            p { a(.href(isNew ? "/login" : "/register")) { isNew ? "Have an account?" : "Need an account?" } }
            layout.problems
            form("account", .onSubmit { (fields: AccountFields) in .enter(fields, isNew: isNew) }, .novalidate) {
                if isNew { field("username", "Username", fields?.username) }
                field("email", "Email", fields?.email, .type(.email))
                field("password", "Password", nil, .type(.password))
                button(.class("btn btn-lg btn-primary")) { title }
            }
        }
    }

    private func settings(_ layout: Layout<Message>, _ fields: AccountFields?) -> Document<Message> {
        layout.document("Settings", class: "settings-page container page") {
            h1 { "Your Settings" }
            layout.problems
            if let user = layout.user {
                form("account", .onSubmit(Message.save), .novalidate) {
                    field("image", "URL of profile picture", fields?.image ?? user.image)
                    field("username", "Your Name", fields?.username ?? user.username)
                    textarea(.name("bio"), .rows(8), .placeholder("Short bio about you"), .ariaLabel("Bio")) {
                        fields?.bio ?? user.bio
                    }
                    field("email", "Email", fields?.email ?? user.email, .type(.email))
                    field("password", "New Password", nil, .type(.password))
                    button(.class("btn btn-lg btn-primary")) { "Update Settings" }
                }
                hr()
                button("Or click here to logout.", .signOut, .class("btn btn-outline-danger"))
            }
        }
    }

    private func field(
        _ name: String,
        _ label: String,
        _ value: String?,
        _ type: Attribute<Message> = .type(.text)
    ) -> Html<Message> {
        input(.name(name), type, .placeholder(label), .ariaLabel(label), .maxlength(500), .value(value ?? ""))
    }
}
