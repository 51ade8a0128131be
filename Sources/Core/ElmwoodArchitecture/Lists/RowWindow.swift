import ElmwoodLanguages
import ElmwoodViewTree

/// The rows that a view renders of a list that has a million: those that are seen, and some around them.
///
/// ```swift
/// let window = RowWindow("books", of: count, from: model.first)
/// window.list(onScroll: Message.scrolled) {
///     for index in window.rows { li(.key(index), .ariaPosinset(index + 1), .ariaSetsize(count)) { title(of: index) } }
/// }
/// window.pages("Pages") { first in page.link(to: "/?first=\(first)") }
///
/// case .scrolled(let first): model.first = first
/// ```
///
/// With script the list is as high as if all rows were there, and the visitor scrolls it as any other: the message says from which row on the view is
/// to render, and what is seen stays where it is. The height of the others is the mean of those that are rendered, so give rows one height in the style
/// sheet where they can have one. Browsers have no element of more than some 17 million pixels: a list that would be higher than 8 million has a
/// scroll bar that is proportional. Without script, ``pages(_:in:link:)`` leads to all rows.
///
/// State each row's place in `.ariaPosinset` and `.ariaSetsize` or, in a table, in `.ariaRowindex`, and the table's `.ariaRowcount`.
public struct RowWindow: Equatable, Sendable {
    /// The name of the list's event, which exists once in the view.
    public let name: String
    /// The number of all rows.
    public let count: Int
    /// The most rows that are rendered.
    public let size: Int
    /// The indices of the rows that the view renders.
    public let rows: Range<Int>

    /// Creates a window of a list. What begins beyond the last rows begins with those.
    ///
    /// - Parameters:
    ///   - name: the name of the list's event, which exists once in the view.
    ///   - count: the number of all rows.
    ///   - first: the index of the first row to render: that of the last message, 0 to begin with.
    ///   - size: the most rows to render, at least twice as many as can be seen at once.
    public init(_ name: String, of count: Int, from first: Int, size: Int = 100) {
        self.name = name
        // A script counts no further.
        self.count = min(max(0, count), 1 << 52)
        self.size = max(1, size)
        let start = min(max(0, first), max(0, self.count - self.size))
        rows = start..<min(self.count, start + self.size)
    }

    /// Writes the list, whose children are the rows.
    ///
    /// - Parameters:
    ///   - tag: the element: an `ol` unless it says otherwise.
    ///   - message: the message for the index of the first row that is to be rendered.
    public func list<Message: Encodable & Sendable>(
        as tag: HtmlElement = ol,
        _ attributes: Attribute<Message>...,
        onScroll message: @escaping @Sendable (Int) -> Message,
        @HtmlBuilder<Message> content: () throws -> Html<Message>
    ) rethrows -> Html<Message> {
        let last = max(0, count - rows.count)
        let own: [AttributeValue] = [
            Attribute<Message>.attribute("data-window", "\(rows.lowerBound) \(count)").value,
            Attribute<Message>.throttle(.milliseconds(200)).value,
            Attribute<Message>(
                dispatched: "x-scroll",
                name,
                otherwise: .controls,
                { (wanted: WantedRows) in
                    guard (0...last).contains(wanted.first) else { throw RowOutOfRange() }
                    return message(wanted.first)
                }
            ).value,
        ]
        return try element(tag.name, attributes, own: own, content)
    }

    /// Writes links to all rows, in pages of ``size``: to the pages beside this one, to the first and the last, and to some between.
    ///
    /// - Parameters:
    ///   - label: what visitors call the links, who hear the page.
    ///   - sentences: the texts of the links, in the language of the page.
    ///   - link: the address of the page that renders from a row on.
    public func pages<Message>(
        _ label: String,
        in sentences: Sentences = .english,
        link: (Int) -> String
    ) -> Html<Message> {
        let last = max(1, (count + size - 1) / size)
        let current = rows.upperBound == count ? last : rows.lowerBound / size + 1
        func address(_ page: Int) -> String { link((page - 1) * size) }
        return nav(.class("elmwood-pages"), .ariaLabel(label), .attribute("data-pages", name)) {
            if current > 1 { a(.href(address(current - 1)), .rel("prev")) { sentences[.previousPage] } }
            for page in Self.steps(from: current, to: last) {
                a(.href(address(page)), page == current ? .ariaCurrent(.page) : .none) { "\(page)" }
            }
            if current < last { a(.href(address(current + 1)), .rel("next")) { sentences[.nextPage] } }
        }
    }

    /// Returns the first page, the last, this one, and those that are 1, 10, 100 and so on away from it, so that few steps lead to any.
    private static func steps(from current: Int, to last: Int) -> [Int] {
        var pages: Set = [1, current, last]
        var distance = 1
        while distance < last {
            pages.formUnion([current - distance, current + distance].filter { (1...last).contains($0) })
            distance *= 10
        }
        return pages.sorted()
    }
}

/// The member that the script sends: the index of the first row that it wants.
private struct WantedRows: EventPayload {
    var first: Int
}

/// The script wants rows that the list does not have.
private struct RowOutOfRange: Error {}
