import Elmwood

extension Chat {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        // Without script, a page that reloads itself would discard the typed text: an address of its own only shows the room.
        let isReading = page.path == "/reading"
        guard page.path == "/" || isReading else { throw NotFound() }
        return Document(
            "Chat",
            head: {
                link(.rel("stylesheet"), .href("/style.css"))
                link(.rel("icon"), .href("/favicon.svg"))
                if isReading && !page.isLive {
                    meta(.httpEquiv(.refresh), .content("3"))
                }
            },
            body: {
                main(.class("chat")) {
                    nav { a(.href("/")) { "Examples" } }
                    h1 { "Chat" }
                    if let me = model.me {
                        company(model.others, with: me)
                        talk(model.lines, to: me)
                        if isReading && !page.isLive {
                            p { a(.href(page.link(to: "/"))) { "Say something" } }
                        } else {
                            remarkForm(on: page)
                        }
                    } else {
                        door()
                    }
                }
            }
        )
    }

    /// The form for entering the room with a name.
    private func door() -> Html<Message> {
        form("introduction", .class("card door"), .onSubmit(Message.introduced)) {
            label("Under which name will you come in?", for: "name")
            div(.class("row")) {
                input(
                    .id("name"),
                    .name("name"),
                    .required,
                    .maxlength(30),
                    .autofocus,
                    .autocomplete(.nickname)
                )
                button(.class("primary")) { "Come in" }
            }
        }
    }

    private func company(_ others: Company, with me: Person) -> Html<Message> {
        div(.class("company")) {
            ul(.id("company"), .ariaLabel("Who is here")) {
                li(.class("own")) { "\(me.name) (you)" }
                for person in others.people.prefix(20) {
                    li(.key(person.id)) { person.name }
                }
                if others.people.count > 20 {
                    li { "and \(others.people.count - 20) more" }
                }
            }
            button("Leave", .leave, .class("quiet"))
        }
    }

    /// The chat's lines. The style sheet scrolls the box to its end, so that the newest line is visible.
    private func talk(_ history: History, to me: Person) -> Html<Message> {
        div(.class("talk"), .tabindex(0), .role(.log), .ariaLabel("What was said")) {
            if history.lines.isEmpty {
                p(.class("note")) { "Nobody has said anything yet." }
            }
            ol {
                for line in history.lines {
                    li(.key(line.id), .id(line.id), .class(["own": line.author == me])) {
                        strong { line.author.name }
                        span { line.text }
                    }
                }
            }
        }
    }

    private func remarkForm(on page: Page) -> Html<Message> {
        form("remark", .class("remark"), .onSubmit(Message.wrote)) {
            div(.class("row")) {
                input(
                    .id("text"),
                    .name("text"),
                    .required,
                    .maxlength(500),
                    .autofocus,
                    .autocomplete(.off),
                    .placeholder("Say something"),
                    .ariaLabel("Say something")
                )
                button(.class("primary")) { "Send" }
            }
            if !page.isLive {
                p(.class("note")) {
                    a(.href(page.link(to: "/reading"))) { "Read along" }
                    " on a page that loads itself again and again."
                }
            }
        }
    }
}
