import Elmwood

extension Chat {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        // Without script, a page that reloads itself would discard the typed text: an address of its own only shows the room.
        let isReading = page.path == "/reading"
        guard page.path == "/" || isReading else { throw NotFound() }
        // Whoever reads the room under a name is shown to the others.
        let room = try model.me.map { try page.read(Room.self, Self.lobby, as: $0.name) }
        return Document(
            "Chat",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("icon"), .href("/favicon.svg"))
                if isReading && !page.isLive {
                    meta(.httpEquiv(.refresh), .content("3"))
                }
            },
            body: {
                main(.class("chat")) {
                    nav { a(.href("/")) { "Examples" } }
                    h1 { "Chat" }
                    if let me = model.me, let room {
                        company(others(in: room, than: me, on: page), with: me)
                        talk(room.lines, to: me)
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

    /// The names of the others who are here. A page without script does not count as one that is here.
    private func others(in room: Room.Model, than me: Person, on page: Page) -> [Watcher] {
        var others = room.here
        if page.isLive, let own = others.firstIndex(where: { $0.name == me.name }) { others.remove(at: own) }
        return others
    }

    private func company(_ others: [Watcher], with me: Person) -> Html<Message> {
        div(.class("company")) {
            ul(.id("company"), .ariaLabel("Who is here")) {
                li(.class("own")) { "\(me.name) (you)" }
                for other in others.prefix(20) {
                    li(.key(other.id)) { other.name }
                }
                if others.count > 20 {
                    li { "and \(others.count - 20) more" }
                }
            }
            button("Leave", .leave, .class("quiet"))
        }
    }

    /// The chat's lines. The style sheet scrolls the box to its end, so that the newest line is visible.
    private func talk(_ lines: [Line], to me: Person) -> Html<Message> {
        div(.class("talk"), .tabindex(0), .role(.log), .ariaLabel("What was said")) {
            if lines.isEmpty {
                p(.class("note")) { "Nobody has said anything yet." }
            }
            ol {
                for line in lines {
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
