// Embedded content (HTML Standard §4.8).

/// An image with several sources, of which the browser chooses.
@inlinable public var picture: HtmlElement { HtmlElement(.picture) }

/// One source of a `picture`, `audio` or `video`.
@inlinable public var source: HtmlVoidElement { HtmlVoidElement(.source) }

/// An image. `.alt` is its replacement text; it is empty for a decorative image.
@inlinable public var img: HtmlVoidElement { HtmlVoidElement(.img) }

/// Another page within this one. It has no content of its own.
@inlinable public var iframe: HtmlElement { HtmlElement(.iframe) }

/// An external application or interactive content.
@inlinable public var embed: HtmlVoidElement { HtmlVoidElement(.embed) }

/// An external resource; its content is the fallback.
@inlinable public var object: HtmlElement { HtmlElement(.object) }

/// A video. Its content is sources, tracks and the fallback.
@inlinable public var video: HtmlElement { HtmlElement(.video) }

/// A sound. Its content is sources, tracks and the fallback.
@inlinable public var audio: HtmlElement { HtmlElement(.audio) }

/// A timed text track of a `video` or `audio`: subtitles, captions.
@inlinable public var track: HtmlVoidElement { HtmlVoidElement(.track) }

/// An image map, which `.usemap` of an image names.
@inlinable public var map: HtmlElement { HtmlElement(.map) }

/// A region of an image map, with or without a link.
@inlinable public var area: HtmlVoidElement { HtmlVoidElement(.area) }
