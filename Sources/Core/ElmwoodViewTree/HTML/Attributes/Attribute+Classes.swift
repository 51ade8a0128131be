// Classes, style, role, and the attributes with names of the program's own: `data-*` and `aria-*`.

extension Attribute {
    /// The classes of the element, separated by spaces. Several on one element are joined.
    ///
    /// ```swift
    /// li(.class("todo"), .class(["completed": item.isDone]))
    /// ```
    @inlinable
    public static func `class`(_ names: String) -> Self { Self(.class, names) }

    /// The classes of the element. Several on one element are joined.
    @inlinable
    public static func `class`(_ first: String, _ second: String, _ others: String...) -> Self {
        Self(.class, others.reduce(first + " " + second) { $0 + " " + $1 })
    }

    /// The classes of the element whose condition is true. Several on one element are joined.
    public static func `class`(_ conditions: KeyValuePairs<String, Bool>) -> Self {
        var names = ""
        for (name, holds) in conditions where holds {
            if !names.isEmpty { names += " " }
            names += name
        }
        return names.isEmpty ? .none : Self(.class, names)
    }

    /// Style declarations of this element: `color: teal; margin: 0`. Several on one element are joined.
    ///
    /// A strict Content-Security-Policy (`style-src 'self'`, which Elmwood sends) makes browsers ignore it. Prefer a class
    /// and a style sheet; in SVG, the presentation attributes (`.fill`, `.stroke`, …), which no policy blocks.
    @inlinable
    public static func style(_ declarations: String) -> Self { Self(.style, declarations) }

    /// One style declaration of this element. Several on one element are joined. A value that could end its declaration is left
    /// out.
    ///
    /// A strict Content-Security-Policy (`style-src 'self'`, which Elmwood sends) makes browsers ignore it. Prefer a class
    /// and a style sheet; in SVG, the presentation attributes (`.fill`, `.stroke`, …), which no policy blocks.
    public static func style(_ property: String, _ value: String) -> Self {
        guard isOneDeclaration(property, value) else {
            return Self(
                refused: .style,
                "The style \(property): \(value) is more than one declaration, and is left out."
            )
        }
        return Self(.style, property + ": " + value)
    }

    /// The element's role for assistive technology, if its name does not imply it.
    @inlinable
    public static func role(_ value: HtmlValue.Role) -> Self { Self(.role, value.rawValue) }

    /// The element's role for assistive technology: one role, or several separated by spaces, of which the first known one counts.
    @inlinable
    public static func role(_ value: String) -> Self { Self(.role, value) }

    /// The attribute `data-` and that name, for scripts and style sheets: `.data("id", 5)` is `data-id="5"`.
    public static func data(_ name: String, _ value: some AttributeConvertible) -> Self {
        guard let text = value.attributeText else { return .none }
        return attribute("data-" + name, text)
    }

    /// The attribute `aria-` and that name: `.aria("label", "Close")`, `.aria("expanded", false)`. `false` is written too, since a
    /// missing attribute has another meaning. The known ones have functions of their own: `.ariaLabel("Close")`.
    public static func aria(_ name: String, _ value: some AttributeConvertible) -> Self {
        guard let text = value.attributeText else { return .none }
        return attribute("aria-" + name, text)
    }

    /// The attribute if the condition is true, else none.
    ///
    /// ```swift
    /// a(.href("/active"), .when(page.path == "/active", .ariaCurrent(.page))) { "Active" }
    /// ```
    public static func when(_ condition: Bool, _ attribute: @autoclosure () -> Self) -> Self {
        condition ? attribute() : .none
    }

    /// Creates an attribute that cannot be written, with the diagnostic that says why.
    private init(refused name: AttributeName, _ sentence: String) {
        value = AttributeValue(kind: .refused, name: name, text: sentence)
    }

    /// Whether a property and its value cannot extend beyond their declaration. This is stricter than CSS, which allows these
    /// characters within a string or a URL.
    private static func isOneDeclaration(_ property: String, _ value: String) -> Bool {
        func isPlain(_ text: String) -> Bool {
            !text.utf8.contains {
                [UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\")].contains($0)
            }
                && !text.contains("/*")
        }
        return isPlain(property) && isPlain(value) && !property.utf8.contains(UInt8(ascii: ":"))
    }
}
