import Elmwood

/// The table of js-framework-benchmark: rows with a key, each with a label that selects it and a button that removes it.
package struct Rows: Program {
    /// The table's state.
    package struct Model: Codable, Equatable, Sendable {
        /// The rows in order.
        var rows: [Row] = []
        /// The id of the row that is selected.
        var selected: Int?
        /// The id of the next new row.
        var next = 1
    }

    /// One row.
    package struct Row: Codable, Equatable, Sendable, Identifiable {
        /// The row's unique id.
        package let id: Int
        /// Three words.
        var label: String
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        /// Replaces all rows with a thousand new ones.
        case create
        /// Appends a thousand new rows.
        case append
        /// Changes every tenth label.
        case update
        /// Swaps the second row and the last but one.
        case swap
        /// Removes all rows, and restarts the ids.
        case clear
        case select(Int)
        case remove(Int)
    }

    private let size: Int

    /// Creates the program.
    package init(rows size: Int = 1_000) {
        self.size = max(0, size)
    }

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .create:
            model.rows = []
            model.selected = nil
            add(to: &model)
        case .append:
            add(to: &model)
        case .update:
            for index in stride(from: 0, to: model.rows.count, by: 10) { model.rows[index].label += " !!!" }
        case .swap:
            if model.rows.count > 998 { model.rows.swapAt(1, 998) }
        case .clear:
            model = Model()
        case .select(let id):
            model.selected = id
        case .remove(let id):
            if let index = model.rows.firstIndex(where: { $0.id == id }) { model.rows.remove(at: index) }
        }
        return .none
    }

    private func add(to model: inout Model) {
        model.rows.reserveCapacity(model.rows.count + size)
        for id in model.next..<(model.next + size) {
            model.rows.append(Row(id: id, label: Label.text(id)))
        }
        model.next += size
    }

    package func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Rows") {
            h1 { "Rows" }
            button("Create 1,000 rows", .create)
            button("Append 1,000 rows", .append)
            button("Update every 10th row", .update)
            button("Swap two rows", .swap)
            button("Clear", .clear)
            table {
                tbody {
                    for row in model.rows {
                        let isSelected = row.id == model.selected
                        lazy(Shown(row: row, isSelected: isSelected)) { view(row, isSelected) }
                    }
                }
            }
        }
    }

    private struct Shown: Equatable, Sendable {
        let row: Row
        let isSelected: Bool
    }

    @HtmlBuilder<Message> private func view(_ row: Row, _ isSelected: Bool) -> Html<Message> {
        tr(.key(row.id), isSelected ? .class("danger") : .none) {
            td { "\(row.id)" }
            td { button(row.label, .select(row.id)) }
            td { button("×", .remove(row.id)) }
        }
    }
}

/// The labels of the rows: pseudorandom words of js-framework-benchmark's lists, the same in each run.
private enum Label {
    static func text(_ id: Int) -> String {
        // SplitMix64, seeded by the row: each row's words depend only on its id, in whatever order rows are made.
        var state = UInt64(truncatingIfNeeded: id) &* 0x9e37_79b9_7f4a_7c15
        func word(_ words: [String]) -> String {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return words[Int((mixed ^ mixed >> 31) % UInt64(words.count))]
        }
        return "\(word(adjectives)) \(word(colours)) \(word(nouns))"
    }

    private static let adjectives = [
        "pretty", "large", "big", "small", "tall", "short", "long", "handsome", "plain", "quaint", "clean", "elegant",
        "easy", "angry", "crazy", "helpful", "mushy", "odd", "unsightly", "adorable", "important", "inexpensive",
        "cheap", "expensive", "fancy",
    ]
    private static let colours = [
        "red", "yellow", "blue", "green", "pink", "brown", "purple", "white", "black", "orange",
    ]
    private static let nouns = [
        "table", "chair", "house", "bbq", "desk", "car", "pony", "cookie", "sandwich", "burger", "pizza", "mouse",
        "keyboard",
    ]
}
