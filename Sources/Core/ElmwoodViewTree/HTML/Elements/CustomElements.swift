/// An element by its name: a custom element, or one whose name is known only when the view runs.
///
/// A custom element's name is lower case, starts with a letter and has a hyphen (HTML Standard §4.13.2). An element with any other
/// nonstandard name is left out, with a diagnostic.
///
/// ```swift
/// element("color-picker", .attribute("value", model.color)) { }
/// element("h\(level)") { heading }
/// ```
///
/// If the site has a file `Public/elements/color-picker.js`, a page with such an element loads it as a module, as soon as the first one is in
/// the view. `.opaque`, `.field` and `.on` say what else the page and the element's script may do with each other.
public func element<Message>(
    _ name: String,
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    if let known = ElementName(named: name) { return try element(known, attributes, content) }
    guard isCustomElementName(name) else { return leftOut(name) }
    return try element(.custom, attributes, own: ownAttributes(name), content)
}

/// An empty element by its name: a custom element, or one whose name is known only when the view runs.
public func element<Message>(_ name: String, _ attributes: Attribute<Message>...) -> Html<Message> {
    if let known = ElementName(named: name) { return element(known, attributes) }
    guard isCustomElementName(name) else { return leftOut(name) }
    return element(.custom, attributes, own: ownAttributes(name))
}

/// Returns the attributes that a custom element has by itself: its name, and the address of its script if the site has one.
private func ownAttributes(_ name: String) -> [AttributeValue] {
    var own = [AttributeValue(kind: .text, name: .tag, text: name)]
    let path = "/elements/\(name).js"
    // Without a digest there is no such file.
    if let address = assetAddress(of: path), address != path {
        own.append(AttributeValue(kind: .text, name: .module, text: address))
    }
    return own
}

private func leftOut<Message>(_ name: String) -> Html<Message> {
    Arena.current?.pointee.diagnose(
        "An element cannot be named “\(name)”: no standard has it, and a custom element's name is lower case, starts with "
            + "a letter and has a hyphen. It is left out."
    )
    return .empty
}

/// Whether a custom element may have that name. The standard allows letters beyond ASCII too, but the names in use consist of
/// these.
private func isCustomElementName(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, isLowerCase(first), bytes.count <= 255 else { return false }
    guard bytes.contains(UInt8(ascii: "-")), !reservedNames.contains(name) else { return false }
    return bytes.allSatisfy { byte in
        isLowerCase(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
}

private func isLowerCase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
}

/// Names with a hyphen that SVG and MathML define.
private let reservedNames: Set<String> = [
    "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format",
    "font-face-name", "missing-glyph",
]

extension ElementName {
    /// Creates the element name, if the table has it. If HTML and SVG share a name, the result is HTML's.
    package init?(named name: String) {
        guard let known = Self.byName[name] else { return nil }
        self = known
    }

    private static let byName: [String: ElementName] = {
        var names: [String: ElementName] = [:]
        for (element, text) in definitions.dropFirst() where names["\(text)"] == nil {
            names["\(text)"] = element
        }
        return names
    }()
}
