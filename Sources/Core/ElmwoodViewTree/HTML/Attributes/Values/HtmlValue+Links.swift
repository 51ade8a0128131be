// The values of the attributes in Attribute+Links.swift.

extension HtmlValue {
    /// The use of a preloaded resource.
    public enum PreloadDestination: String, CaseIterable, Sendable {
        /// Media.
        case audio, image, track, video
        /// Pages and what they embed.
        case document, embed, frame, iframe, object
        /// Scripts and what runs in them.
        case script, serviceworker, sharedworker, worker
        /// Data and styles.
        case fetch, font, json, manifest, report, style, text, xslt
    }

    /// What a resource blocks until it is loaded.
    public enum Blocking: String, CaseIterable, Sendable {
        /// `render`: the page's first rendering.
        case render
    }

    /// Whether credentials are sent with a request to another site.
    public enum CrossOrigin: String, CaseIterable, Sendable {
        /// `anonymous`: not to another site.
        case anonymous
        /// `use-credentials`: always.
        case useCredentials = "use-credentials"
    }

    /// How urgent a resource is.
    public enum FetchPriority: String, CaseIterable, Sendable {
        /// More or less than others, or as the browser decides.
        case high, low, auto
    }

    /// The header that a `meta` replaces.
    public enum HttpEquiv: String, CaseIterable, Sendable {
        /// `content-security-policy`.
        case contentSecurityPolicy = "content-security-policy"
        /// `content-type`.
        case contentType = "content-type"
        /// `default-style`.
        case defaultStyle = "default-style"
        /// `refresh`.
        case refresh
        /// `x-ua-compatible`.
        case xUACompatible = "x-ua-compatible"
    }

    /// How much of a page's address a request reveals.
    public enum ReferrerPolicy: String, CaseIterable, Sendable {
        /// `no-referrer`.
        case noReferrer = "no-referrer"
        /// `no-referrer-when-downgrade`.
        case noReferrerWhenDowngrade = "no-referrer-when-downgrade"
        /// `origin`.
        case origin
        /// `origin-when-cross-origin`.
        case originWhenCrossOrigin = "origin-when-cross-origin"
        /// `same-origin`.
        case sameOrigin = "same-origin"
        /// `strict-origin`.
        case strictOrigin = "strict-origin"
        /// `strict-origin-when-cross-origin`.
        case strictOriginWhenCrossOrigin = "strict-origin-when-cross-origin"
        /// `unsafe-url`.
        case unsafeURL = "unsafe-url"
    }

    /// How a link's target relates to its page (HTML Standard §4.6.8).
    public enum LinkType: String, CaseIterable, Sendable {
        /// What the target is to this page.
        case alternate, author, bookmark, canonical, help, license, me, next, prev, search, tag
        /// Resources that the page uses.
        case expect, icon, manifest, modulepreload, pingback, preconnect, prefetch, preload, stylesheet
        /// How the link is followed.
        case external, nofollow, noopener, noreferrer, opener
        /// `compression-dictionary`.
        case compressionDictionary = "compression-dictionary"
        /// `dns-prefetch`.
        case dnsPrefetch = "dns-prefetch"
        /// `privacy-policy`.
        case privacyPolicy = "privacy-policy"
        /// `terms-of-service`.
        case termsOfService = "terms-of-service"
    }

    /// The shape of an image map's region.
    public enum AreaShape: String, CaseIterable, Sendable {
        /// A circle, polygon or rectangle.
        case circle, poly, rect
        /// `default`: the whole image.
        case `default`
    }

    /// The window or frame in which a link or a form's response opens. A frame is named by text instead.
    public enum Target: String, CaseIterable, Sendable {
        /// `_blank`: in a new window or tab.
        case blank = "_blank"
        /// `_self`: in the same frame, which is the default.
        case current = "_self"
        /// `_parent`: in the parent frame.
        case parent = "_parent"
        /// `_top`: in the whole window.
        case top = "_top"
    }

    /// Whether scripts can reach a shadow root.
    public enum ShadowRootMode: String, CaseIterable, Sendable {
        /// They can, or they cannot.
        case open, closed
    }

    /// How a shadow root fills its slots.
    public enum SlotAssignment: String, CaseIterable, Sendable {
        /// `named`: by the `slot` attribute.
        case named
        /// `manual`: by a script.
        case manual
    }
}
