import ElmwoodPageTree

/// A page at one moment of the test, or the part of it that the test was restricted to.
///
/// ```swift
/// let view = test.expectView()
/// #expect(view?.text(of: .h1) == "Counter")
/// ```
public struct View {
    let page: PageTree
    let finder: Finder

    init(_ finder: Finder) {
        page = finder.page
        self.finder = finder
    }

    /// The page's title.
    public var title: String { page.elements.first { $0.tag == "title" }?.text ?? "" }

    /// All visible text, with white space collapsed.
    public var text: String { body.text }

    /// The page as indented HTML, without what the framework adds.
    public var html: String {
        var writer = HTMLWriter()
        writer.write(body)
        return writer.text
    }

    /// Returns the text of the first element that matches the selector; nil if there is none.
    public func text(of selector: Selector) -> String? { texts(of: selector).first }

    /// Returns the texts of all elements that match the selector, in order.
    public func texts(of selector: Selector) -> [String] { nodes(selector).map(\.text) }

    /// Returns the value of an attribute of the first element that matches the selector; nil if there is none.
    public func attribute(_ name: String, of selector: Selector) -> String? {
        nodes(selector).first.flatMap { $0[name] }
    }

    /// Returns the number of elements that match the selector.
    public func count(of selector: Selector) -> Int { nodes(selector).count }

    private func nodes(_ selector: Selector) -> [PageNode] { (try? finder.all(selector)) ?? [] }

    /// The page's body, or the part that the test is restricted to.
    private var body: PageNode {
        guard finder.scope == page.root else { return finder.scope }
        return page.elements.first { $0.tag == "body" } ?? page.root
    }
}
