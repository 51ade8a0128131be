/// What a visitor sees: the page as it was when the test asked, or the part of it that the test was in.
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

    /// All that a visitor reads: what is hidden left out, white space folded.
    public var text: String { body.text }

    /// The same as HTML, indented, without what the framework adds.
    public var html: String {
        var writer = HTMLWriter()
        writer.write(body)
        return writer.text
    }

    /// The text of the first element that the selector means; nil where there is none.
    public func text(of selector: Selector) -> String? { texts(of: selector).first }

    /// The texts of all elements that the selector means, in order.
    public func texts(of selector: Selector) -> [String] { nodes(selector).map(\.text) }

    /// The value of an attribute of the first element that the selector means; nil where there is none.
    public func attribute(_ name: String, of selector: Selector) -> String? {
        nodes(selector).first.flatMap { $0[name] }
    }

    /// How many elements the selector means.
    public func count(of selector: Selector) -> Int { nodes(selector).count }

    private func nodes(_ selector: Selector) -> [PageNode] { (try? finder.all(selector)) ?? [] }

    /// The page's body, or the part that the test is in.
    private var body: PageNode {
        guard finder.scope == page.root else { return finder.scope }
        return page.elements.first { $0.tag == "body" } ?? page.root
    }
}
