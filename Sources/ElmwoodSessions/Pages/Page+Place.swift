import ElmwoodArchitecture
import ElmwoodFormData

extension Page {
    /// The page that the program has at another of its paths, which may have a query; a fragment is the browser's alone.
    package func place(at path: String) -> Page {
        let sent = path.prefix { $0 != "#" }
        let parts = sent.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var page = Page(path: String(parts.first ?? "/"), base: base, isLive: isLive)
        if parts.count > 1 { page.query = Query(urlencoded: String(parts[1])) }
        return page
    }

    /// Whether the other page is at the same address.
    func isPlace(of other: Page) -> Bool { path == other.path && query == other.query }

    /// The page that is shown once those commands have been carried out.
    func moved(by commands: [SessionCommand]) -> Page {
        for command in commands.reversed() {
            if case .page(let command) = command.kind, let path = command.path { return place(at: path) }
        }
        return self
    }
}

extension Visit {
    /// The same visit of another of the program's paths, which may have a query.
    func place(at path: String) -> Visit {
        let place = Page().place(at: path)
        var visit = self
        visit.path = place.path
        visit.query = place.query
        return visit
    }
}

extension Query {
    /// Reads an address's query, the part behind the question mark. One that breaks the limits of a form counts as empty.
    package init(urlencoded query: String) {
        guard !query.isEmpty, let data = try? FormData(urlencoded: Array(query.utf8)) else {
            self.init()
            return
        }
        self.init(data.entries.map { (name: $0.name, value: $0.value.text ?? "") })
    }
}
