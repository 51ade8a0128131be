import ElmwoodViewTree

/// A page from its visitor's point of view: its elements and texts, and the current values of its controls.
///
/// All nodes are in one list, in document order; a ``PageNode`` is an index in it.
package final class PageTree {
    /// An element or a text.
    package struct Record {
        /// The element's name in lower case, as in the document; empty for a text.
        package var tag: String
        /// The content of a text.
        package var text: String
        /// The attributes, as in the document.
        package var attributes: [PageAttribute]
        /// The index of the parent; -1 for the root.
        package var parent: Int
        /// The index of the first node after its content.
        package var end: Int
        package var facts: NodeFacts

        package init(
            tag: String,
            text: String = "",
            attributes: [PageAttribute] = [],
            parent: Int,
            end: Int = 0,
            facts: NodeFacts = []
        ) {
            self.tag = tag
            self.text = text
            self.attributes = attributes
            self.parent = parent
            self.end = end
            self.facts = facts
        }

        /// Whether a button may open and close it: a dialog, or a popover.
        package var isOpenable: Bool { tag == "dialog" || attributes.contains { $0.name == "popover" } }
    }

    package var records: [Record] = []
    /// The view that it was made from; nil if it was read from a browser.
    package private(set) var rendering: Rendering?
    /// The values of controls that differ from the rendered ones, by index.
    package var held: [Int: FieldValue] = [:]
    // Repeated searches are cached when they are first used. The caches contain indexes, since nodes retain the tree.

    private lazy var controlPlaces = elements.filter { $0.isSubmittable }.map { $0.index }
    /// The labels of each control.
    private(set) lazy var labels = LabelTable(self)
    /// The index of the form around each node; -1 if there is none.
    private lazy var forms = formsAround()

    package init(of rendering: Rendering? = nil) {
        self.rendering = rendering
    }

    /// The root element; an empty element if the page has none.
    package var root: PageNode {
        if records.isEmpty { records.append(Record(tag: "html", parent: -1, end: 1)) }
        return PageNode(self, records.firstIndex { !$0.tag.isEmpty } ?? 0)
    }

    /// All elements in document order.
    package var elements: PageElements { PageElements(self, 0..<records.count) }

    /// All controls in document order, including buttons and hidden fields.
    package var controls: [PageNode] { controlPlaces.map { PageNode(self, $0) } }

    /// Returns the element at a ``PageNode/path`` of this page or of an equal one; nil if there is none.
    package func node(at path: [Int]) -> PageNode? {
        var node = root
        for position in path {
            var children = node.elements.makeIterator()
            var child = children.next()
            for _ in 0..<max(position, 0) where child != nil { child = children.next() }
            guard let child else { return nil }
            node = child
        }
        return node
    }

    /// Returns the first element with that id.
    package func element(id: String) -> PageNode? {
        for index in records.indices {
            for attribute in records[index].attributes where attribute.name == "id" && attribute.value == id {
                return PageNode(self, index)
            }
        }
        return nil
    }

    /// The elements with `autofocus`. The first one gets the focus when the page is loaded.
    package var autofocusing: [PageNode] { elements.filter { $0.has("autofocus") && !$0.isDisabled } }

    /// Returns the form around a node.
    package func form(around node: PageNode) -> PageNode? {
        let form = forms[node.index]
        return form >= 0 ? PageNode(self, form) : nil
    }

    private func formsAround() -> [Int] {
        var forms: [Int] = []
        forms.reserveCapacity(records.count)
        for index in records.indices {
            let parent = records[index].parent
            forms.append(parent < 0 ? -1 : records[parent].tag == "form" ? parent : forms[parent])
        }
        return forms
    }
}

/// An attribute, as in the document.
package struct PageAttribute: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// Properties of an element that depend on its position.
package struct NodeFacts: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It or an element around it is not shown.
    package static let hidden = Self(rawValue: 1 << 0)
    /// It or an element around it is `inert`.
    package static let inert = Self(rawValue: 1 << 1)
    /// It is in a disabled `fieldset`, and not in its legend.
    package static let inDisabledFieldset = Self(rawValue: 1 << 2)
    /// It is raw markup, whose tree is unknown.
    package static let markup = Self(rawValue: 1 << 3)
    /// Elmwood has added it to the page: problems of fields that the view does not contain.
    package static let added = Self(rawValue: 1 << 4)

    /// The properties that the content of an element has as well.
    package static let inherited: Self = [.hidden, .inert, .inDisabledFieldset]
}

/// The value of a control.
package enum FieldValue: Equatable, Sendable {
    case text(String)
    case checked(Bool)
    /// The indexes of the chosen options, among those of the control.
    case chosen([Int])
    case files([TestFile])
}
