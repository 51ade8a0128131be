/// An element or a text of a page, from the visitor's point of view.
///
/// ```swift
/// let page = try driver.page()
/// for button in page.elements where button.tag == "button" { print(button.text, button.isDisabled) }
/// ```
package struct PageNode {
    /// The page of the node.
    package let tree: PageTree
    package let index: Int

    package init(_ tree: PageTree, _ index: Int) {
        self.tree = tree
        self.index = index
    }

    package var record: PageTree.Record { tree.records[index] }

    /// The element's name in lower case; empty for a text.
    package var tag: String { tree.records[index].tag }

    package var isElement: Bool { !tag.isEmpty }

    /// The attributes, as in the document.
    package var attributes: [PageAttribute] { tree.records[index].attributes }

    /// The value of an attribute: empty if it has none, nil if it is not present.
    package subscript(name: String) -> String? {
        for attribute in tree.records[index].attributes where attribute.name == name { return attribute.value }
        return nil
    }

    package func has(_ name: String) -> Bool { self[name] != nil }

    /// The child elements and texts.
    package var children: some Sequence<PageNode> {
        sequence(first: index + 1) { [tree] in tree.records[$0].end }
            .lazy.prefix { [end = record.end] in $0 < end }
            .map { [tree] in PageNode(tree, $0) }
    }

    /// The child elements.
    package var elements: some Sequence<PageNode> { children.filter { $0.isElement } }

    /// All elements in it, in document order.
    package var descendants: PageElements {
        PageElements(tree, index + 1..<max(index + 1, tree.records[index].end))
    }

    /// The controls in it, in document order, including buttons and hidden fields.
    package var controls: [PageNode] { tree.controls.filter { $0 != self && $0.isWithin(self) } }

    /// The parent element.
    package var parent: PageNode? {
        let parent = tree.records[index].parent
        return parent >= 0 ? PageNode(tree, parent) : nil
    }

    /// The elements around it, the closest first.
    package var ancestors: some Sequence<PageNode> {
        sequence(state: parent) { node in
            defer { node = node?.parent }
            return node
        }
    }

    /// Returns the node or the closest element around it that fulfils the condition.
    package func closest(_ isMeant: (PageNode) -> Bool) -> PageNode? {
        isMeant(self) ? self : ancestors.first(where: isMeant)
    }

    /// Whether it is in that element, or is it.
    package func isWithin(_ other: PageNode) -> Bool { index >= other.index && index < other.record.end }

    /// Its path: the index of each element from the root on, among its sibling elements. Elements that Elmwood has added to the
    /// document are not counted.
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

    /// Whether it is not shown: it or an element around it is `hidden`, in a closed `details` or `dialog`, or a `template`.
    package var isHidden: Bool { tree.records[index].facts.contains(.hidden) }

    /// Whether it cannot be used, since it or an element around it is `inert`.
    package var isInert: Bool { tree.records[index].facts.contains(.inert) }
}

/// The elements within a range of indexes, in document order.
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
    /// The start tag with the attributes that identify the element: `<button.add#more>`.
    package var description: String {
        guard isElement else { return "“\(record.text)”" }
        let id = self["id"].map { "#\($0)" } ?? ""
        let classes = (self["class"] ?? "").split(separator: " ").map { ".\($0)" }.joined()
        return "<\(tag)\(id)\(classes)>"
    }
}
