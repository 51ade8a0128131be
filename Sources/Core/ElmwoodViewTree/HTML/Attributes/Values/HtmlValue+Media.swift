// The values of the attributes in Attribute+Media.swift.

extension HtmlValue {
    /// Whether a page waits for an image to be decoded.
    public enum Decoding: String, CaseIterable, Sendable {
        /// With the page, after it, or as the browser decides.
        case sync, async, auto
    }

    /// The kind of a text track.
    public enum TrackKind: String, CaseIterable, Sendable {
        /// Texts that are shown, and those for scripts and assistive technology.
        case subtitles, captions, descriptions, chapters, metadata
    }

    /// When a resource is loaded.
    public enum Loading: String, CaseIterable, Sendable {
        /// `eager`: at once.
        case eager
        /// `lazy`: when it is near the viewport.
        case lazy
    }

    /// How much of a media resource is loaded before it plays.
    public enum Preload: String, CaseIterable, Sendable {
        /// Nothing, its length and size, or as the browser decides.
        case none, metadata, auto
    }

    /// The permissions of a frame's page in spite of its sandbox.
    public enum Sandbox: String, CaseIterable, Sendable {
        /// `allow-downloads`.
        case allowDownloads = "allow-downloads"
        /// `allow-forms`.
        case allowForms = "allow-forms"
        /// `allow-modals`.
        case allowModals = "allow-modals"
        /// `allow-orientation-lock`.
        case allowOrientationLock = "allow-orientation-lock"
        /// `allow-pointer-lock`.
        case allowPointerLock = "allow-pointer-lock"
        /// `allow-popups`.
        case allowPopups = "allow-popups"
        /// `allow-popups-to-escape-sandbox`.
        case allowPopupsToEscapeSandbox = "allow-popups-to-escape-sandbox"
        /// `allow-presentation`.
        case allowPresentation = "allow-presentation"
        /// `allow-same-origin`: together with `allowScripts`, a page of this site can remove its own sandbox.
        case allowSameOrigin = "allow-same-origin"
        /// `allow-scripts`.
        case allowScripts = "allow-scripts"
        /// `allow-top-navigation`.
        case allowTopNavigation = "allow-top-navigation"
        /// `allow-top-navigation-by-user-activation`.
        case allowTopNavigationByUserActivation = "allow-top-navigation-by-user-activation"
        /// `allow-top-navigation-to-custom-protocols`.
        case allowTopNavigationToCustomProtocols = "allow-top-navigation-to-custom-protocols"
    }
}
