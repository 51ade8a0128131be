import Elmwood

/// The first page of the examples: what Elmwood is, a program beside its code, the examples, figures, and how to begin.
struct Index: Program {
    struct Model: Codable, Equatable, Sendable {
        /// The count of the program that the page shows the code of.
        var count = 0
    }

    enum Message: Codable, Equatable, Sendable {
        case increment, decrement
    }

    /// An example: path, name, and what it shows. Its pictures have the path as their name.
    struct Example {
        var path: String
        var name: String
        var note: String
    }

    static let examples = [
        Example(path: "/todomvc", name: "TodoMVC", note: "What is to do, with filters that are real addresses."),
        Example(path: "/chat", name: "Chat", note: "Many visitors in one room, who see who else is here."),
        Example(path: "/board", name: "Board", note: "Cards in columns, which many move at once."),
        Example(path: "/library", name: "Library", note: "Ten thousand books in a database, which many edit at once."),
        Example(
            path: "/registration",
            name: "Registration",
            note: "A form that says what is wrong while one fills it in."
        ),
        Example(path: "/accounts", name: "Accounts", note: "Register, sign in, and all that belongs to it."),
        Example(path: "/poll", name: "Poll", note: "One vote a visitor, and all see the bars grow."),
        Example(path: "/whiteboard", name: "Whiteboard", note: "Drawn by many at once, by pointer, touch or keys."),
        Example(
            path: "/report",
            name: "Visit report",
            note: "A map, an editor, stars and a signature: elements of its own."
        ),
        Example(path: "/search", name: "Search", note: "Some thousands of villages, found while one types."),
        Example(path: "/stopwatch", name: "Stopwatch", note: "Its time is pushed to the page ten times a second."),
        Example(
            path: "/counter",
            name: "Counter",
            note: "Up, down, at random, by a field, and one that takes its time."
        ),
    ]

    /// Figures that Documentation/Performance.md explains: each with what it is relative to.
    static let figures = [
        (
            figure: "1.9 ×",
            note: "the processor time of a bare C server that sends the same bytes: a page of a visitor's session"
        ),
        (figure: "5.5 ×", note: "the same measure: a click on a live page, from the event to its patch of 58 bytes"),
        (figure: "325 bytes", note: "of memory for an idle session; a visitor who only reads needs none"),
        (figure: "10 KB", note: "of script make a page live, and without it the page works all the same"),
    ]

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .increment: model.count &+= 1
        case .decrement: model.count &-= 1
        }
        return .none
    }
}
