extension Attribute {
    /// An attribute of any name, for those without a function of their own.
    ///
    /// A name that has a function is handled as that function handles it. A name with characters other than letters, digits, `-`,
    /// `_`, `.` and `:`, or that starts with `on`, is left out: a page has no inline script.
    ///
    /// ```swift
    /// input(.type(.file), .attribute("webkitdirectory", ""))
    /// ```
    public static func attribute(_ name: String, _ value: String) -> Self {
        custom(kind: .text, name: name, value: value)
    }

    /// An attribute of any name without a value, present or not.
    public static func attribute(_ name: String, isPresent: Bool) -> Self {
        isPresent ? custom(kind: .flag, name: name, value: "") : .none
    }

    /// Identifies the element among its siblings, so that it remains the same if a list changes its order.
    ///
    /// ```swift
    /// ul { for item in items { li(.key(item.id)) { item.title } } }
    /// ```
    @inlinable
    public static func key(_ key: some CustomStringConvertible) -> Self { Self(.key, key.description) }

    /// Identifies the element among its siblings by a number.
    @inlinable
    public static func key(_ key: Int) -> Self { Self(.key, key) }

    private static func custom(kind: AttributeValue.Kind, name: String, value: String) -> Self {
        if let known = AttributeName(named: name) {
            return Self(value: AttributeValue(kind: kind, name: known, text: value))
        }
        if let reason = AttributeName.refusal(of: name) {
            return Self(value: AttributeValue(kind: .refused, name: .custom, text: reason))
        }
        return Self(
            value: AttributeValue(
                kind: kind,
                name: .custom,
                text: name + value,
                customNameSize: UInt16(truncatingIfNeeded: name.utf8.count)
            )
        )
    }
}

extension AttributeName {
    /// Creates the attribute with that name, in any case, if the table has it. Events and names that are never written are not
    /// found.
    package init?(named name: String) {
        // Most custom names are `data-*`, of which the table has one.
        if name.hasPrefix("data-") {
            guard name == "data-key" else { return nil }
            self = .key
            return
        }
        guard let known = Self.byName[name.lowercased()] else { return nil }
        self = known
    }

    /// All attributes that are written with their names, by the lower-case name.
    private static let byName: [String: AttributeName] = {
        var names: [String: AttributeName] = [:]
        for (attribute, text) in definitions
        where attribute.id > AttributeName.lastUnwritten && !attribute.traits.contains(.event) {
            names["\(text)".lowercased()] = attribute
        }
        return names
    }()

    /// Returns why no attribute can be written with that name, or nil if one can.
    ///
    /// HTML would parse more names (§13.1.2.3), but a script could not set them: these are XML's, as the DOM requires.
    static func refusal(of name: String) -> String? {
        let bytes = name.utf8
        guard let first = bytes.first, bytes.count <= longestCustomName, isNameStart(first),
            bytes.allSatisfy({ isNameStart($0) || isNameDigit($0) })
        else {
            return
                "An attribute cannot be named “\(name)”: a name is 1 to \(longestCustomName) letters, digits, -, _, . and :, "
                + "and starts with no digit, - or dot. It is left out."
        }
        if bytes.count >= 2, first | 0x20 == UInt8(ascii: "o"),
            bytes.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "n")
        {
            return
                "The attribute \(name) would be an inline script, and is left out: use an event, such as .onClick(message)."
        }
        let lower = name.utf8.prefix(13).map(lowerCase)
        if reservedNames.contains(where: { lower.elementsEqual($0.utf8) }) || lower.starts(with: "data-on-".utf8) {
            return "The attribute \(name) is left out: Elmwood itself writes it for the script of a live page."
        }
        return nil
    }

    private static let reservedNames = [
        "data-elmwood", "data-form", "data-opaque", "data-field", "data-accepts", "data-module",
    ]

    /// A record stores the size of a name in one byte.
    static let longestCustomName = 255

    private static func isNameStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    private static func isNameDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}
