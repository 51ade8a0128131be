import Elmwood

/// The page that lists the examples.
struct Index: Program {
    struct Model: Codable, Equatable, Sendable {}

    /// The list only has links.
    typealias Message = Never

    /// The examples: path, name, and what it shows.
    static let examples = [
        (path: "/counter", name: "Counter", note: "Up, down, at random, by a field, and one that takes its time."),
        (path: "/accounts", name: "Accounts", note: "Register, sign in, and all that belongs to it."),
        (path: "/board", name: "Board", note: "Cards in columns, which many move at once."),
        (path: "/chat", name: "Chat", note: "Many visitors in one room, who see who else is here."),
        (path: "/library", name: "Library", note: "Ten thousand books in a database, which many edit at once."),
        (path: "/poll", name: "Poll", note: "One vote a visitor, and all see the bars grow."),
        (path: "/registration", name: "Registration", note: "A form that says what is wrong while one fills it in."),
        (path: "/search", name: "Search", note: "Some thousands of villages, found while one types."),
        (path: "/stopwatch", name: "Stopwatch", note: "Its time is pushed to the page ten times a second."),
        (path: "/todomvc", name: "TodoMVC", note: "What is to do, with filters that are real addresses."),
    ]

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {}

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" else { throw NotFound() }
        return Document(
            "Elmwood examples",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("icon"), .href("/favicon.svg"))
                link(.rel("manifest"), .href("/site.webmanifest"))
                canonical(page.link(to: "/"))
            },
            body: {
                main {
                    h1 { "Elmwood examples" }
                    p { "Each is one Swift value: a model, messages, an update and a view." }
                    p { "All are live, and none needs script." }
                    ul(.class("examples")) {
                        for example in Self.examples {
                            li {
                                a(.href(example.path)) {
                                    strong { example.name }
                                    example.note
                                }
                            }
                        }
                    }
                    p(.class("info")) { "Conduit is a whole site by itself: ./dev run conduit" }
                }
            }
        )
    }
}
