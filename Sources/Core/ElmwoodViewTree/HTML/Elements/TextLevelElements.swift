// Text-level semantics (HTML Standard §4.5).

/// A link if it has `.href`; else a placeholder for one. Links cannot be nested. (SVG's own is `SVG.a`.)
@inlinable public var a: HtmlElement { HtmlElement(.a) }

/// Stress emphasis.
@inlinable public var em: HtmlElement { HtmlElement(.em) }

/// Strong importance, seriousness or urgency.
@inlinable public var strong: HtmlElement { HtmlElement(.strong) }

/// Side comments: small print.
@inlinable public var small: HtmlElement { HtmlElement(.small) }

/// Content that is no longer right or relevant. (A removal is `del`.)
@inlinable public var s: HtmlElement { HtmlElement(.s) }

/// The title of a work.
@inlinable public var cite: HtmlElement { HtmlElement(.cite) }

/// A short quotation; the browser writes the quotation marks.
@inlinable public var q: HtmlElement { HtmlElement(.q) }

/// The term that is defined at this point.
@inlinable public var dfn: HtmlElement { HtmlElement(.dfn) }

/// An abbreviation; `.title` spells it out.
@inlinable public var abbr: HtmlElement { HtmlElement(.abbr) }

/// Content with a machine-readable form in `.value`.
@inlinable public var data: HtmlElement { HtmlElement(.data) }

/// A date, a time or a duration, whose machine-readable form is `.datetime`.
@inlinable public var time: HtmlElement { HtmlElement(.time) }

/// A fragment of computer code.
@inlinable public var code: HtmlElement { HtmlElement(.code) }

/// A variable. The name is a keyword of Swift, and is written in backquotes.
@inlinable public var `var`: HtmlElement { HtmlElement(.var) }

/// Output of a program.
@inlinable public var samp: HtmlElement { HtmlElement(.samp) }

/// Input of a user, as from a keyboard.
@inlinable public var kbd: HtmlElement { HtmlElement(.kbd) }

/// A subscript.
@inlinable public var sub: HtmlElement { HtmlElement(.sub) }

/// A superscript.
@inlinable public var sup: HtmlElement { HtmlElement(.sup) }

/// Text in another voice or mood: a technical term, a foreign phrase, a thought.
@inlinable public var i: HtmlElement { HtmlElement(.i) }

/// Text that attracts attention without further importance: key words, a product's name.
@inlinable public var b: HtmlElement { HtmlElement(.b) }

/// Text with a non-textual annotation: a misspelling, a proper name in Chinese.
@inlinable public var u: HtmlElement { HtmlElement(.u) }

/// Text that is highlighted for its relevance, such as a search match.
@inlinable public var mark: HtmlElement { HtmlElement(.mark) }

/// Text isolated from the direction of the surrounding text, such as a user's name.
@inlinable public var bdi: HtmlElement { HtmlElement(.bdi) }

/// Text whose direction is overridden by `.dir`.
@inlinable public var bdo: HtmlElement { HtmlElement(.bdo) }

/// A run of text with no meaning of its own.
@inlinable public var span: HtmlElement { HtmlElement(.span) }

/// A line break that is part of the content, as in a poem or an address.
@inlinable public var br: HtmlVoidElement { HtmlVoidElement(.br) }

/// A place where a line may be broken.
@inlinable public var wbr: HtmlVoidElement { HtmlVoidElement(.wbr) }
