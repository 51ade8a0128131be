// Attributes of links, metadata, scripts, times and edits (HTML Standard §4.2, §4.5 to §4.7, §4.12).

extension Attribute {
    /// The colour of a mask icon; in SVG, the current colour.
    @inlinable
    public static func color(_ value: some AttributeConvertible) -> Self { Self(.color, converted: value) }

    /// The use of a preloaded resource.
    @inlinable
    public static func `as`(_ value: HtmlValue.PreloadDestination) -> Self { Self(.as, value.rawValue) }

    /// Whether a script runs as soon as it is loaded, in no order.
    @inlinable
    public static var async: Self { Self(.async, isPresent: true) }

    /// What the resource blocks until it is loaded.
    @inlinable
    public static func blocking(_ value: HtmlValue.Blocking) -> Self { Self(.blocking, value.rawValue) }

    /// The document's character encoding: `utf-8`. Elmwood writes it itself.
    @inlinable
    public static func charset(_ value: String) -> Self { Self(.charset, value) }

    /// The address of a quotation's source, or of the reason for an edit.
    @inlinable
    public static func cite(_ value: String) -> Self { Self(.cite, value) }

    /// The value of a `meta`.
    @inlinable
    public static func content(_ value: String) -> Self { Self(.content, value) }

    /// The outline of an image map's region, as numbers separated by commas.
    @inlinable
    public static func coords(_ value: String) -> Self { Self(.coords, value) }

    /// Whether credentials are sent with a request to another site.
    @inlinable
    public static func crossorigin(_ value: HtmlValue.CrossOrigin) -> Self { Self(.crossorigin, value.rawValue) }

    /// The machine-readable form of a `time`, or when an edit was made: `2025-11-21`, `14:30`, `PT1H`.
    @inlinable
    public static func datetime(_ value: String) -> Self { Self(.datetime, value) }

    /// Whether a script runs only when the document has been parsed.
    @inlinable
    public static var `defer`: Self { Self(.defer, isPresent: true) }

    /// Whether the link's target is saved instead of shown.
    @inlinable
    public static var download: Self { Self(.download, isPresent: true) }

    /// The name with which the link's target is saved.
    @inlinable
    public static func download(_ value: String) -> Self { Self(.download, value) }

    /// How urgent the resource is.
    @inlinable
    public static func fetchpriority(_ value: HtmlValue.FetchPriority) -> Self { Self(.fetchpriority, value.rawValue) }

    /// The address of the link, or of the linked or referenced resource. `javascript:` and `data:text/html` addresses are left out.
    @inlinable
    public static func href(_ value: String) -> Self { Self(.href, value) }

    /// The language of the link's target, as a BCP 47 tag.
    @inlinable
    public static func hreflang(_ value: String) -> Self { Self(.hreflang, value) }

    /// The header that a `meta` replaces.
    @inlinable
    public static func httpEquiv(_ value: HtmlValue.HttpEquiv) -> Self { Self(.httpEquiv, value.rawValue) }

    /// The sizes of the preloaded image, as in `.sizes`.
    @inlinable
    public static func imagesizes(_ value: String) -> Self { Self(.imagesizes, value) }

    /// The sources of the preloaded image, as in `.srcset`.
    @inlinable
    public static func imagesrcset(_ value: String) -> Self { Self(.imagesrcset, value) }

    /// The hash that the resource must have, such as `sha384-…`.
    @inlinable
    public static func integrity(_ value: String) -> Self { Self(.integrity, value) }

    /// The media query for which the resource applies: `(width < 40em)`.
    @inlinable
    public static func media(_ value: String) -> Self { Self(.media, value) }

    /// Whether browsers that support modules ignore the script.
    @inlinable
    public static var nomodule: Self { Self(.nomodule, isPresent: true) }

    /// Addresses that are notified when the link is followed, separated by spaces.
    @inlinable
    public static func ping(_ value: String) -> Self { Self(.ping, value) }

    /// The property of a `meta`, as Open Graph (RDFa) uses it: `og:title`.
    @inlinable
    public static func property(_ value: String) -> Self { Self(.property, value) }

    /// How much of this page's address the request reveals.
    @inlinable
    public static func referrerpolicy(_ value: HtmlValue.ReferrerPolicy) -> Self {
        Self(.referrerpolicy, value.rawValue)
    }

    /// How the target relates to this page.
    @inlinable
    public static func rel(_ first: HtmlValue.LinkType, _ others: HtmlValue.LinkType...) -> Self {
        Self(.rel, others.reduce(first.rawValue) { $0 + " " + $1.rawValue })
    }

    /// How the target relates to this page.
    @inlinable
    public static func rel(_ value: String) -> Self { Self(.rel, value) }

    /// The shape of an image map's region.
    @inlinable
    public static func shape(_ value: HtmlValue.AreaShape) -> Self { Self(.shape, value.rawValue) }

    /// The sizes of an image or an icon: `(width < 40em) 100vw, 50vw`, `32x32`.
    @inlinable
    public static func sizes(_ value: String) -> Self { Self(.sizes, value) }

    /// The window or frame in which the link or the form's response opens.
    @inlinable
    public static func target(_ value: HtmlValue.Target) -> Self { Self(.target, value.rawValue) }

    /// The window or frame in which the link or the form's response opens.
    @inlinable
    public static func target(_ value: String) -> Self { Self(.target, value) }

    /// Whether a declarative shadow root is cloned with its host.
    @inlinable
    public static var shadowrootclonable: Self { Self(.shadowrootclonable, isPresent: true) }

    /// Whether a declarative shadow root has its own registry of custom elements.
    public static var shadowrootcustomelementregistry: Self {
        // The table of names does not have it: it is the only name that is too long for the writer's slots.
        .attribute("shadowrootcustomelementregistry", isPresent: true)
    }

    /// Whether a declarative shadow root delegates the focus.
    @inlinable
    public static var shadowrootdelegatesfocus: Self { Self(.shadowrootdelegatesfocus, isPresent: true) }

    /// Makes a `template` a declarative shadow root; the value says whether scripts can reach it.
    @inlinable
    public static func shadowrootmode(_ value: HtmlValue.ShadowRootMode) -> Self {
        Self(.shadowrootmode, value.rawValue)
    }

    /// Whether a declarative shadow root can be serialized.
    @inlinable
    public static var shadowrootserializable: Self { Self(.shadowrootserializable, isPresent: true) }

    /// How a declarative shadow root fills its slots.
    @inlinable
    public static func shadowrootslotassignment(_ value: HtmlValue.SlotAssignment) -> Self {
        Self(.shadowrootslotassignment, value.rawValue)
    }
}
