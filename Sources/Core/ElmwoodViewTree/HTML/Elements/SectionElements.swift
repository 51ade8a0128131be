// Sections and headings (HTML Standard §4.3).

/// A complete, independent composition: a post, a product, a comment.
@inlinable public var article: HtmlElement { HtmlElement(.article) }

/// A thematic part of the page, typically with a heading.
@inlinable public var section: HtmlElement { HtmlElement(.section) }

/// A section of navigation links.
@inlinable public var nav: HtmlElement { HtmlElement(.nav) }

/// Content only loosely related to the content around it: a side bar, a pull quote.
@inlinable public var aside: HtmlElement { HtmlElement(.aside) }

/// A heading of the first, highest rank.
@inlinable public var h1: HtmlElement { HtmlElement(.h1) }

/// A heading of the second rank.
@inlinable public var h2: HtmlElement { HtmlElement(.h2) }

/// A heading of the third rank.
@inlinable public var h3: HtmlElement { HtmlElement(.h3) }

/// A heading of the fourth rank.
@inlinable public var h4: HtmlElement { HtmlElement(.h4) }

/// A heading of the fifth rank.
@inlinable public var h5: HtmlElement { HtmlElement(.h5) }

/// A heading of the sixth, lowest rank.
@inlinable public var h6: HtmlElement { HtmlElement(.h6) }

/// A heading together with the paragraphs that belong to it: a subtitle, a tag line.
@inlinable public var hgroup: HtmlElement { HtmlElement(.hgroup) }

/// The introduction of the page or its section.
@inlinable public var header: HtmlElement { HtmlElement(.header) }

/// The end of the page or its section: its author, links, rights.
@inlinable public var footer: HtmlElement { HtmlElement(.footer) }

/// The contact information of the author of the page or of the nearest `article`.
@inlinable public var address: HtmlElement { HtmlElement(.address) }
