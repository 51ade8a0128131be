/// Queries about elements as scripts, for drivers that have no command for them, or one that differs.
///
/// Each is the body of a function that is called with the element and further arguments.
enum ElementScripts {
    /// The visible text.
    static let text = """
        const [element] = arguments;
        if (element.localName == "option") return element.textContent.trim();
        return element.checkVisibility({ visibilityProperty: true }) ? element.innerText.trim() : "";
        """

    /// The attribute of that name; "true" for a boolean one that is present.
    static let attribute = """
        const [element, name] = arguments;
        const value = element.getAttribute(name);
        return value !== null && typeof element[name] == "boolean" ? "true" : value;
        """

    /// The computed value of the CSS property of that name, with colours in the format of Chromium's driver.
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
