extension ContentSummary {
    /// Whether the content of the element that ends now may contain something invalid there. Every element needs this check, so it
    /// reads the summary of the content and no record. It belongs to the summary, not to the arena: a non-mutating method of the
    /// arena receives a copy of it.
    @inline(__always)
    func mustBeChecked(in name: ElementName) -> Bool {
        // `li` in `li` and the like: the fact of the content is a trait of the element.
        let own = Facts(name.traits).intersection(Self.ownFacts)
        if facts.isDisjoint(with: own), name.traits.isDisjoint(with: Self.suspects),
            traits.isDisjoint(with: Self.suspectContent)
        {
            return false
        }
        return mustBeCheckedClosely(in: name)
    }

    private static let ownFacts: Facts = [.anchor, .form, .button, .listItem, .description, .noBreak]
    private static let suspects: ElementTraits = [
        .rawText, .escapableRawText, .svg, .mathML, .tableRow, .tableSection, .heading, .particular,
    ]
    private static let suspectContent: ElementTraits = [.dependent, .tableRow, .tableCell, ElementTraits(.foreign)]

    @inline(never)
    private func mustBeCheckedClosely(in name: ElementName) -> Bool {
        let own = name.traits
        if !facts.isDisjoint(with: Arena.forbiddenFacts(in: name)) { return true }
        if own.contains(.escapableRawText) { return !kinds.isDisjoint(with: [.element, .comment]) }
        if own.contains(.rawText) || !own.isDisjoint(with: .foreign) { return !kinds.isEmpty }
        if own.contains(.tableRow) {
            return !kinds.isDisjoint(with: [.flow, .text])
                || !traits.isDisjoint(with: [.tablePart, .tableRow])
        }
        if own.contains(.tableSection) {
            return !kinds.isDisjoint(with: [.flow, .text])
                || !traits.isDisjoint(with: [.tablePart, .tableCell])
        }
        switch name {
        case .table:
            return !kinds.isDisjoint(with: [.flow, .text])
                || !traits.isDisjoint(with: [.tableRow, .tableCell])
        case .select, .colgroup, .html, .head, .template: return !kinds.isEmpty
        default:
            if own.contains(.heading), traits.contains(.heading) { return true }
            return !traits.isDisjoint(with: Self.suspectContent)
        }
    }
}
