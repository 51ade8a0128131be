/// A key of a keyboard, with the modifiers that are held: which key presses an element asks for.
///
/// ```swift
/// .key("k", .control)      // Control and K, or Command and K on a Mac
/// .key(.escape)
/// .arrows
/// ```
public struct KeyFilter: Hashable, Sendable {
    /// The keys as the script compares them, separated by commas: `control+k`.
    package let text: String

    /// A key that types a character, with exactly those modifiers. Upper and lower case are the same key; Shift counts only together with others,
    /// since it is part of what many keys type.
    public static func key(_ character: Character, _ modifiers: KeyModifiers = []) -> Self {
        let name: String =
            switch character {
            case " ": "space"
            case ",": "comma"
            case "+": "plus"
            default: character.lowercased()
            }
        return Self(text: (modifiers == .shift ? "" : modifiers.prefix) + name)
    }

    /// A key that has a name, with exactly those modifiers.
    public static func key(_ key: HtmlValue.Key, _ modifiers: KeyModifiers = []) -> Self {
        Self(text: modifiers.prefix + key.rawValue.lowercased())
    }

    /// The four arrow keys, without a modifier.
    public static var arrows: Self { Self(text: "arrowup,arrowdown,arrowleft,arrowright") }

    private init(text: String) { self.text = text }

    /// Reads the key that a page reports; nil if it is none.
    package init?(text bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= 60, bytes.allSatisfy({ $0 > 0x20 }) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }
}

extension KeyFilter: CustomStringConvertible {
    /// The key as it is written in Swift, but for its modifiers: `.key("control+k")`.
    public var description: String { ".key(\(String(reflecting: text)))" }
}

/// The modifiers that are held with a key or a pointer.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
    /// The bits of the modifiers.
    public let rawValue: UInt8

    /// Creates a set of modifiers.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Control or, of a shortcut on a Mac, Command.
    public static let control = Self(rawValue: 1 << 0)
    /// Alt, or Option.
    public static let alt = Self(rawValue: 1 << 1)
    /// Shift.
    public static let shift = Self(rawValue: 1 << 2)
    /// The key with the system's sign. Of a shortcut, it counts as ``control``.
    public static let meta = Self(rawValue: 1 << 3)

    /// What precedes a key's name: `control+alt+`.
    var prefix: String {
        (isDisjoint(with: [.control, .meta]) ? "" : "control+") + (contains(.alt) ? "alt+" : "")
            + (contains(.shift) ? "shift+" : "")
    }
}
