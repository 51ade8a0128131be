// Text-level semantics and edits (HTML Standard §4.5, §4.7).

/// A link, when it has `.href`; else a placeholder for one. No `a` may stand in another. (SVG's own is `SVG.a`.)
public func a<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.a, attributes, content)
}

/// Stress emphasis.
public func em<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.em, attributes, content)
}

/// Strong importance, seriousness or urgency.
public func strong<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.strong, attributes, content)
}

/// Side comments: small print.
public func small<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.small, attributes, content)
}

/// What is no longer right or relevant. (A removal is `del`.)
public func s<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.s, attributes, content)
}

/// The title of a work.
public func cite<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.cite, attributes, content)
}

/// A short quotation; the browser writes the quotation marks.
public func q<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.q, attributes, content)
}

/// The term that is defined here.
public func dfn<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.dfn, attributes, content)
}

/// An abbreviation; `.title` spells it out.
public func abbr<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.abbr, attributes, content)
}

/// Text with annotations above or beside it, as in East Asian typography.
public func ruby<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.ruby, attributes, content)
}

/// The annotation in a `ruby`.
public func rt<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.rt, attributes, content)
}

/// A parenthesis around a ruby annotation, for browsers that show no ruby.
public func rp<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.rp, attributes, content)
}

/// Content with its machine-readable form in `.value`.
public func data<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.data, attributes, content)
}

/// A date, a time or a duration, whose machine-readable form is `.datetime`.
public func time<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.time, attributes, content)
}

/// A fragment of computer code.
public func code<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.code, attributes, content)
}

/// A variable. A keyword of Swift: written `` `var` { … } ``.
public func `var`<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.var, attributes, content)
}

/// Output of a program.
public func samp<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.samp, attributes, content)
}

/// Input of a user, as from a keyboard.
public func kbd<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.kbd, attributes, content)
}

/// A subscript.
public func sub<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.sub, attributes, content)
}

/// A superscript.
public func sup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.sup, attributes, content)
}

/// Text in another voice or mood: a technical term, a foreign phrase, a thought.
public func i<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.i, attributes, content)
}

/// Text that attention is drawn to with no further importance: key words, a product's name.
public func b<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.b, attributes, content)
}

/// Text with a non-textual annotation: a misspelling, a proper name in Chinese.
public func u<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.u, attributes, content)
}

/// Text that is highlighted for its relevance, such as a match of a search.
public func mark<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mark, attributes, content)
}

/// Text kept apart from the direction of what is around it, such as a user's name.
public func bdi<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.bdi, attributes, content)
}

/// Text whose direction is overridden by `.dir`.
public func bdo<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.bdo, attributes, content)
}

/// A run of text with no meaning of its own.
public func span<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.span, attributes, content)
}

/// A line break that is part of the content, as in a poem or an address.
public func br<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.br, attributes)
}

/// A place where a line may be broken.
public func wbr<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.wbr, attributes)
}

/// What was added to the document.
public func ins<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.ins, attributes, content)
}

/// What was removed from the document.
public func del<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.del, attributes, content)
}
