import ElmwoodViewTree

// Scripts and limits of formulas (MathML Core §3.4).

/// A base with a subscript.
@inlinable public var msub: HtmlElement { HtmlElement(.msub) }

/// A base with a superscript.
@inlinable public var msup: HtmlElement { HtmlElement(.msup) }

/// A base with a subscript and a superscript.
@inlinable public var msubsup: HtmlElement { HtmlElement(.msubsup) }

/// A base with a script under it.
@inlinable public var munder: HtmlElement { HtmlElement(.munder) }

/// A base with a script over it.
@inlinable public var mover: HtmlElement { HtmlElement(.mover) }

/// A base with scripts under and over it.
@inlinable public var munderover: HtmlElement { HtmlElement(.munderover) }

/// A base with scripts before and after it.
@inlinable public var mmultiscripts: HtmlElement { HtmlElement(.mmultiscripts) }

/// The beginning of the scripts before the base, in a `mmultiscripts`.
@inlinable public var mprescripts: HtmlElement { HtmlElement(.mprescripts) }
