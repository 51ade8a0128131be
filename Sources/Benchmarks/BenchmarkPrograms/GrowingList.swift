import Elmwood

/// A list to which a hundred rows are appended, each hundred a lazy part.
package struct GrowingList: Program {
    package struct Model: Codable, Equatable, Sendable { var rows: Int }

    package enum Message: Codable, Equatable, Sendable {
        case more
        /// Returns to the first number of rows.
        case reset
    }

    private let first: Int

    /// Creates the program.
    package init(from first: Int) { self.first = max(0, min(first, 100_000)) }

    package func start(_ visit: Visit) -> Start<Self> { Start(Model(rows: first)) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.rows = message == .more ? model.rows + 100 : first
        return .none
    }

    package func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("List") {
            button("Reset", .reset)
            ul {
                for start in stride(from: 0, to: model.rows, by: 100) {
                    let numbers = start..<(start + 100)
                    lazy(numbers) {
                        for number in numbers { li(.key(number)) { "Row \(number) of the list" } }
                    }
                }
            }
            a(.href(page.link(to: "/")), .onVisible(.more)) { "More" }
        }
    }
}
