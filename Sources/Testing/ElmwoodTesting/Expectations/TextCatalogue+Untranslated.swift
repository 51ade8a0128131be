import Elmwood

extension TextCatalogue {
    /// Returns the names of the texts that are the same in a language as in the catalogue's first: those that are not translated yet.
    ///
    /// ```swift
    /// @Test func everythingIsInGerman() {
    ///     #expect(Texts.catalogue.untranslated(in: "de") == ["brand"])
    /// }
    /// ```
    ///
    /// For a language that began as a copy of another one. A text is found if it is a property of the type `String`, or is in a property
    /// that has such properties, as in `menu.title`. Texts that are functions are not compared.
    public func untranslated(in language: Language) -> [String] {
        Self.equalTexts(base.texts, self[language], named: "")
    }

    private static func equalTexts(_ left: Any, _ right: Any, named name: String) -> [String] {
        if let left = left as? String, let right = right as? String { return left == right ? [name] : [] }
        return zip(Mirror(reflecting: left).children.enumerated(), Mirror(reflecting: right).children)
            .flatMap { left, right in
                let label = left.element.label ?? "\(left.offset)"
                return equalTexts(left.element.value, right.value, named: name.isEmpty ? label : "\(name).\(label)")
            }
    }
}
