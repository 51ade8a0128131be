/// Answers about elements that are found by scripts, for drivers that have no command for them, or one that differs.
///
/// Each is the body of a function that is called with the element, and with what else is said of it.
enum ElementScripts {
    /// The text as a reader sees it.
    static let text = """
        const [element] = arguments;
        if (element.localName == "option") return element.textContent.trim();
        return element.checkVisibility({ visibilityProperty: true }) ? element.innerText.trim() : "";
        """

    /// The attribute of that name; "true" for a boolean one that is there.
    static let attribute = """
        const [element, name] = arguments;
        const value = element.getAttribute(name);
        return value !== null && typeof element[name] == "boolean" ? "true" : value;
        """

    /// The computed value of the CSS property of that name, with colours as Chromium's driver writes them.
    static let style = """
        const [element, name] = arguments;
        const value = getComputedStyle(element).getPropertyValue(name);
        return value.replace(/\\brgb\\(([^)]*)\\)/g, "rgba($1, 1)");
        """

    static let isShown = """
        const [element] = arguments;
        return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        """
}
