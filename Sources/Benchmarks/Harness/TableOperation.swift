/// An operation of js-framework-benchmark on a page with the table, and its expected result.
struct TableOperation {
    let name: String
    /// The messages before it, which are not measured.
    let preparation: [String]
    /// The message.
    let message: String
    /// The upper limits of the CPU time, in bare GETs, and of the patch's size; nil for information only.
    let limit: (ratio: Double, bytes: Int)?
    /// The table that the page shows after it.
    private let shown: Shown

    /// Whether that is the expected table.
    func leads(to shown: Shown) -> Bool { shown == self.shown }

    /// The table that a page shows.
    struct Shown: Equatable {
        /// The keys of the rows in order.
        var keys: [Int]
        /// The keys of the selected rows.
        var selected: [Int] = []
        /// The keys of the updated rows.
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

    /// All operations. A cleared table begins with the id 1 again, so that each has the same rows in each round.
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
