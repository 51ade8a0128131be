// Attributes of images, frames and media (HTML Standard §4.8).

extension Attribute {
    /// What a frame's page may do, as a Permissions Policy: `fullscreen; camera`.
    @inlinable
    public static func allow(_ value: String) -> Self { Self(.allow, value) }

    /// Whether a frame's page may fill the screen.
    @inlinable
    public static var allowfullscreen: Self { Self(.allowfullscreen, isPresent: true) }

    /// The text that replaces the image if it is not seen; empty for a decorative image.
    @inlinable
    public static func alt(_ value: String) -> Self { Self(.alt, value) }

    /// Whether the media starts automatically.
    @inlinable
    public static var autoplay: Self { Self(.autoplay, isPresent: true) }

    /// Whether the browser shows controls for the media.
    @inlinable
    public static var controls: Self { Self(.controls, isPresent: true) }

    /// Which of the browser's controls are not shown: `nodownload nofullscreen noremoteplayback`.
    @inlinable
    public static func controlslist(_ value: String) -> Self { Self(.controlslist, value) }

    /// The address of an `object`'s resource. (A `data-*` attribute has a name too: `.data("id", "5")`.)
    @inlinable
    public static func data(_ value: String) -> Self { Self(.data, value) }

    /// Whether the page waits for the image to be decoded.
    @inlinable
    public static func decoding(_ value: HtmlValue.Decoding) -> Self { Self(.decoding, value.rawValue) }

    /// Whether a text track is shown unless the visitor's preferences say otherwise.
    @inlinable
    public static var `default`: Self { Self(.default, isPresent: true) }

    /// Whether picture-in-picture is not offered for a video.
    @inlinable
    public static var disablepictureinpicture: Self { Self(.disablepictureinpicture, isPresent: true) }

    /// Whether playing on another device is not offered.
    @inlinable
    public static var disableremoteplayback: Self { Self(.disableremoteplayback, isPresent: true) }

    /// The height: a whole number of CSS pixels in HTML, a length in SVG and MathML.
    ///
    /// On an HTML element any other value (`400px`, `50%`, `1.5`) is left out with a diagnostic: those belong in a style.
    @inlinable
    public static func height(_ value: some AttributeConvertible) -> Self { Self(.height, converted: value) }

    /// Whether a click on the image sends its coordinates to the server.
    @inlinable
    public static var ismap: Self { Self(.ismap, isPresent: true) }

    /// The kind of a text track.
    @inlinable
    public static func kind(_ value: HtmlValue.TrackKind) -> Self { Self(.kind, value.rawValue) }

    /// Whether the resource is loaded only when it is near the viewport.
    @inlinable
    public static func loading(_ value: HtmlValue.Loading) -> Self { Self(.loading, value.rawValue) }

    /// Whether the media starts again when it ends.
    @inlinable
    public static var loop: Self { Self(.loop, isPresent: true) }

    /// Whether the media has no sound at first.
    @inlinable
    public static var muted: Self { Self(.muted, isPresent: true) }

    /// Whether a video plays inline and not full-screen.
    @inlinable
    public static var playsinline: Self { Self(.playsinline, isPresent: true) }

    /// The image that a video shows before it plays.
    @inlinable
    public static func poster(_ value: String) -> Self { Self(.poster, value) }

    /// How much of the media is loaded before it plays.
    @inlinable
    public static func preload(_ value: HtmlValue.Preload) -> Self { Self(.preload, value.rawValue) }

    /// Whether a frame's page is sandboxed, without any permission.
    @inlinable
    public static var sandbox: Self { Self(.sandbox, isPresent: true) }

    /// The permissions of a frame's page in spite of its sandbox.
    @inlinable
    public static func sandbox(_ first: HtmlValue.Sandbox, _ others: HtmlValue.Sandbox...) -> Self {
        Self(.sandbox, others.reduce(first.rawValue) { $0 + " " + $1.rawValue })
    }

    /// The address of the resource. `javascript:` and `data:text/html` addresses are left out.
    @inlinable
    public static func src(_ value: String) -> Self { Self(.src, value) }

    /// A frame's page as text, with this site's rights. It is unavailable, since nothing could escape its content: serve the page,
    /// and use `.src`.
    @available(*, unavailable, message: "The page in srcdoc is markup that nothing escapes: serve it, and use src.")
    @inlinable
    public static func srcdoc(_ value: String) -> Self { Self(.srcdoc, value) }

    /// The language of a text track, as a BCP 47 tag.
    @inlinable
    public static func srclang(_ value: String) -> Self { Self(.srclang, value) }

    /// The image's sources by width or density: `small.jpg 1x, large.jpg 2x`.
    @inlinable
    public static func srcset(_ value: String) -> Self { Self(.srcset, value) }

    /// The image map of the image: `#` and its name.
    @inlinable
    public static func usemap(_ value: String) -> Self { Self(.usemap, value) }

    /// The width: a whole number of CSS pixels in HTML, a length in SVG and MathML.
    ///
    /// On an HTML element any other value (`400px`, `50%`, `1.5`) is left out with a diagnostic: those belong in a style.
    @inlinable
    public static func width(_ value: some AttributeConvertible) -> Self { Self(.width, converted: value) }
}
