import ElmwoodArchitecture
import ElmwoodFormData

extension Page {
    /// Returns the page at another path of the program, which may have a query. A fragment stays in the browser and is removed.
    package func moved(to path: String) -> Page {
        let sent = path.prefix { $0 != "#" }
        let parts = sent.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var page = Page(path: String(parts.first ?? "/"), base: base, isLive: isLive)
        (page.request, page.client) = (request, client)
        if parts.count > 1 { page.query = Query(urlencoded: String(parts[1])) }
        return page
    }

    /// Whether the other page is at the same address.
    func hasAddress(of other: Page) -> Bool { path == other.path && query == other.query }

    /// Returns the page that is shown after these commands.
    func moved(by commands: [SessionCommand]) -> Page {
        for command in commands.reversed() {
            if case .page(let command) = command.kind, let path = command.path { return moved(to: path) }
        }
        return self
    }
}

extension Visit {
    /// Returns the same visit with another path of the program, which may have a query.
    func moved(to path: String) -> Visit {
        let page = Page().moved(to: path)
        var visit = self
        visit.path = page.path
        visit.query = page.query
        return visit
    }
}

extension Query {
    /// Reads the query of an address, without the question mark. A query that exceeds the limits of a form counts as empty.
    package init(urlencoded query: String) {
        guard !query.isEmpty, let data = try? FormData(urlencoded: Array(query.utf8)) else {
            self.init()
            return
        }
        self.init(data.entries.map { (name: $0.name, value: $0.value.text ?? "") })
    }
}
