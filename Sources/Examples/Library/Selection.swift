import Elmwood

/// What a visitor wants to see of the catalogue: the query of the page's address.
struct Selection: Codable, Hashable, Sendable {
    /// How many books a page has.
    static let step = 25

    enum Order: String, Codable, CaseIterable {
        case title, author, year, shelf
    }

    /// What was searched for.
    var text = ""
    var order = Order.title
    var isDescending = false
    var page = 1
    /// The index of the first row that is rendered of the endless list; nil if the list has pages.
    var first: Int?
}

extension Selection {
    /// Reads a query. What it does not say, or says wrongly, is as without it.
    init(_ query: Query) {
        text = String((query["q"] ?? "").prefix(characters: 60, bytes: 240))
        let sort = query["sort"] ?? ""
        isDescending = sort.hasPrefix("-")
        order = Order(rawValue: isDescending ? String(sort.dropFirst()) : sort) ?? .title
        page = query.number("page", in: 1...1_000_000) ?? 1
        if query["list"] == "endless" { first = query.number("from", in: 0...1_000_000) ?? 0 }
    }

    /// The words that a book must have, each in its title, its author or its shelf number.
    var words: [String] { text.split(whereSeparator: \.isWhitespace).prefix(8).map(String.init) }

    /// The parameter that says the order.
    var sort: String { (isDescending ? "-" : "") + order.rawValue }

    /// The path with the query that says the same. What is as without it is left out.
    var path: String {
        var query = Query()
        if !text.isEmpty { query.parameters.append(("q", text)) }
        if sort != Order.title.rawValue { query.parameters.append(("sort", sort)) }
        if page > 1 { query.parameters.append(("page", "\(page)")) }
        if first != nil { query.parameters.append(("list", "endless")) }
        if let first, first > 0 { query.parameters.append(("from", "\(first)")) }
        return Page.path(query: query)
    }

    /// Returns the selection with that page.
    func showing(page: Int) -> Self {
        var copy = self
        copy.page = page
        return copy
    }

    /// Returns the selection from its beginning, as an endless list or with pages.
    func showing(endlessly isEndless: Bool) -> Self {
        var copy = showing(page: 1)
        copy.first = isEndless ? 0 : nil
        return copy
    }

    /// Returns the selection as an endless list that is rendered from that row on.
    func showing(from first: Int) -> Self {
        var copy = self
        copy.first = first
        return copy
    }

    /// The rows that are rendered of the endless list, of that many.
    func window(of count: Int) -> RowWindow? { first.map { RowWindow("books", of: count, from: $0) } }

    /// Returns the selection from its beginning, with a text that is searched for.
    func searching(_ text: String) -> Self {
        var copy = showing(endlessly: first != nil)
        copy.text = text
        return copy
    }

    /// Returns the selection from its beginning, in that order, or the other way round if it is in that order.
    func sorted(by order: Order) -> Self {
        var copy = showing(endlessly: first != nil)
        copy.isDescending = order == self.order && !isDescending
        copy.order = order
        return copy
    }
}
