// Grouping content (HTML Standard §4.4).

/// A paragraph. It contains phrasing content: a block element inside of it would close it.
@inlinable public var p: HtmlElement { HtmlElement(.p) }

/// A thematic break; within a `select`, a line between options.
@inlinable public var hr: HtmlVoidElement { HtmlVoidElement(.hr) }

/// Preformatted text: white space and line breaks are preserved, including a leading line break.
@inlinable public var pre: HtmlElement { HtmlElement(.pre) }

/// A section quoted from another source, whose address is `.cite`.
@inlinable public var blockquote: HtmlElement { HtmlElement(.blockquote) }

/// A list whose order has a meaning.
@inlinable public var ol: HtmlElement { HtmlElement(.ol) }

/// A list whose order has no meaning.
@inlinable public var ul: HtmlElement { HtmlElement(.ul) }

/// A list of commands: a toolbar.
@inlinable public var menu: HtmlElement { HtmlElement(.menu) }

/// An item of an `ol`, `ul` or `menu`.
@inlinable public var li: HtmlElement { HtmlElement(.li) }

/// A list of names with their values: terms and definitions, a record's fields.
@inlinable public var dl: HtmlElement { HtmlElement(.dl) }

/// A name in a `dl`.
@inlinable public var dt: HtmlElement { HtmlElement(.dt) }

/// A value in a `dl`.
@inlinable public var dd: HtmlElement { HtmlElement(.dd) }

/// An illustration, a listing, a quotation, with or without a caption.
@inlinable public var figure: HtmlElement { HtmlElement(.figure) }

/// The caption of a `figure`.
@inlinable public var figcaption: HtmlElement { HtmlElement(.figcaption) }

/// The main content of the page. Only one on a page is shown. Within a type that has a `main` of its own (one marked `@main`),
/// write `ViewTree.main`.
@inlinable public var main: HtmlElement { HtmlElement(.main) }

/// A part of the page for searching or filtering.
@inlinable public var search: HtmlElement { HtmlElement(.search) }

/// A group with no meaning of its own.
@inlinable public var div: HtmlElement { HtmlElement(.div) }
