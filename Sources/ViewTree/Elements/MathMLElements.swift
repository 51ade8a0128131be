// Mathematics (MathML Core).

/// A formula.
public func math<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.math, attributes, content)
}

/// An identifier of a formula: a variable, a function's name.
public func mi<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mi, attributes, content)
}

/// A number of a formula.
public func mn<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mn, attributes, content)
}

/// An operator, fence or separator of a formula.
public func mo<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mo, attributes, content)
}

/// A string literal of a formula.
public func ms<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.ms, attributes, content)
}

/// Text within a formula.
public func mtext<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mtext, attributes, content)
}

/// A space of a given size within a formula.
public func mspace<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mspace, attributes, content)
}

/// A group of a formula's parts in a row.
public func mrow<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mrow, attributes, content)
}

/// A fraction: the numerator, then the denominator.
public func mfrac<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mfrac, attributes, content)
}

/// A square root.
public func msqrt<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.msqrt, attributes, content)
}

/// A root: the base, then the index.
public func mroot<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mroot, attributes, content)
}

/// A change of style within a formula.
public func mstyle<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mstyle, attributes, content)
}

/// What is wrong in a formula.
public func merror<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.merror, attributes, content)
}

/// A part of a formula with its size and place changed.
public func mpadded<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mpadded, attributes, content)
}

/// An invisible part that keeps its space.
public func mphantom<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mphantom, attributes, content)
}

/// A base with a subscript.
public func msub<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.msub, attributes, content)
}

/// A base with a superscript.
public func msup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.msup, attributes, content)
}

/// A base with a subscript and a superscript.
public func msubsup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.msubsup, attributes, content)
}

/// A base with a script under it.
public func munder<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.munder, attributes, content)
}

/// A base with a script over it.
public func mover<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mover, attributes, content)
}

/// A base with scripts under and over it.
public func munderover<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.munderover, attributes, content)
}

/// A base with scripts before and after it.
public func mmultiscripts<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mmultiscripts, attributes, content)
}

/// Where the scripts before the base begin, in a `mmultiscripts`.
public func mprescripts<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mprescripts, attributes, content)
}

/// A table or matrix of a formula.
public func mtable<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mtable, attributes, content)
}

/// A row of a `mtable`.
public func mtr<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mtr, attributes, content)
}

/// A cell of a `mtr`.
public func mtd<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mtd, attributes, content)
}

/// A formula with its annotations.
public func semantics<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.semantics, attributes, content)
}

/// An annotation of a formula in text, such as its TeX.
public func annotation<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.annotation, attributes, content)
}

/// An annotation of a formula in markup.
public func annotationXml<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.annotationXml, attributes, content)
}

/// A formula's part with an action bound to it; browsers show its first child.
public func maction<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.maction, attributes, content)
}
