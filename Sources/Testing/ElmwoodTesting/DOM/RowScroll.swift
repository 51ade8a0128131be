import ElmwoodPageTree
import ElmwoodViewTree

/// What a visitor does to see a row of a list of which a window is rendered: scrolls to it or, without script, follows the links of its pages.
package struct RowScroll {
    /// The name of the list's event.
    let name: String
    /// The index of the row.
    let row: Int

    /// Returns the list, with the indices of the rows that are rendered and the number of all.
    func list(in page: PageTree) -> (node: PageNode, rows: Range<Int>, count: Int)? {
        for node in page.elements where node["data-on-x-scroll"].flatMap(PayloadEvent.init)?.name == name {
            let numbers = (node["data-window"] ?? "").split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 2, let start = numbers.first, let count = numbers.last else { continue }
            return (node, start..<start + node.children.filter { $0.isElement }.count, count)
        }
        return nil
    }

    /// Returns the first row that the script asks for; nil if the row is rendered with some around it.
    func wanted(in page: PageTree) -> Int? {
        guard let (_, rows, count) = list(in: page), (0..<count).contains(row) else { return nil }
        let first = max(0, min(count - rows.count, row - rows.count / 3))
        return first == rows.lowerBound ? nil : first
    }

    /// Returns the link that leads nearest to the row; nil if the row is there, or no link leads nearer.
    func link(in page: PageTree) -> PageNode? {
        guard let (_, rows, _) = list(in: page), !rows.contains(row), !rows.isEmpty else { return nil }
        let wanted = row / rows.count + 1
        let links = page.elements.filter { node in
            node.tag == "a" && node.closest { $0["data-pages"] == name } != nil && Int(node.text) != nil
        }
        let nearest = links.min { distance($0, wanted) < distance($1, wanted) }
        return nearest.flatMap { $0.has("aria-current") ? nil : $0 }
    }

    private func distance(_ link: PageNode, _ page: Int) -> Int { abs((Int(link.text) ?? 0) - page) }
}
