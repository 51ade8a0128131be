// Mathematics (MathML Core).

/// A formula.
@inlinable
public func math<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.math, attributes, content)
}

/// `math`, empty.
@inlinable
public func math<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.math, attributes)
}

/// An identifier of a formula: a variable, a function's name.
@inlinable
public func mi<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mi, attributes, content)
}

/// `mi`, empty.
@inlinable
public func mi<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mi, attributes)
}

/// A number of a formula.
@inlinable
public func mn<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mn, attributes, content)
}

/// `mn`, empty.
@inlinable
public func mn<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mn, attributes)
}

/// An operator, fence or separator of a formula.
@inlinable
public func mo<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mo, attributes, content)
}

/// `mo`, empty.
@inlinable
public func mo<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mo, attributes)
}

/// A string literal of a formula.
@inlinable
public func ms<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.ms, attributes, content)
}

/// `ms`, empty.
@inlinable
public func ms<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.ms, attributes)
}

/// Text within a formula.
@inlinable
public func mtext<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mtext, attributes, content)
}

/// `mtext`, empty.
@inlinable
public func mtext<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mtext, attributes)
}

/// A space of a given size within a formula.
@inlinable
public func mspace<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mspace, attributes, content)
}

/// `mspace`, empty.
@inlinable
public func mspace<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mspace, attributes)
}

/// A group of a formula's parts in a row.
@inlinable
public func mrow<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mrow, attributes, content)
}

/// `mrow`, empty.
@inlinable
public func mrow<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mrow, attributes)
}

/// A fraction: the numerator, then the denominator.
@inlinable
public func mfrac<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mfrac, attributes, content)
}

/// `mfrac`, empty.
@inlinable
public func mfrac<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mfrac, attributes)
}

/// A square root.
@inlinable
public func msqrt<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.msqrt, attributes, content)
}

/// `msqrt`, empty.
@inlinable
public func msqrt<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.msqrt, attributes)
}

/// A root: the base, then the index.
@inlinable
public func mroot<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mroot, attributes, content)
}

/// `mroot`, empty.
@inlinable
public func mroot<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mroot, attributes)
}

/// A change of style within a formula.
@inlinable
public func mstyle<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mstyle, attributes, content)
}

/// `mstyle`, empty.
@inlinable
public func mstyle<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mstyle, attributes)
}

/// An error in a formula.
@inlinable
public func merror<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.merror, attributes, content)
}

/// `merror`, empty.
@inlinable
public func merror<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.merror, attributes)
}

/// A part of a formula with a changed size and position.
@inlinable
public func mpadded<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mpadded, attributes, content)
}

/// `mpadded`, empty.
@inlinable
public func mpadded<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mpadded, attributes)
}

/// An invisible part that occupies its space.
@inlinable
public func mphantom<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mphantom, attributes, content)
}

/// `mphantom`, empty.
@inlinable
public func mphantom<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mphantom, attributes)
}

/// A table or matrix of a formula.
@inlinable
public func mtable<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mtable, attributes, content)
}

/// `mtable`, empty.
@inlinable
public func mtable<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mtable, attributes)
}

/// A row of a `mtable`.
@inlinable
public func mtr<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mtr, attributes, content)
}

/// `mtr`, empty.
@inlinable
public func mtr<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mtr, attributes)
}

/// A cell of a `mtr`.
@inlinable
public func mtd<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mtd, attributes, content)
}

/// `mtd`, empty.
@inlinable
public func mtd<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mtd, attributes)
}

/// A formula with its annotations.
@inlinable
public func semantics<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.semantics, attributes, content)
}

/// `semantics`, empty.
@inlinable
public func semantics<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.semantics, attributes)
}

/// An annotation of a formula in text, such as its TeX.
@inlinable
public func annotation<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.annotation, attributes, content)
}

/// `annotation`, empty.
@inlinable
public func annotation<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.annotation, attributes)
}

/// An annotation of a formula in markup.
@inlinable
public func annotationXml<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.annotationXml, attributes, content)
}

/// `annotation-xml`, empty.
@inlinable
public func annotationXml<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.annotationXml, attributes)
}

/// A formula's part with an action bound to it; browsers show its first child.
@inlinable
public func maction<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.maction, attributes, content)
}

/// `maction`, empty.
@inlinable
public func maction<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.maction, attributes)
}
