/// Where a pointer (mouse, pen or finger) was, and how it was pressed.
///
/// ```swift
/// svg(.viewBox("0 0 400 300"), .onPointerDown("board", otherwise: .form("place")) { (at: PointerPlace) in .placed(at) })
/// ```
public struct PointerPlace: Codable, Equatable, EventPayload {
    /// The place across, in the units of the element.
    public var x: Double
    /// The place down, in the units of the element.
    public var y: Double
    /// The buttons that are pressed: 1 the first, 2 the second, 4 the middle one.
    public var buttons: Int
    /// How hard it is pressed, from 0 to 1; 0.5 where that is not measured.
    public var pressure: Double
    /// What kind of pointer it is.
    public var pointerType: PointerKind
    /// Whether Alt is held.
    public var altKey: Bool
    /// Whether Control is held.
    public var ctrlKey: Bool
    /// Whether Command, or the key with the system's sign, is held.
    public var metaKey: Bool
    /// Whether Shift is held.
    public var shiftKey: Bool

    /// Creates the place of a pointer: for tests, of the first button of a mouse.
    public init(
        x: Double,
        y: Double,
        buttons: Int = 1,
        pressure: Double = 0.5,
        pointerType: PointerKind = .mouse,
        modifiers: KeyModifiers = []
    ) {
        self.x = x
        self.y = y
        self.buttons = buttons
        self.pressure = pressure
        self.pointerType = pointerType
        (altKey, ctrlKey) = (modifiers.contains(.alt), modifiers.contains(.control))
        (metaKey, shiftKey) = (modifiers.contains(.meta), modifiers.contains(.shift))
    }

    /// The modifiers that are held.
    public var modifiers: KeyModifiers { KeyModifiers(altKey, ctrlKey, metaKey, shiftKey) }

    /// Buttons are five bits.
    public static var ranges: [String: ClosedRange<Double>] { ["buttons": 0...31, "pressure": 0...1] }
}

/// The kind of a pointer.
public enum PointerKind: String, CaseIterable, Codable, Sendable {
    /// A mouse, or a touchpad.
    case mouse
    /// A pen, or a stylus.
    case pen
    /// A finger.
    case touch
    /// One that the browser does not know.
    case unknown = ""
}

/// A key that was pressed or released.
public struct KeyPress: Codable, Equatable, EventPayload {
    /// What the key means, as the DOM names it: `a`, `A`, `Enter`, `ArrowUp`.
    public var key: String
    /// Which key of the keyboard it is, whatever it means: `KeyA`, `Enter`. It may be empty, as that of a keyboard on a screen.
    public var code: String
    /// Whether it is repeated because it is held.
    public var isRepeat: Bool
    /// Whether Alt is held.
    public var altKey: Bool
    /// Whether Control is held.
    public var ctrlKey: Bool
    /// Whether Command, or the key with the system's sign, is held.
    public var metaKey: Bool
    /// Whether Shift is held.
    public var shiftKey: Bool

    private enum CodingKeys: String, CodingKey {
        case key, code, altKey, ctrlKey, metaKey, shiftKey
        case isRepeat = "repeat"
    }

    /// Creates the press of a key: for tests.
    public init(_ key: String, code: String = "", isRepeat: Bool = false, modifiers: KeyModifiers = []) {
        self.key = key
        self.code = code
        self.isRepeat = isRepeat
        (altKey, ctrlKey) = (modifiers.contains(.alt), modifiers.contains(.control))
        (metaKey, shiftKey) = (modifiers.contains(.meta), modifiers.contains(.shift))
    }

    /// The modifiers that are held.
    public var modifiers: KeyModifiers { KeyModifiers(altKey, ctrlKey, metaKey, shiftKey) }

    /// The names of keys are short.
    public static var longestText: Int { 100 }
}

extension KeyModifiers {
    fileprivate init(_ alt: Bool, _ control: Bool, _ meta: Bool, _ shift: Bool) {
        self = []
        if alt { insert(.alt) }
        if control { insert(.control) }
        if meta { insert(.meta) }
        if shift { insert(.shift) }
    }
}
