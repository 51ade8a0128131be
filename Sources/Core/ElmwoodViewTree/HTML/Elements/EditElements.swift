// Edits (HTML Standard §4.7).

/// Content that was added to the document.
@inlinable public var ins: HtmlElement { HtmlElement(.ins) }

/// Content that was removed from the document.
@inlinable public var del: HtmlElement { HtmlElement(.del) }
