/// An element or a text of a page, as a visitor sees it.
///
/// ```swift
/// let page = try driver.page()
/// for button in page.elements where button.tag == "button" { print(button.text, button.isDisabled) }
/// ```
package struct PageNode {
    /// The page that it is of.
    package let tree: PageTree
    let index: Int

    init(_ tree: PageTree, _ index: Int) {
        self.tree = tree
        self.index = index
    }

    var record: PageTree.Record { tree.records[index] }

    /// The element's name in lower case; empty for a text.
    package var tag: String { tree.records[index].tag }

    package var isElement: Bool { !tag.isEmpty }

    /// The attributes as the document has them.
    package var attributes: [PageAttribute] { tree.records[index].attributes }

    /// The value of an attribute; empty where it has none, nil where it is not there.
    package subscript(name: String) -> String? {
        for attribute in tree.records[index].attributes where attribute.name == name { return attribute.value }
        return nil
    }

    package func has(_ name: String) -> Bool { self[name] != nil }

    /// What stands straight in it, elements and texts.
    package var children: some Sequence<PageNode> {
        sequence(first: index + 1) { [tree] in tree.records[$0].end }
            .lazy.prefix { [end = record.end] in $0 < end }
            .map { [tree] in PageNode(tree, $0) }
    }

    /// The elements that stand straight in it.
    package var elements: some Sequence<PageNode> { children.filter { $0.isElement } }

    /// All elements in it, in document order.
    package var descendants: PageElements {
        PageElements(tree, index + 1..<max(index + 1, tree.records[index].end))
    }

    /// The controls in it, in document order, buttons and hidden fields among them.
    var controls: [PageNode] { tree.controls.filter { $0 != self && $0.isWithin(self) } }

    /// The element that it stands in.
    package var parent: PageNode? {
        let parent = tree.records[index].parent
        return parent >= 0 ? PageNode(tree, parent) : nil
    }

    /// The elements that it stands in, the closest first.
    package var ancestors: some Sequence<PageNode> {
        sequence(state: parent) { node in
            defer { node = node?.parent }
            return node
        }
    }

    /// It or the closest element around it of which that is so.
    package func closest(_ isMeant: (PageNode) -> Bool) -> PageNode? {
        isMeant(self) ? self : ancestors.first(where: isMeant)
    }

    /// Whether it stands in that element, or is it.
    package func isWithin(_ other: PageNode) -> Bool { index >= other.index && index < other.record.end }

    /// Where it is: the place of each element from the top on among the elements that stand beside it. What Elmwood has added
    /// to the document is not counted.
    package var path: [Int] {
        var path: [Int] = []
        var node = self
        while let parent = node.parent {
            path.append(
                parent.elements.lazy.filter { !$0.record.facts.contains(.added) }.prefix { $0 != node }.reduce(0) {
                    count,
                    _ in count + 1
                }
            )
            node = parent
        }
        return path.reversed()
    }

    /// Whether it is not shown: for it or something around it is `hidden`, in a closed `details` or `dialog`, a `template`.
    package var isHidden: Bool { tree.records[index].facts.contains(.hidden) }

    /// Whether nothing can be done with it, since it or something around it is `inert`.
    package var isInert: Bool { tree.records[index].facts.contains(.inert) }
}

/// The elements between two places of a page, in document order.
package struct PageElements: Sequence, IteratorProtocol {
    private let tree: PageTree
    private var index: Int
    private let end: Int

    init(_ tree: PageTree, _ range: Range<Int>) {
        self.tree = tree
        index = range.lowerBound
        end = range.upperBound
    }

    package mutating func next() -> PageNode? {
        while index < end {
            defer { index += 1 }
            if !tree.records[index].tag.isEmpty { return PageNode(tree, index) }
        }
        return nil
    }
}

extension PageNode: Equatable {
    package static func == (left: Self, right: Self) -> Bool { left.tree === right.tree && left.index == right.index }
}

extension PageNode: CustomStringConvertible {
    /// The start tag with what tells the element apart: `<button.add#more>`.
    package var description: String {
        guard isElement else { return "“\(record.text)”" }
        let id = self["id"].map { "#\($0)" } ?? ""
        let classes = (self["class"] ?? "").split(separator: " ").map { ".\($0)" }.joined()
        return "<\(tag)\(id)\(classes)>"
    }
}
