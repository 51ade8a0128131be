import Elmwood

/// What a visitor wants to see of the catalogue: the query of the page's address.
struct Selection: Codable, Hashable, Sendable {
    /// How many books a page has, and by how many the endless list grows.
    static let step = 25
    /// The most rows of the endless list. A visitor finds the others by searching.
    static let mostRows = 1000

    enum Order: String, Codable, CaseIterable {
        case title, author, year, shelf
    }

    /// What was searched for.
    var text = ""
    var order = Order.title
    var isDescending = false
    var page = 1
    /// The number of rows of the endless list; nil if the list has pages.
    var rows: Int?
}

extension Selection {
    /// Reads a query. What it does not say, or says wrongly, is as without it.
    init(_ query: Query) {
        text = String((query["q"] ?? "").prefix(characters: 60, bytes: 240))
        let sort = query["sort"] ?? ""
        isDescending = sort.hasPrefix("-")
        order = Order(rawValue: isDescending ? String(sort.dropFirst()) : sort) ?? .title
        page = query.number("page", in: 1...1_000_000) ?? 1
        if query["list"] == "endless" {
            rows = query.number("rows", in: Self.step...Self.mostRows) ?? Self.step
        }
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
        if rows != nil { query.parameters.append(("list", "endless")) }
        if let rows, rows > Self.step { query.parameters.append(("rows", "\(rows)")) }
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
        copy.rows = isEndless ? Self.step : nil
        return copy
    }

    /// Returns the selection with more rows.
    func showingMore() -> Self {
        var copy = self
        copy.rows = min((rows ?? 0) + Self.step, Self.mostRows)
        return copy
    }

    /// Returns the selection from its beginning, with a text that is searched for.
    func searching(_ text: String) -> Self {
        var copy = showing(endlessly: rows != nil)
        copy.text = text
        return copy
    }

    /// Returns the selection from its beginning, in that order, or the other way round if it is in that order.
    func sorted(by order: Order) -> Self {
        var copy = showing(endlessly: rows != nil)
        copy.isDescending = order == self.order && !isDescending
        copy.order = order
        return copy
    }
}
