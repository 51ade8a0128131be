import Elmwood

/// A table of 1,000 rows of three cells, with a button in each row.
package struct Table: Program {
    /// The table's state.
    package struct Model: Codable, Equatable, Sendable {
        /// The rows in order.
        public var rows: [Row]
    }

    /// One row.
    package struct Row: Codable, Equatable, Sendable, Identifiable {
        /// The row's unique id.
        public let id: Int
        /// Its name.
        var label: String
        /// An arbitrary number.
        var number: Int
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case remove(id: Int)
    }

    /// The rows that every session begins with.
    private let rows: [Row]

    /// Creates the program with that many rows.
    package init(rows count: Int = 1_000) {
        rows = (1...max(1, count)).map { id in
            Row(id: id, label: "Row number \(id)", number: id &* 7_919 % 10_007)
        }
    }

    /// The model that every session begins with.
    public var model: Model { Model(rows: rows) }

    package func start(_ visit: Visit) -> Start<Self> { Start(model) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .remove(let id): model.rows.removeAll { $0.id == id }
        }
        return .none
    }

    package func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Table") {
            h1 { "Table" }
            table {
                tbody {
                    for row in model.rows {
                        tr(.key(row.id)) {
                            td { "\(row.id)" }
                            td { row.label }
                            td {
                                "\(row.number)"
                                button("Remove", .remove(id: row.id))
                            }
                        }
                    }
                }
            }
        }
    }
}
