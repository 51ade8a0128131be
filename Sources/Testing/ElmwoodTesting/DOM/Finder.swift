import ElmwoodPageTree

/// Finds nodes of a page by a visitor's names for them. If there is none, it throws a sentence with what the page has instead.
///
/// ```swift
/// let finder = try Finder(driver.page()).within("#list", containing: "Milk")
/// driver.act(.click(try finder.clickable("Delete")))
/// ```
package struct Finder {
    package let page: PageTree
    /// The part of the page that is searched.
    package let scope: PageNode

    /// Creates a finder for the whole page.
    package init(_ page: PageTree) {
        self.page = page
        scope = page.root
    }

    private init(_ page: PageTree, _ scope: PageNode) {
        self.page = page
        self.scope = scope
    }

    // MARK: Elements

    /// Returns the elements that match a selector, except hidden ones. Metadata in the head is not hidden, since browsers and
    /// search engines use it.
    ///
    /// - Throws: an error if the text is not a valid selector.
    package func all(_ selector: Selector) throws(FinderFailure) -> [PageNode] {
        if let problem = selector.problem { throw FinderFailure(problem) }
        return ([scope] + scope.descendants).filter { (!$0.isHidden || $0.isOfHead) && selector.matches($0) }
    }

    /// Returns the only element that matches a selector.
    package func one(_ selector: Selector) throws(FinderFailure) -> PageNode {
        let found = try all(selector)
        if found.count == 1, let only = found.first { return only }
        throw FinderFailure(
            found.isEmpty ? "There is no “\(selector)” here." : "There are \(found.count) “\(selector)” here."
        )
    }

    /// Returns a finder for a part of the page: the element that matches a selector. If several match, it is the one with that
    /// text, or the one with that number, counted from 1.
    package func within(
        _ selector: Selector,
        containing text: String? = nil,
        number: Int? = nil
    ) throws(FinderFailure) -> Finder {
        let all = try all(selector)
        var found = all
        if let text { found = all.filter { $0.text.contains(text) } }
        let with = text.map { " with the text “\($0)”" } ?? ""
        if found.isEmpty {
            let list = all.isEmpty ? "" : " There are: \(Self.list(all.map { "“\(Self.short($0.text))”" }))."
            throw FinderFailure("There is no “\(selector)”\(with) here.\(list)")
        }
        if let number {
            guard number >= 1, number <= found.count else {
                throw FinderFailure("There is no “\(selector)”\(with) number \(number) here: there are \(found.count).")
            }
            return Finder(page, found[number - 1])
        }
        guard found.count == 1 else {
            throw FinderFailure(
                "There are \(found.count) “\(selector)”\(with) here: say by containing: or number: which is meant."
            )
        }
        return Finder(page, found[0])
    }

    // MARK: Words

    /// Returns the candidate with a name, which must be visible.
    ///
    /// - Parameter isUsed: whether an action will be performed on it, which is impossible if it is disabled or inert.
    func pick(
        _ name: String,
        _ noun: String,
        from candidates: [PageNode],
        called names: (PageNode) -> [String],
        listed label: (PageNode) -> String,
        asWhat nounOf: (PageNode) -> String,
        isUsed: Bool = true
    ) throws(FinderFailure) -> PageNode {
        let meant = candidates.filter { names($0).contains(name) }
        let seen = meant.filter { !$0.isHidden }
        guard let first = seen.first else {
            if let hidden = meant.first { throw FinderFailure("The \(nounOf(hidden)) “\(name)” is hidden.") }
            throw FinderFailure(missing(name, noun, candidates.filter { !$0.isHidden }, label))
        }
        guard seen.count == 1 else {
            let nouns = Set(seen.map(nounOf))
            let noun = nouns.count == 1 ? "\(nouns.first ?? noun)s" : "things"
            throw FinderFailure("There are \(seen.count) \(noun) “\(name)” here: say within(…) which is meant.")
        }
        guard isUsed else { return first }
        if first.isInert { throw FinderFailure("The \(nounOf(first)) “\(name)” cannot be reached: it is inert.") }
        if first.isDisabled { throw FinderFailure("The \(nounOf(first)) “\(name)” is disabled.") }
        return first
    }

    private func missing(
        _ name: String,
        _ noun: String,
        _ others: [PageNode],
        _ label: (PageNode) -> String
    ) -> String {
        guard !others.isEmpty else { return "There is no \(noun) “\(name)” here, and no other one." }
        let list = others.map { other in
            "“\(Self.short(label(other)))”" + (other.state.map { " (\($0))" } ?? "")
        }
        return "There is no \(noun) “\(name)” here. There are: \(Self.list(list))."
    }

    /// Returns a list of items; only the first ones if there are many.
    static func list(_ items: [String]) -> String {
        guard items.count > 20 else { return items.joined(separator: ", ") }
        return items.prefix(18).joined(separator: ", ") + " and \(items.count - 18) more"
    }

    /// Returns the beginning of a text.
    static func short(_ text: String) -> String {
        text.count > 40 ? text.prefix(39) + "…" : text
    }
}

extension PageNode {
    /// Whether it is metadata of the whole page.
    fileprivate var isOfHead: Bool { tag == "title" || tag == "meta" || tag == "link" }

    /// Why it cannot be used, in a word; nil if it can.
    fileprivate var state: String? { isInert ? "inert" : isDisabled ? "disabled" : isReadOnly ? "read-only" : nil }
}

/// Why something was not found, or cannot be used, as a sentence.
package struct FinderFailure: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
