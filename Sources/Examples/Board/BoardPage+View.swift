import Elmwood

extension BoardPage {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        // The board is told who looks at it, and by the page's path, at which card.
        let board = try page.read(Board.self, Self.main, as: model.name)
        let card = try card(on: page, of: board)
        return Document(card?.title ?? "Board") {
            link(.rel("stylesheet"), .href(page.asset("style.css")))
            link(.rel("icon"), .href("/favicon.svg"))
        } body: {
            main(.class("board")) {
                nav {
                    if card == nil { a(.href("/")) { "Examples" } } else { a(.href(page.link(to: "/"))) { "Board" } }
                }
                for notice in page.notices { p(.class("notice"), .role(.status)) { notice } }
                if let card {
                    details(of: card, on: page)
                    lookers(board, at: page.path)
                } else {
                    h1 { "Board" }
                    columns(of: board, on: page)
                    if let undo = model.undo { button("Undo: \(undo)", .undo, .class("undo")) }
                    form("added", .class("card"), .onSubmit(Message.added)) { field("added", "A new card", "Add") }
                    form("named", .class("card"), .onSubmit(Message.named)) {
                        field("named", "Your name, for the others", "Save", model.name)
                    }
                    lookers(board, at: nil)
                }
            }
        }
    }

    private func card(on page: Page, of board: Board.Model) throws -> Card? {
        if page.path == "/" { return nil }
        let parts = page.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "card", let id = Int(parts[2]), let card = board.card(id) else {
            throw NotFound()
        }
        return card
    }

    private func columns(of board: Board.Model, on page: Page) -> Html<Message> {
        let sorting = sorting(of: board)
        return div(.class("columns")) {
            for column in Column.allCases {
                let cards = board.cards(in: column)
                section(.ariaLabel(column.title)) {
                    h2 { "\(column.title) (\(cards.count))" }
                    if cards.isEmpty { p(.class("note")) { "No cards." } }
                    sorting.list(column.rawValue, as: ul) {
                        for card in cards {
                            li(.key(card.id)) {
                                a(.href(page.link(to: "/card/\(card.id)"))) { card.title }
                                looks(at: card, in: board)
                                sorting.handle(card.id, card.title)
                            }
                        }
                    }
                }
            }
        }
    }

    private func sorting(of board: Board.Model) -> Sorting<Int, Message> {
        let lists = Column.allCases.map { column in
            SortableList(column.rawValue, column.title, board.cards(in: column).map(\.id))
        }
        return Sorting("board", lists) { move in
            let card = board.card(move.key)
            let place = Place(column: Column(rawValue: move.to) ?? .planned, before: move.before)
            return .moved(SeenCard(card: move.key, changes: card?.changes ?? 0, title: card?.title ?? ""), to: place)
        }
    }

    private func looks(at card: Card, in board: Board.Model) -> Html<Message> {
        let names = board.watchers.filter { $0.path == "/card/\(card.id)" }.map(\.name)
        return p(.class("note"), .hidden(names.isEmpty)) {
            names.isEmpty ? "" : "\(names.joined(separator: ", ")) looking"
        }
    }

    private func details(of card: Card, on page: Page) -> Html<Message> {
        div {
            h1 { card.title }
            p(.class("note")) { "In “\(card.column.title)”." }
            form("renamed", .class("card"), .onSubmit { (form: Renaming) in .renamed(card.id, form) }) {
                field("renamed", "Its title", "Save", card.title)
                input(.type(.hidden), .name("changes"), .value("\(card.changes)"))
            }
            button("Remove this card", .removed(card.id, after: card.changes), .class("quiet"))
        }
    }

    private func field(_ name: String, _ title: String, _ verb: String, _ text: String = "") -> Html<Message> {
        div {
            label(title, for: "\(name)-text")
            div(.class("row")) {
                input(.id("\(name)-text"), .name("text"), .required, .maxlength(100), .autocomplete(.off), .value(text))
                button { verb }
            }
        }
    }

    /// Who has a page open, each name once. Without script a page is not open.
    private func lookers(_ board: Board.Model, at path: String?) -> Html<Message> {
        let names = Set(board.watchers.filter { path == nil || $0.path == path }.map(\.name)).sorted()
        return p(.class("note"), .id("lookers")) { names.isEmpty ? "" : "Here: \(names.joined(separator: ", "))" }
    }
}
