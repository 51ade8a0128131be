import ElmwoodViewTree

// Mathematics (MathML Core).

/// A formula.
@inlinable public var math: HtmlElement { HtmlElement(.math) }

/// An identifier of a formula: a variable, a function's name.
@inlinable public var mi: HtmlElement { HtmlElement(.mi) }

/// A number of a formula.
@inlinable public var mn: HtmlElement { HtmlElement(.mn) }

/// An operator, fence or separator of a formula.
@inlinable public var mo: HtmlElement { HtmlElement(.mo) }

/// A string literal of a formula.
@inlinable public var ms: HtmlElement { HtmlElement(.ms) }

/// Text within a formula.
@inlinable public var mtext: HtmlElement { HtmlElement(.mtext) }

/// A space of a given size within a formula.
@inlinable public var mspace: HtmlElement { HtmlElement(.mspace) }

/// A group of a formula's parts in a row.
@inlinable public var mrow: HtmlElement { HtmlElement(.mrow) }

/// A fraction: the numerator, then the denominator.
@inlinable public var mfrac: HtmlElement { HtmlElement(.mfrac) }

/// A square root.
@inlinable public var msqrt: HtmlElement { HtmlElement(.msqrt) }

/// A root: the base, then the index.
@inlinable public var mroot: HtmlElement { HtmlElement(.mroot) }

/// A change of style within a formula.
@inlinable public var mstyle: HtmlElement { HtmlElement(.mstyle) }

/// An error in a formula.
@inlinable public var merror: HtmlElement { HtmlElement(.merror) }

/// A part of a formula with a changed size and position.
@inlinable public var mpadded: HtmlElement { HtmlElement(.mpadded) }

/// An invisible part that occupies its space.
@inlinable public var mphantom: HtmlElement { HtmlElement(.mphantom) }

/// A table or matrix of a formula.
@inlinable public var mtable: HtmlElement { HtmlElement(.mtable) }

/// A row of a `mtable`.
@inlinable public var mtr: HtmlElement { HtmlElement(.mtr) }

/// A cell of a `mtr`.
@inlinable public var mtd: HtmlElement { HtmlElement(.mtd) }

/// A formula with its annotations.
@inlinable public var semantics: HtmlElement { HtmlElement(.semantics) }

/// An annotation of a formula in text, such as its TeX.
@inlinable public var annotation: HtmlElement { HtmlElement(.annotation) }

/// An annotation of a formula in markup.
@inlinable public var annotationXml: HtmlElement { HtmlElement(.annotationXml) }

/// A formula's part with an action bound to it; browsers show its first child.
@inlinable public var maction: HtmlElement { HtmlElement(.maction) }
