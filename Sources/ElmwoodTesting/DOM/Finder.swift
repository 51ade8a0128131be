/// Finds on a page what a visitor speaks of, and says in a sentence what is there instead where there is no such thing.
///
/// ```swift
/// let finder = try Finder(driver.page()).within("#list", containing: "Milk")
/// driver.act(.click(try finder.clickable("Delete")))
/// ```
package struct Finder {
    package let page: PageTree
    /// Where is looked.
    package let scope: PageNode

    /// Looks on the whole page.
    package init(_ page: PageTree) {
        self.page = page
        scope = page.root
    }

    private init(_ page: PageTree, _ scope: PageNode) {
        self.page = page
        self.scope = scope
    }

    // MARK: Elements

    /// The elements that a selector means, those that are hidden left out. What the head says of the page is not
    /// hidden: browsers and search engines go by it.
    ///
    /// - Throws: where the text is no selector.
    package func all(_ selector: Selector) throws(FinderFailure) -> [PageNode] {
        if let problem = selector.problem { throw FinderFailure(problem) }
        return ([scope] + scope.descendants).filter { (!$0.isHidden || $0.isOfHead) && selector.matches($0) }
    }

    /// The one element that a selector means.
    package func one(_ selector: Selector) throws(FinderFailure) -> PageNode {
        let found = try all(selector)
        if found.count == 1, let only = found.first { return only }
        throw FinderFailure(
            found.isEmpty ? "There is no “\(selector)” here." : "There are \(found.count) “\(selector)” here."
        )
    }

    /// Looks in a part of the page alone: in the element that a selector means, of several in the one with that text, or in
    /// that one of them, counted from 1.
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

    /// What is found of a name among candidates: the one that can be seen.
    ///
    /// - Parameter isUsed: whether something is to be done with it: with what is disabled or inert nothing can.
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

    /// Some things, of many the first.
    static func list(_ items: [String]) -> String {
        guard items.count > 20 else { return items.joined(separator: ", ") }
        return items.prefix(18).joined(separator: ", ") + " and \(items.count - 18) more"
    }

    /// The beginning of a text.
    static func short(_ text: String) -> String {
        text.count > 40 ? text.prefix(39) + "…" : text
    }
}

extension PageNode {
    /// Whether it says something of the page as a whole.
    fileprivate var isOfHead: Bool { tag == "title" || tag == "meta" || tag == "link" }

    /// Why it cannot be used, in a word; nil where it can.
    fileprivate var state: String? { isInert ? "inert" : isDisabled ? "disabled" : isReadOnly ? "read-only" : nil }
}

/// Why something was not found, or cannot be done, as a sentence.
package struct FinderFailure: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
