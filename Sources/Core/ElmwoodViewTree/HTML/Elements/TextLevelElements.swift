// Text-level semantics (HTML Standard §4.5).

/// A link if it has `.href`; else a placeholder for one. Links cannot be nested. (SVG's own is `SVG.a`.)
@inlinable
public func a<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.a, attributes, content)
}

/// `a`, empty.
@inlinable
public func a<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.a, attributes)
}

/// Stress emphasis.
@inlinable
public func em<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.em, attributes, content)
}

/// `em`, empty.
@inlinable
public func em<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.em, attributes)
}

/// Strong importance, seriousness or urgency.
@inlinable
public func strong<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.strong, attributes, content)
}

/// `strong`, empty.
@inlinable
public func strong<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.strong, attributes)
}

/// Side comments: small print.
@inlinable
public func small<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.small, attributes, content)
}

/// `small`, empty.
@inlinable
public func small<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.small, attributes)
}

/// Content that is no longer right or relevant. (A removal is `del`.)
@inlinable
public func s<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.s, attributes, content)
}

/// `s`, empty.
@inlinable
public func s<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.s, attributes)
}

/// The title of a work.
@inlinable
public func cite<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.cite, attributes, content)
}

/// `cite`, empty.
@inlinable
public func cite<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.cite, attributes)
}

/// A short quotation; the browser writes the quotation marks.
@inlinable
public func q<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.q, attributes, content)
}

/// `q`, empty.
@inlinable
public func q<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.q, attributes)
}

/// The term that is defined at this point.
@inlinable
public func dfn<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.dfn, attributes, content)
}

/// `dfn`, empty.
@inlinable
public func dfn<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.dfn, attributes)
}

/// An abbreviation; `.title` spells it out.
@inlinable
public func abbr<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.abbr, attributes, content)
}

/// `abbr`, empty.
@inlinable
public func abbr<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.abbr, attributes)
}

/// Content with a machine-readable form in `.value`.
@inlinable
public func data<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.data, attributes, content)
}

/// `data`, empty.
@inlinable
public func data<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.data, attributes)
}

/// A date, a time or a duration, whose machine-readable form is `.datetime`.
@inlinable
public func time<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.time, attributes, content)
}

/// `time`, empty.
@inlinable
public func time<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.time, attributes)
}

/// A fragment of computer code.
@inlinable
public func code<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.code, attributes, content)
}

/// `code`, empty.
@inlinable
public func code<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.code, attributes)
}

/// A variable. The name is a keyword of Swift, and is written in backquotes.
@inlinable
public func `var`<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.var, attributes, content)
}

/// `var`, empty.
@inlinable
public func `var`<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.var, attributes)
}

/// Output of a program.
@inlinable
public func samp<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.samp, attributes, content)
}

/// `samp`, empty.
@inlinable
public func samp<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.samp, attributes)
}

/// Input of a user, as from a keyboard.
@inlinable
public func kbd<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.kbd, attributes, content)
}

/// `kbd`, empty.
@inlinable
public func kbd<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.kbd, attributes)
}

/// A subscript.
@inlinable
public func sub<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.sub, attributes, content)
}

/// `sub`, empty.
@inlinable
public func sub<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.sub, attributes)
}

/// A superscript.
@inlinable
public func sup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.sup, attributes, content)
}

/// `sup`, empty.
@inlinable
public func sup<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.sup, attributes)
}

/// Text in another voice or mood: a technical term, a foreign phrase, a thought.
@inlinable
public func i<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.i, attributes, content)
}

/// `i`, empty.
@inlinable
public func i<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.i, attributes)
}

/// Text that attracts attention without further importance: key words, a product's name.
@inlinable
public func b<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.b, attributes, content)
}

/// `b`, empty.
@inlinable
public func b<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.b, attributes)
}

/// Text with a non-textual annotation: a misspelling, a proper name in Chinese.
@inlinable
public func u<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.u, attributes, content)
}

/// `u`, empty.
@inlinable
public func u<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.u, attributes)
}

/// Text that is highlighted for its relevance, such as a search match.
@inlinable
public func mark<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mark, attributes, content)
}

/// `mark`, empty.
@inlinable
public func mark<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mark, attributes)
}

/// Text isolated from the direction of the surrounding text, such as a user's name.
@inlinable
public func bdi<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.bdi, attributes, content)
}

/// `bdi`, empty.
@inlinable
public func bdi<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.bdi, attributes)
}

/// Text whose direction is overridden by `.dir`.
@inlinable
public func bdo<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.bdo, attributes, content)
}

/// `bdo`, empty.
@inlinable
public func bdo<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.bdo, attributes)
}

/// A run of text with no meaning of its own.
@inlinable
public func span<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.span, attributes, content)
}

/// `span`, empty.
@inlinable
public func span<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.span, attributes)
}

/// A line break that is part of the content, as in a poem or an address.
@inlinable
public func br<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.br, attributes)
}

/// A place where a line may be broken.
@inlinable
public func wbr<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.wbr, attributes)
}
