import ElmwoodArchitecture
import ElmwoodViewTree

/// The values of an event, by the names of their members, as a browser sends them.
package struct EventValues: Sendable {
    private(set) var members: [String: String] = [:]

    /// No values: of an event that has none but its name.
    init() {}

    private init(_ members: [String: String], _ modifiers: KeyModifiers) {
        self.members = members
        self.members["altKey"] = String(modifiers.contains(.alt))
        self.members["ctrlKey"] = String(modifiers.contains(.control))
        self.members["metaKey"] = String(modifiers.contains(.meta))
        self.members["shiftKey"] = String(modifiers.contains(.shift))
    }

    /// The values of a mouse at a place.
    static func mouse(x: Double = 0, y: Double = 0, buttons: Int, _ modifiers: KeyModifiers = []) -> Self {
        let members = [
            "x": number(x), "y": number(y), "buttons": String(buttons), "pressure": buttons == 0 ? "0" : "0.5",
            "pointerType": "mouse",
        ]
        return Self(members, modifiers)
    }

    /// The values of an upload in pieces.
    static func upload(loaded: Int, total: Int) -> Self { Self(["loaded": "\(loaded)", "total": "\(total)"], []) }

    /// The values of a key.
    static func key(_ key: String, _ modifiers: KeyModifiers = []) -> Self {
        let isLetter = key.utf8.count == 1 && key.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a }
        let code = isLetter ? "Key" + key.uppercased() : key == " " ? "Space" : key.count > 1 ? key : ""
        return Self(["key": key, "code": code, "repeat": "false"], modifiers)
    }

    /// The values of a `details` that has been opened or closed.
    static func open(_ isOpen: Bool) -> Self {
        var values = Self()
        values.members["open"] = String(isOpen)
        return values
    }

    /// The values of a custom element's event: the members of its `detail` that are texts, numbers or truth values.
    static func detail(_ detail: some Encodable) throws -> Self {
        var values = Self()
        guard case .object(let members) = try JSONValue(encoding: detail) else { return values }
        values.members = members.compactMapValues { value in
            switch value {
            case .string(let text): text
            case .bool, .number: value.description
            case .null, .array, .object: nil
            }
        }
        return values
    }

    /// The fields with the members of an event, those that it has.
    func fields(of event: PayloadEvent) -> [SentField] {
        event.members.compactMap { name in members[name].map { SentField(name, $0) } }
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : String(value)
    }
}

/// A key that a visitor presses, with modifiers.
package struct PressedKey {
    /// The key, named as in `KeyboardEvent.key`.
    package var key: String
    package var modifiers: KeyModifiers = []

    /// The key as elements and pages ask for it: `control+k`.
    var text: String {
        if key.count == 1, let character = key.first { return KeyFilter.key(character, modifiers).text }
        return modifiers.prefix + key.lowercased()
    }

    /// The name in the events of single keys.
    var name: String { key == " " ? "space" : key.lowercased() }

    /// Whether it types its character.
    var isTyped: Bool { modifiers.isDisjoint(with: [.control, .alt, .meta]) }

    /// The key that the browser tells: Shift makes it a capital letter.
    var told: String { modifiers.contains(.shift) && key.count == 1 ? key.uppercased() : key }
}

/// What a visitor does with a mouse at a place of an element.
package struct MouseAct {
    /// The place in the units of the element; nil for its middle.
    package var place: (x: Double, y: Double)?
    package var modifiers: KeyModifiers = []
    /// Whether a button is pressed and released, and not only the pointer moved.
    package var isPress = true
}
