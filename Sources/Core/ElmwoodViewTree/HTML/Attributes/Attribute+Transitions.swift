// How a live page goes to another one, and shows its changes.

extension Attribute {
    /// Which changes of a live page the browser shows within a transition: an attribute of `html`.
    ///
    /// ```swift
    /// Document("Board", htmlAttributes: [.transition(.changes)]) { … }
    /// ```
    ///
    /// The style sheet names what moves by itself (`.card { view-transition-name: match-element }`), and says how. Patches that come before a
    /// transition has changed the page wait, and one that comes while it is shown ends it. A visitor who prefers less motion sees none, nor does one
    /// whose browser has none. Pages that are loaded have transitions by their style sheet alone: `@view-transition { navigation: auto; }`.
    public static func transition(_ kind: HtmlValue.Transition) -> Self {
        .attribute("data-transition", kind.rawValue)
    }

    /// Whether the page that a link leads to is asked for before the click: as the pointer comes to it, the focus or a finger.
    ///
    /// ```swift
    /// a(.href(page.link(to: "/prices")), .prefetch) { "Prices" }
    /// ```
    ///
    /// The click then shows it at once, if it was asked for within the last five seconds and the page has not changed since. What is asked for in advance is no
    /// visit: the program is told of an arrival only as the link is followed. It costs the site as much as a visit, and counts as a post of the visitor.
    /// Visitors who save data ask for nothing. It is for links within the program; without script it does nothing.
    public static var prefetch: Self { .attribute("data-prefetch", isPresent: true) }
}

extension HtmlValue {
    /// The changes of a live page that the browser shows within a transition.
    public enum Transition: String, Sendable {
        /// That another page of the program is shown.
        case navigation
        /// All changes: those by messages too.
        case changes
    }
}
