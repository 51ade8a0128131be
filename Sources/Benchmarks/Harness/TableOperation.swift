/// An operation of js-framework-benchmark: what is done on a page with the table, and what the page shows then.
struct TableOperation {
    let name: String
    /// What is done before, and not measured.
    let preparation: [String]
    /// The message.
    let message: String
    /// CPU time in bare GETs, and size of the patch, at most; nil where it only informs.
    let limit: (ratio: Double, bytes: Int)?
    /// What the page shows after it.
    private let shown: Shown

    /// Whether that is what the page is to show after it.
    func leads(to shown: Shown) -> Bool { shown == self.shown }

    /// What a page with the table shows.
    struct Shown: Equatable {
        /// The keys of the rows in their order.
        var keys: [Int]
        /// The keys of the rows that are selected.
        var selected: [Int] = []
        /// The keys of the rows that were updated.
        var updated: [Int] = []

        init(_ keys: [Int], selected: [Int] = [], updated: [Int] = []) {
            self.keys = keys
            self.selected = selected
            self.updated = updated
        }

        /// Reads the table of a page.
        init(html: String) {
            keys = []
            for row in html.split(separator: "<tr ").dropFirst() {
                let key = Int(row.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }) ?? 0
                keys.append(key)
                if row.contains("class=\"danger\"") { selected.append(key) }
                if row.contains("!!!") { updated.append(key) }
            }
        }
    }

    /// All of them. A table that is cleared begins with the id 1 again, so that each has the same rows in each round.
    static let all: [TableOperation] = {
        let empty = ["clear"]
        let full = ["clear", "create"]
        let keys = Array(1...1_000)
        var swapped = keys
        swapped.swapAt(1, 998)
        return [
            Self(
                name: "create 1,000 rows",
                preparation: empty,
                message: "create",
                limit: (160, 100_000),
                shown: Shown(keys)
            ),
            Self(
                name: "replace all rows",
                preparation: full,
                message: "create",
                limit: nil,
                shown: Shown(keys.map { $0 + 1_000 })
            ),
            Self(
                name: "update every 10th row",
                preparation: full,
                message: "update",
                limit: (35, 4_096),
                shown: Shown(keys, updated: Array(stride(from: 1, to: 1_000, by: 10)))
            ),
            Self(name: "swap 2 rows", preparation: full, message: "swap", limit: (16, 80), shown: Shown(swapped)),
            Self(
                name: "select one row",
                preparation: full,
                message: "select(500)",
                limit: (16, 80),
                shown: Shown(keys, selected: [500])
            ),
            Self(
                name: "select another row",
                preparation: full + ["select(500)"],
                message: "select(501)",
                limit: (16, 80),
                shown: Shown(keys, selected: [501])
            ),
            Self(
                name: "remove one row",
                preparation: full,
                message: "remove(500)",
                limit: (16, 80),
                shown: Shown(keys.filter { $0 != 500 })
            ),
            Self(
                name: "append 1,000 rows",
                preparation: full,
                message: "append",
                limit: nil,
                shown: Shown(Array(1...2_000))
            ),
            Self(name: "clear", preparation: full, message: "clear", limit: nil, shown: Shown([])),
        ]
    }()
}
