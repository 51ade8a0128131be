import ElmwoodPageTree
import ElmwoodViewTree

/// What a visitor does with a row of a list that can be sorted: moves it before another row, or to the end of a list.
package struct RowDrag {
    /// What the row is called: the title of its handle.
    let title: String
    /// The name of the event of the list that it comes to: `board:done`.
    let event: String
    /// The key of the row.
    let key: String
    /// The key of the row that it comes before; nil at the end.
    let before: String?

    /// Returns the list that the row comes to.
    func list(in page: PageTree) -> PageNode? { page.elements.first { $0.sortEvent?.name == event } }

    /// Returns the handle of the row.
    func handle(in page: PageTree) -> PageNode? {
        page.elements.first { $0["data-handle"] == title && $0.sortedRow?["data-key"] == key }
    }

    /// Returns the row that it comes before.
    func next(in page: PageTree) -> PageNode? {
        before.flatMap { key in list(in: page)?.sortedRows.first { $0["data-key"] == key } }
    }

    /// Returns the button of the handle that brings the row nearer to its place; nil if it is there, or there is none.
    func button(in page: PageTree) -> PageNode? {
        guard let handle = handle(in: page), let row = handle.sortedRow, let list = list(in: page) else { return nil }
        let buttons = handle.descendants.filter { $0.tag == "button" }
        guard row.parent == list else {
            let name = event.split(separator: ":", maxSplits: 1).last.map(String.init)
            return buttons.first { $0["data-to"] == name }
        }
        let rows = list.sortedRows
        guard let place = rows.firstIndex(of: row) else { return nil }
        let wanted = before.flatMap { key in rows.firstIndex { $0["data-key"] == key } } ?? rows.count
        if wanted == place + 1 { return nil }
        let direction = wanted > place ? "elmwood-down" : "elmwood-up"
        return buttons.first { $0["class"] == direction }
    }

    /// The members that the script sends.
    var fields: [SentField] { [SentField("key", key)] + (before.map { [SentField("before", $0)] } ?? []) }
}

extension Finder {
    /// Returns the drag of a row, by the title of its handle, before another row or to the end of a list.
    package func drag(_ title: String, before other: String?, to list: String?) throws(FinderFailure) -> RowDrag {
        let row = try sortedRow(title)
        let next: PageNode?
        if let other { next = try sortedRow(other) } else { next = nil }
        var target = next?.parent ?? row.parent
        if let list {
            target = try pick(
                list,
                "list",
                from: scope.descendants.filter { $0.sortEvent != nil },
                called: { [$0["aria-label"] ?? ""] },
                listed: { $0["aria-label"] ?? "" },
                asWhat: { _ in "list" }
            )
        }
        guard let event = target?.sortEvent?.name, let key = row["data-key"] else {
            throw FinderFailure("The row “\(title)” has no key.")
        }
        return RowDrag(title: title, event: event, key: key, before: next?["data-key"])
    }

    private func sortedRow(_ title: String) throws(FinderFailure) -> PageNode {
        let handle = try pick(
            title,
            "row with a handle",
            from: scope.descendants.filter { $0.sortedRow != nil },
            called: { [$0["data-handle"] ?? ""] },
            listed: { $0["data-handle"] ?? "" },
            asWhat: { _ in "row" }
        )
        guard let row = handle.sortedRow else { throw FinderFailure("“\(title)” is in no list that can be sorted.") }
        return row
    }
}

extension PageNode {
    /// The event of a list that can be sorted.
    fileprivate var sortEvent: PayloadEvent? { self["data-on-x-sort"].flatMap(PayloadEvent.init) }

    /// The rows of a list that can be sorted.
    fileprivate var sortedRows: [PageNode] { children.filter { $0.has("data-key") } }

    /// The row that this handle belongs to.
    fileprivate var sortedRow: PageNode? {
        has("data-handle") ? closest { $0.parent?.has("data-on-x-sort") ?? false } : nil
    }
}
