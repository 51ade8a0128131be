// Global attributes: those that every element may have (HTML Standard §3.2.6, §6).

extension Attribute {
    /// A key, or several separated by spaces, that activates or focuses the element.
    @inlinable
    public static func accesskey(_ value: String) -> Self { Self(.accesskey, value) }

    /// What an on-screen keyboard capitalizes automatically.
    @inlinable
    public static func autocapitalize(_ value: HtmlValue.Autocapitalize) -> Self {
        Self(.autocapitalize, value.rawValue)
    }

    /// Whether the browser corrects typed text automatically.
    @inlinable
    public static func autocorrect(_ value: Bool) -> Self { Self(.autocorrect, value ? "on" : "off") }

    /// Whether the element is focused once the page is shown.
    @inlinable
    public static var autofocus: Self { Self(.autofocus, isPresent: true) }

    /// Whether the visitor can edit the element.
    @inlinable
    public static func contenteditable(_ value: HtmlValue.ContentEditable) -> Self {
        Self(.contenteditable, value.rawValue)
    }

    /// Whether the visitor can edit the element. "false" is written too, since it overrides an ancestor's value.
    @inlinable
    public static func contenteditable(_ value: Bool) -> Self { Self(.contenteditable, value ? "true" : "false") }

    /// The direction of the text.
    @inlinable
    public static func dir(_ value: HtmlValue.Direction) -> Self { Self(.dir, value.rawValue) }

    /// Whether the element can be dragged. "false" is written too, since images and links can be dragged by default.
    @inlinable
    public static func draggable(_ value: Bool) -> Self { Self(.draggable, value ? "true" : "false") }

    /// The label of the enter key of an on-screen keyboard.
    @inlinable
    public static func enterkeyhint(_ value: HtmlValue.EnterKeyHint) -> Self { Self(.enterkeyhint, value.rawValue) }

    /// The parts of the shadow tree that are exported from it, separated by commas.
    @inlinable
    public static func exportparts(_ value: String) -> Self { Self(.exportparts, value) }

    /// By how many ranks the headings within are lowered: 0 to 8.
    @inlinable
    public static func headingoffset(_ value: Int) -> Self { Self(.headingoffset, value) }

    /// Whether headings within are not lowered by an ancestor's `.headingoffset`.
    @inlinable
    public static var headingreset: Self { Self(.headingreset, isPresent: true) }

    /// Whether the element is not, or not yet, relevant, and is not shown.
    @inlinable
    public static var hidden: Self { Self(.hidden, isPresent: true) }

    /// How the element is hidden: with `.untilFound`, a search in the page, or a link to a part of it, shows it.
    @inlinable
    public static func hidden(_ value: HtmlValue.Hidden) -> Self { Self(.hidden, value.rawValue) }

    /// The element's unique name on the page. It contains no white space.
    @inlinable
    public static func id(_ value: String) -> Self { Self(.id, value) }

    /// Whether the element cannot be clicked, focused or found.
    @inlinable
    public static var inert: Self { Self(.inert, isPresent: true) }

    /// Which on-screen keyboard suits the field.
    @inlinable
    public static func inputmode(_ value: HtmlValue.InputMode) -> Self { Self(.inputmode, value.rawValue) }

    /// The customized built-in element that this element is.
    @inlinable
    public static func `is`(_ value: String) -> Self { Self(.is, value) }

    /// Microdata: the address that is the item's identity.
    @inlinable
    public static func itemid(_ value: String) -> Self { Self(.itemid, value) }

    /// Microdata: the properties that the element adds to its item, separated by spaces.
    @inlinable
    public static func itemprop(_ value: String) -> Self { Self(.itemprop, value) }

    /// Microdata: ids of further elements with properties of the item, separated by spaces.
    @inlinable
    public static func itemref(_ value: String) -> Self { Self(.itemref, value) }

    /// Microdata: whether the element is an item.
    @inlinable
    public static var itemscope: Self { Self(.itemscope, isPresent: true) }

    /// Microdata: the addresses of the item's types, separated by spaces.
    @inlinable
    public static func itemtype(_ value: String) -> Self { Self(.itemtype, value) }

    /// The language of the content, as a BCP 47 tag: `en`, `pt-BR`.
    @inlinable
    public static func lang(_ value: String) -> Self { Self(.lang, value) }

    /// The nonce by which a Content-Security-Policy allows a script or style sheet.
    @inlinable
    public static func nonce(_ value: String) -> Self { Self(.nonce, value) }

    /// The names by which a shadow tree's host can style the element, separated by spaces.
    @inlinable
    public static func part(_ value: String) -> Self { Self(.part, value) }

    /// Whether the element is a popover, shown on top of the page on demand, as with `.popovertarget`.
    @inlinable
    public static var popover: Self { Self(.popover, isPresent: true) }

    /// How the element, a popover, is shown on top of the page.
    @inlinable
    public static func popover(_ value: HtmlValue.Popover) -> Self { Self(.popover, value.rawValue) }

    /// The slot of the parent's shadow tree that the element is assigned to.
    @inlinable
    public static func slot(_ value: String) -> Self { Self(.slot, value) }

    /// Whether spelling and grammar are checked; "false" is written too.
    @inlinable
    public static func spellcheck(_ value: Bool) -> Self { Self(.spellcheck, value ? "true" : "false") }

    /// Whether the tab key reaches the element: 0 in the page's order; -1 makes it focusable only by a script or a link.
    @inlinable
    public static func tabindex(_ value: Int) -> Self { Self(.tabindex, value) }

    /// Advice about the element, shown as a tool tip.
    @inlinable
    public static func title(_ value: String) -> Self { Self(.title, value) }

    /// Whether the content is to be translated when the page is.
    @inlinable
    public static func translate(_ value: Bool) -> Self { Self(.translate, value ? "yes" : "no") }

    /// Whether the browser suggests completions of the text. "false" is written too.
    @inlinable
    public static func writingsuggestions(_ value: Bool) -> Self { Self(.writingsuggestions, value ? "true" : "false") }
}
