// Scripts and limits of formulas (MathML Core §3.4).

/// A base with a subscript.
@inlinable
public func msub<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.msub, attributes, content)
}

/// `msub`, empty.
@inlinable
public func msub<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.msub, attributes)
}

/// A base with a superscript.
@inlinable
public func msup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.msup, attributes, content)
}

/// `msup`, empty.
@inlinable
public func msup<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.msup, attributes)
}

/// A base with a subscript and a superscript.
@inlinable
public func msubsup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.msubsup, attributes, content)
}

/// `msubsup`, empty.
@inlinable
public func msubsup<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.msubsup, attributes)
}

/// A base with a script under it.
@inlinable
public func munder<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.munder, attributes, content)
}

/// `munder`, empty.
@inlinable
public func munder<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.munder, attributes)
}

/// A base with a script over it.
@inlinable
public func mover<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mover, attributes, content)
}

/// `mover`, empty.
@inlinable
public func mover<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mover, attributes)
}

/// A base with scripts under and over it.
@inlinable
public func munderover<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.munderover, attributes, content)
}

/// `munderover`, empty.
@inlinable
public func munderover<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.munderover, attributes)
}

/// A base with scripts before and after it.
@inlinable
public func mmultiscripts<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mmultiscripts, attributes, content)
}

/// `mmultiscripts`, empty.
@inlinable
public func mmultiscripts<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mmultiscripts, attributes)
}

/// The beginning of the scripts before the base, in a `mmultiscripts`.
@inlinable
public func mprescripts<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mprescripts, attributes, content)
}

/// `mprescripts`, empty.
@inlinable
public func mprescripts<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mprescripts, attributes)
}
