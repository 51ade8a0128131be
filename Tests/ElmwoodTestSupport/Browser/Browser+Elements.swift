// JSON of any shape, for JSONSerialization: FoundationEssentials lacks it.
import ElmwoodWebDriver
import Foundation

/// Elements: found by a CSS selector, read, clicked and typed into.
extension Browser {
    /// Whether there is such an element, visible or not.
    package func exists(_ selector: String) throws -> Bool { try count(selector) > 0 }

    /// Returns the number of such elements.
    package func count(_ selector: String) throws -> Int { try driver.findAll(selector).count }

    /// Returns the visible text of the first such element, with white space collapsed.
    package func text(_ selector: String) throws -> String {
        try once(selector) { try readText($0) }
    }

    /// Returns the texts of all such elements, in document order.
    package func texts(_ selector: String) throws -> [String] {
        try driver.findAll(selector).map { try readText($0) }
    }

    /// Waits until the first such element has that text, for changes without an action: a page that refreshes itself, a push.
    package func wait(for text: String, in selector: String) throws {
        var last = ""
        try poll("\(selector) did not become \"\(text)\" within a minute; it is \"\(last)\"") {
            last = try self.text(selector)
            return last == text
        }
    }

    /// Returns the attribute's value in the document, or nil if there is none.
    package func attribute(_ name: String, of selector: String) throws -> String? {
        // The value of a boolean attribute that is present is "true".
        try once(selector) { try driver.ask(.attribute(name), of: $0) as? String }
    }

    /// Returns the value of the element's property as text: `value`, `checked` ("true" or "false"), `validationMessage`.
    package func property(_ name: String, of selector: String) throws -> String {
        let value = try once(selector) { try driver.ask(.property(name), of: $0) }
        // JSON's true and false, which otherwise would be written as 1 and 0.
        if let number = value as? NSNumber, String(cString: number.objCType) == "c" {
            return number.boolValue ? "true" : "false"
        }
        return value is NSNull ? "null" : "\(value)"
    }

    /// Returns the current value of a control.
    package func value(_ selector: String) throws -> String { try property("value", of: selector) }

    /// Returns the computed value of a CSS property: `rgba(255, 255, 255, 1)`.
    package func style(_ property: String, of selector: String) throws -> String {
        try once(selector) { try driver.ask(.style(property), of: $0) as? String ?? "" }
    }

    /// Whether the element is visible.
    package func isShown(_ selector: String) throws -> Bool { try flag(.isShown, selector) }

    /// Whether the control is enabled.
    package func isEnabled(_ selector: String) throws -> Bool { try flag(.isEnabled, selector) }

    /// Whether the checkbox or radio button is checked, or the option selected.
    package func isSelected(_ selector: String) throws -> Bool { try flag(.isSelected, selector) }

    /// Clicks an element that leads to no other page: a checkbox, a field, an option, a summary.
    package func click(_ selector: String) throws {
        try once(selector) { try driver.click($0) }
    }

    /// Clicks a link or a button that leads to another page, and waits for that page.
    package func follow(_ selector: String) throws {
        try loadingPage { try click(selector) }
    }

    /// Double-clicks the middle of the element with the mouse.
    package func doubleClick(_ selector: String) throws {
        let origin = [elementKey: try driver.find(selector)]
        let press: [[String: Any]] = [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
        let move: [String: Any] = ["type": "pointerMove", "origin": origin, "x": 0, "y": 0]
        let mouse: [String: Any] = ["type": "pointer", "id": "mouse", "actions": [move] + press + press]
        try driver.perform([mouse])
    }

    /// Clicks the middle of the element while a key is pressed.
    package func click(_ selector: String, holding key: Key) throws {
        let origin = [elementKey: try driver.find(selector)]
        let pause: [String: Any] = ["type": "pause"]
        let move: [String: Any] = ["type": "pointerMove", "origin": origin, "x": 0, "y": 0]
        let mouse: [String: Any] = [
            "type": "pointer", "id": "mouse",
            "actions": [
                pause, move, ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0], pause,
            ] as [[String: Any]],
        ]
        let keyboard: [String: Any] = [
            "type": "key", "id": "keyboard",
            "actions": [
                ["type": "keyDown", "value": key.rawValue], pause, pause, pause,
                ["type": "keyUp", "value": key.rawValue],
            ] as [[String: Any]],
        ]
        try driver.perform([keyboard, mouse])
    }

    /// Presses the mouse at a place of an element, in pixels from its middle, moves it with the button held, and releases it.
    package func drag(_ selector: String, from start: (x: Int, y: Int), by steps: [(x: Int, y: Int)] = []) throws {
        let origin = [elementKey: try driver.find(selector)]
        func move(_ x: Int, _ y: Int) -> [String: Any] {
            ["type": "pointerMove", "origin": origin, "x": x, "y": y, "duration": 0]
        }
        let actions: [[String: Any]] =
            [move(start.x, start.y), ["type": "pointerDown", "button": 0]] + steps.map { move($0.x, $0.y) }
            + [["type": "pointerUp", "button": 0]]
        try driver.perform([["type": "pointer", "id": "mouse", "actions": actions]])
    }

