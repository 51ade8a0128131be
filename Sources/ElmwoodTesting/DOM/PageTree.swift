import ElmwoodViewTree

/// A page as its visitor sees it: its elements and texts, and what its controls hold by now.
///
/// All nodes stand in one list, in document order; a ``PageNode`` is a place in it.
package final class PageTree {
    /// One element or text.
    struct Record {
        /// The element's name in lower case, as the document has it; empty for a text.
        var tag: String
        /// What a text says.
        var text = ""
        /// The attributes as the document has them.
        var attributes: [PageAttribute] = []
        /// Where the element is that it stands in; -1 for the topmost.
        var parent: Int
        /// Where the next node is that does not stand in it.
        var end = 0
        var facts: NodeFacts = []

        /// Whether a button may open and close it: a dialog, or a popover.
        var isOpenable: Bool { tag == "dialog" || attributes.contains { $0.name == "popover" } }
    }

    var records: [Record] = []
    /// The view that it was made of; nil where a browser has told what it shows.
    private(set) var rendering: Rendering?
    /// What controls hold where that is not what was rendered, by place.
    var held: [Int: FieldValue] = [:]
    // What is looked for again and again is found once, when it is first asked for. Places, not nodes: these hold the tree.

    private lazy var controlPlaces = elements.filter { $0.isSubmittable }.map { $0.index }
    /// Which controls are tied to which labels.
    private(set) lazy var labels = LabelTable(self)
    /// Of each node the form that it stands in, by place; -1 where it stands in none.
    private lazy var forms = formsAround()

    init(of rendering: Rendering? = nil) {
        self.rendering = rendering
    }

    /// The topmost element; an element without anything where the page has none.
    package var root: PageNode {
        if records.isEmpty { records.append(Record(tag: "html", parent: -1, end: 1)) }
        return PageNode(self, records.firstIndex { !$0.tag.isEmpty } ?? 0)
    }

    /// All elements in document order.
    package var elements: PageElements { PageElements(self, 0..<records.count) }

    /// All controls in document order, buttons and hidden fields among them.
    var controls: [PageNode] { controlPlaces.map { PageNode(self, $0) } }

    /// The element at a place that ``PageNode/path`` named, on this page or on one like it; nil where there is none.
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

    /// The first element with that id.
    package func element(id: String) -> PageNode? {
        for index in records.indices {
            for attribute in records[index].attributes where attribute.name == "id" && attribute.value == id {
                return PageNode(self, index)
            }
        }
        return nil
    }

    /// The elements that ask for the focus; the first gets it when the page is loaded.
    var autofocusing: [PageNode] { elements.filter { $0.has("autofocus") && !$0.isDisabled } }

    /// The form that a node stands in.
    func form(around node: PageNode) -> PageNode? {
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

/// An attribute as the document has it.
package struct PageAttribute: Equatable, Sendable {
    package var name: String
    package var value: String
}

/// What is so of an element by where it stands.
struct NodeFacts: OptionSet {
    let rawValue: UInt8

    /// It, or something that it stands in, is not shown.
    static let hidden = Self(rawValue: 1 << 0)
    /// It, or something that it stands in, is `inert`.
    static let inert = Self(rawValue: 1 << 1)
    /// It stands in a disabled `fieldset`, and not in its legend.
    static let inDisabledFieldset = Self(rawValue: 1 << 2)
    /// It is markup that the program wrote itself, whose tree is not known.
    static let markup = Self(rawValue: 1 << 3)
    /// Elmwood has added it to the page: what is wrong with fields that the view says nowhere.
    static let added = Self(rawValue: 1 << 4)

    /// What goes for all that stands in an element of which it goes.
    static let inherited: Self = [.hidden, .inert, .inDisabledFieldset]
}

/// What a control holds.
package enum FieldValue: Equatable, Sendable {
    case text(String)
    case checked(Bool)
    /// The places of the options that are chosen, among those of the control.
    case chosen([Int])
    case files([TestFile])
}
