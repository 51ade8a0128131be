// JSON of any shape, as JSONSerialization reads it: FoundationEssentials has none.
import Foundation

/// Elements: found by a CSS selector, read, clicked and typed into.
extension Browser {
    /// Whether there is such an element, shown or not.
    public func exists(_ selector: String) throws -> Bool { try count(selector) > 0 }

    /// How many such elements there are.
    public func count(_ selector: String) throws -> Int { try driver.findAll(selector).count }

    /// The text of the first such element as a reader sees it: what is hidden left out, white space folded.
    public func text(_ selector: String) throws -> String {
        try once(selector) { try readText($0) }
    }

    /// The texts of all such elements, in the order of the document.
    public func texts(_ selector: String) throws -> [String] {
        try driver.findAll(selector).map { try readText($0) }
    }

    /// Waits until the first such element reads so, for what comes by itself: a page that loads itself again, a push.
    public func wait(for text: String, in selector: String) throws {
        var last = ""
        try poll("\(selector) did not become \"\(text)\" within a minute; it is \"\(last)\"") {
            last = try self.text(selector)
            return last == text
        }
    }

    /// The attribute's value as the document has it, nil where it has none.
    public func attribute(_ name: String, of selector: String) throws -> String? {
        // A boolean attribute that is there answers "true".
        try once(selector) { try driver.ask(.attribute(name), of: $0) as? String }
    }

    /// The value of the element's property as text: `value`, `checked` ("true" or "false"), `validationMessage`.
    public func property(_ name: String, of selector: String) throws -> String {
        let value = try once(selector) { try driver.ask(.property(name), of: $0) }
        // JSON's true and false, which else would be written as 1 and 0.
        if let number = value as? NSNumber, String(cString: number.objCType) == "c" {
            return number.boolValue ? "true" : "false"
        }
        return value is NSNull ? "null" : "\(value)"
    }

    /// What a control holds now.
    public func value(_ selector: String) throws -> String { try property("value", of: selector) }

    /// The computed value of a CSS property: `rgba(255, 255, 255, 1)`.
    public func style(_ property: String, of selector: String) throws -> String {
        try once(selector) { try driver.ask(.style(property), of: $0) as? String ?? "" }
    }

    /// Whether the element can be seen.
    public func isShown(_ selector: String) throws -> Bool { try flag(.isShown, selector) }

    /// Whether the control can be used.
    public func isEnabled(_ selector: String) throws -> Bool { try flag(.isEnabled, selector) }

    /// Whether the checkbox or radio button is checked, or the option selected.
    public func isSelected(_ selector: String) throws -> Bool { try flag(.isSelected, selector) }

    /// Clicks on what leads to no other page: a checkbox, a field, an option, a summary.
    public func click(_ selector: String) throws {
        try once(selector) { try driver.click($0) }
    }

    /// Clicks on what leads to another page, a link or a button of a form, and waits for that.
    public func follow(_ selector: String) throws {
        try loadingPage { try click(selector) }
    }

    /// Clicks twice, as a mouse does, on the middle of the element.
    public func doubleClick(_ selector: String) throws {
        let origin = [elementKey: try driver.find(selector)]
        let press: [[String: Any]] = [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
        let move: [String: Any] = ["type": "pointerMove", "origin": origin, "x": 0, "y": 0]
        let mouse: [String: Any] = ["type": "pointer", "id": "mouse", "actions": [move] + press + press]
        try driver.perform([mouse])
    }

    /// Clicks on the middle of the element while a key is held down.
    public func click(_ selector: String, holding key: Key) throws {
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

    /// Types text into a control, after what it holds. A file input takes the file's path.
    public func type(_ text: String, into selector: String) throws {
        try driver.type(text, into: driver.find(selector))
    }

    /// Empties a control.
    public func clear(_ selector: String) throws {
        try driver.clear(driver.find(selector))
    }

    /// Empties a control and types text into it.
    public func fill(_ selector: String, with text: String) throws {
        try clear(selector)
        try type(text, into: selector)
    }

    /// Presses Enter in a control, so that its form is sent, and waits for the page that comes.
    public func pressEnter(in selector: String) throws {
        try loadingPage { try type("\u{E007}", into: selector) }
    }

    /// Presses a key in a control. The keys that write nothing have code points of their own: ``Key``.
    public func press(_ key: Key, in selector: String) throws { try type(key.rawValue, into: selector) }

    /// Presses a key in a control, a button or a link that leads to another page, and waits for that.
    public func follow(pressing key: Key, in selector: String) throws {
        try loadingPage { try press(key, in: selector) }
    }

    /// Presses a key wherever the focus is, as Tab is pressed to walk through a page. `:focus` is what has it then.
    public func press(_ key: Key) throws {
        let keys = ["keyDown", "keyUp"].map { ["type": $0, "value": key.rawValue] }
        try driver.perform([["type": "key", "id": "keyboard", "actions": keys]])
    }

    /// The element that has the focus: its name in lower case, and `#id` if it has one: `input#new-todo`.
    public var focused: String {
        get throws {
            let element = try driver.activeElement
            let id = try driver.ask(.property("id"), of: element) as? String ?? ""
            return "\(try driver.ask(.name, of: element))" + (id.isEmpty ? "" : "#\(id)")
        }
    }

    // MARK: References

    /// Finds an element and does something with it. Where the page is loaded anew between the two, as one that refreshes itself
    /// is, nothing was done, and it is done on the page that came.
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

/// Keys that write nothing, by the WebDriver standard's code points.
public enum Key: String, Sendable {
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
