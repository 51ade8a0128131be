// Ruby annotations (HTML Standard §4.5.10 to §4.5.12).

/// Text with annotations above or beside it, as in East Asian typography.
@inlinable public var ruby: HtmlElement { HtmlElement(.ruby) }

/// The annotation in a `ruby`.
@inlinable public var rt: HtmlElement { HtmlElement(.rt) }

/// A parenthesis around a ruby annotation, for browsers that show no ruby.
@inlinable public var rp: HtmlElement { HtmlElement(.rp) }