    /// Drags an element to the middle of the upper edge of another one, with a mouse or a finger.
    ///
    /// - Parameter isDropped: false if the pointer stays down.
    package func drag(
        _ selector: String,
        toTopOf target: String,
        pointer: String = "mouse",
        isDropped: Bool = true
    ) throws {
        let place = try evaluate(
            """
            const box = document.querySelector("\(target)").getBoundingClientRect();
            return Math.round((box.left + box.right) / 2) + " " + (Math.round(box.top) + 3);
            """
        ).split(separator: " ").compactMap { Int($0) }
        guard place.count == 2 else { throw WebDriverError("\(target) is nowhere.") }
        let origin = [elementKey: try driver.find(selector)]
        let actions: [[String: Any]] = [
            ["type": "pointerMove", "origin": origin, "x": 0, "y": 0, "duration": 0],
            ["type": "pointerDown", "button": 0],
            ["type": "pointerMove", "origin": origin, "x": 0, "y": 12, "duration": 20],
            ["type": "pointerMove", "origin": "viewport", "x": place[0], "y": place[1], "duration": 50],
        ]
        let up: [[String: Any]] = isDropped ? [["type": "pointerUp", "button": 0]] : []
        try driver.perform(
            [
                [
                    "type": "pointer", "id": pointer, "parameters": ["pointerType": pointer], "actions": actions + up,
                ]
            ],
            isReleased: isDropped
        )
    }

    /// Lets go of what is dragged.
    package func drop(pointer: String = "mouse") throws {
        let up: [[String: Any]] = [["type": "pointerUp", "button": 0]]
        try driver.perform([
            ["type": "pointer", "id": pointer, "parameters": ["pointerType": pointer], "actions": up]
        ])
    }

    /// Presses a key with modifiers, where the focus is.
    ///
    /// - Parameter isReleased: false if a pointer that is pressed remains so.
    package func press(_ key: String, holding modifiers: [Key] = [], isReleased: Bool = true) throws {
        let keys = modifiers.map(\.rawValue) + [key]
        let actions =
            keys.map { ["type": "keyDown", "value": $0] } + keys.reversed().map { ["type": "keyUp", "value": $0] }
        try driver.perform([["type": "key", "id": "keyboard", "actions": actions]], isReleased: isReleased)
    }

    /// Types text into a control, after its current value. A file input accepts the file's path.
    package func type(_ text: String, into selector: String) throws {
        try driver.type(text, into: driver.find(selector))
    }

    /// Clears a control.
    package func clear(_ selector: String) throws {
        try driver.clear(driver.find(selector))
    }

    /// Clears a control and types text into it.
    package func fill(_ selector: String, with text: String) throws {
        try clear(selector)
        try type(text, into: selector)
    }

    /// Presses Enter in a control, so that its form is sent, and waits for the next page.
    package func pressEnter(in selector: String) throws {
        try loadingPage { try type("\u{E007}", into: selector) }
    }

    /// Presses a key in a control. Keys without a character have code points of their own: ``Key``.
    package func press(_ key: Key, in selector: String) throws { try type(key.rawValue, into: selector) }

    /// Presses a key in a control, a button or a link that leads to another page, and waits for that page.
    package func follow(pressing key: Key, in selector: String) throws {
        try loadingPage { try press(key, in: selector) }
    }

    /// Presses a key at the focus, such as Tab to move through a page. `:focus` selects the element that is focused then.
    package func press(_ key: Key) throws {
        let keys = ["keyDown", "keyUp"].map { ["type": $0, "value": key.rawValue] }
        try driver.perform([["type": "key", "id": "keyboard", "actions": keys]])
    }

    /// The focused element: its name in lower case, and `#id` if it has one: `input#new-todo`.
    package var focused: String {
        get throws {
            let element = try driver.activeElement
            let id = try driver.ask(.property("id"), of: element) as? String ?? ""
            return "\(try driver.ask(.name, of: element))" + (id.isEmpty ? "" : "#\(id)")
        }
    }

    // MARK: References

    /// Finds an element and runs a function with it. If the page is reloaded between the two, as one that refreshes itself is, the
    /// function is run again on the new page.
    private func once<Result>(_ selector: String, _ body: (String) throws -> Result) throws -> Result {
        do {
            return try body(driver.find(selector))
        } catch let error as WebDriverError where error.code == "stale element reference" {
            return try body(driver.find(selector))
        }
    }

    private func readText(_ element: String) throws -> String { try driver.ask(.text, of: element) as? String ?? "" }

    private func flag(_ question: ElementQuestion, _ selector: String) throws -> Bool {
        let answer = try once(selector) { try driver.ask(question, of: $0) }
        guard let flag = answer as? Bool else { throw WebDriverError("\(question) answered \(answer)") }
        return flag
    }
}

/// Keys without a character, by the WebDriver standard's code points.
package enum Key: String, Sendable {
    case enter = "\u{E007}"
    case tab = "\u{E004}"
    case escape = "\u{E00C}"
    case backspace = "\u{E003}"
    case space = " "
    case up = "\u{E013}"
    case down = "\u{E015}"
    case left = "\u{E012}"
    case right = "\u{E014}"
    case shift = "\u{E008}"
    case control = "\u{E009}"
}
