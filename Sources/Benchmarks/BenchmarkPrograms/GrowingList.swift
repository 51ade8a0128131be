import Elmwood

/// A list to which a hundred rows are appended. Each hundred is a lazy part, and so is each thousand; or it is a table with a `tbody` of
/// each hundred, which is one element to the rows around it.
package struct GrowingList: Program {
    package struct Model: Codable, Equatable, Sendable { var rows: Int }

    package enum Message: Codable, Equatable, Sendable {
        case more
        /// Returns to the first number of rows.
        case reset
    }

    private let first: Int
    private let isTable: Bool

    /// Creates the program.
    package init(from first: Int, isTable: Bool = false) {
        self.first = max(0, min(first, 100_000))
        self.isTable = isTable
    }

    package func start(_ visit: Visit) -> Start<Self> { Start(Model(rows: first)) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.rows = message == .more ? model.rows + 100 : first
        return .none
    }

    package func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("List") {
            button("Reset", .reset)
            if isTable { groups(model) } else { rows(model) }
            a(.href(page.link(to: "/")), .onVisible(.more)) { "More" }
        }
    }

    private func rows(_ model: Model) -> Html<Message> {
        ul {
            for start in stride(from: 0, to: model.rows, by: 1_000) {
                let rows = start..<min(start + 1_000, model.rows)
                lazy(rows) {
                    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: 100) {
                        let rows = start..<min(start + 100, rows.upperBound)
                        lazy(rows) {
                            for row in rows { li(.key(row)) { "Row \(row) of the list" } }
                        }
                    }
                }
            }
        }
    }

    private func groups(_ model: Model) -> Html<Message> {
        table {
            for start in stride(from: 0, to: model.rows, by: 100) {
                let rows = start..<min(start + 100, model.rows)
                lazy(rows) {
                    tbody(.key(start)) {
                        for row in rows { tr(.key(row)) { td { "Row \(row) of the list" } } }
                    }
                }
            }
        }
    }
}
