// The document itself and its metadata (HTML Standard §4.1, §4.2, §4.12).

/// The document's root. Elmwood writes it around a `Document`; use it only for pages built by hand.
@inlinable public var html: HtmlElement { HtmlElement(.html) }

/// The document's metadata. Elmwood writes it around a `Document`.
@inlinable public var head: HtmlElement { HtmlElement(.head) }

/// The document's content. Elmwood writes it around a `Document`.
@inlinable public var body: HtmlElement { HtmlElement(.body) }

/// The document's title, shown by a window or a bookmark. Its content is text only. (SVG's own is `SVG.title`.)
@inlinable public var title: HtmlElement { HtmlElement(.title) }

/// The base address of the page's relative URLs, or the default target of its links.
@inlinable public var base: HtmlVoidElement { HtmlVoidElement(.base) }

/// A link of the page to another resource: a style sheet, an icon, a preload, an alternative.
@inlinable public var link: HtmlVoidElement { HtmlVoidElement(.link) }

/// Metadata without an element of its own, as a name and a content, or a charset.
@inlinable public var meta: HtmlVoidElement { HtmlVoidElement(.meta) }

/// A style sheet within the page. Its content is text only, which is not escaped, and cannot close the element early. A strict
/// Content-Security-Policy blocks it: prefer a file and `link`. (SVG's own is `SVG.style`.)
@inlinable public var style: HtmlElement { HtmlElement(.style) }

/// A script or a data block. Its content is text only, which is not escaped, and cannot close the element early. A strict
/// Content-Security-Policy allows it with `.src` only. (SVG's own is `SVG.script`.)
@inlinable public var script: HtmlElement { HtmlElement(.script) }

/// Content that is shown if scripts are off.
@inlinable public var noscript: HtmlElement { HtmlElement(.noscript) }

/// Inert content for scripts, or a declarative shadow root (`.shadowrootmode`).
@inlinable public var template: HtmlElement { HtmlElement(.template) }

/// The place in a shadow tree where its host's children are shown.
@inlinable public var slot: HtmlElement { HtmlElement(.slot) }

/// A bitmap that a script draws on; its content is the fallback.
@inlinable public var canvas: HtmlElement { HtmlElement(.canvas) }
