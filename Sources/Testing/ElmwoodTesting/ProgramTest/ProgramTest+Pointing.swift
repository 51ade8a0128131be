import Elmwood
import ElmwoodPageTree

// What a visitor does with a mouse at a place, and with keys and modifiers.

extension ProgramTest {
    /// Presses a key that types a character, with modifiers: where the focus is, or in the element of an event, or in a field.
    ///
    /// ```swift
    /// test.key("k", .control)
    /// test.key(" ", in: "board")
    /// ```
    public func key(
        _ character: Character,
        _ modifiers: KeyModifiers = [],
        in name: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        press(PressedKey(key: String(character), modifiers: modifiers), in: name, file, line)
    }

    /// Presses a key that has a name, with modifiers: where the focus is, or in the element of an event, or in a field.
    ///
    /// ```swift
    /// test.key(.arrowLeft, in: "grid")
    /// ```
    public func key(
        _ key: HtmlValue.Key,
        _ modifiers: KeyModifiers = [],
        in name: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        press(PressedKey(key: key.eventKey, modifiers: modifiers), in: name, file, line)
    }

    private func press(_ key: PressedKey, in name: String?, _ file: StaticString, _ line: UInt) {
        let place = name.map { ", in: \(String(reflecting: $0))" } ?? ""
        perform("key(\(String(reflecting: key.text))\(place))", file, line) { finder in
            let node = try name.map { name throws(FinderFailure) in
                if let element = try? finder.event(name) { return element }
                return try finder.focusable(name)
            }
            return .key(key, in: node)
        }
    }

    /// Presses the mouse at a place of the element that has an event of that name, and releases it there: what the element asks for of it
    /// is sent, and a click.
    ///
    /// ```swift
    /// test.press("board", x: 120, y: 80, holding: .shift)
    /// ```
    ///
    /// The place is in the units of the element: those of its `viewBox`, or of its `width` and `height`.
    public func press(
        _ event: String,
        x: Double,
        y: Double,
        holding modifiers: KeyModifiers = [],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        perform("press(\(String(reflecting: event)), x: \(x), y: \(y))", file, line) {
            .mouse(MouseAct(place: (x, y), modifiers: modifiers), at: try $0.event(event))
        }
    }

    /// Dispatches an event of a custom element, as its script does: the event of that name in the view, with that `detail`.
    ///
    /// ```swift
    /// test.dispatch("pick", Place(x: 30, y: 40))
    /// ```
    ///
    /// Members of the detail are texts, numbers and truth values. No script of the element runs, but in a browser.
    public func dispatch(
        _ event: String,
        _ detail: some Encodable,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        perform("dispatch(\(String(reflecting: event)))", file, line) {
            .dispatch(event, try EventValues.detail(detail), at: try $0.customEvent(event))
        }
    }

    /// Moves a row of a list that can be sorted before another one, by the titles of their handles. Without script the buttons of the handle do it.
    ///
    /// ```swift
    /// test.drag("Milk", before: "Bread")
    /// ```
    public func drag(_ row: String, before other: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("drag(\(String(reflecting: row)), before: \(String(reflecting: other)))", file, line) {
            .drag(try $0.drag(row, before: other, to: nil))
        }
    }

    /// Moves a row to the end of a list, by the titles of both.
    ///
    /// ```swift
    /// test.drag("Milk", to: "Done")
    /// ```
    public func drag(_ row: String, to list: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("drag(\(String(reflecting: row)), to: \(String(reflecting: list)))", file, line) {
            .drag(try $0.drag(row, before: nil, to: list))
        }
    }

    /// Moves the mouse over an element: that of the event of that name, or one with that text that listens to pointers.
    ///
    /// ```swift
    /// test.hover("Help")
    /// ```
    public func hover(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
        perform("hover(\(String(reflecting: name)))", file, line) {
            .mouse(MouseAct(isPress: false), at: try $0.pointable(name))
        }
    }

    /// Moves the mouse to a place of the element that has an event of that name.
    public func hover(_ event: String, x: Double, y: Double, file: StaticString = #filePath, line: UInt = #line) {
        perform("hover(\(String(reflecting: event)), x: \(x), y: \(y))", file, line) {
            .mouse(MouseAct(place: (x, y), isPress: false), at: try $0.event(event))
        }
    }
}
