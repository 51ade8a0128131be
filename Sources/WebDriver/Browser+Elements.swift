// JSON of any shape, as JSONSerialization reads it: FoundationEssentials has none.
import Foundation

/// Elements: found by a CSS selector, read, clicked and typed into.
extension Browser {
    /// Whether there is such an element, shown or not.
    public func exists(_ selector: String) throws -> Bool { try count(selector) > 0 }

    /// How many such elements there are.
    public func count(_ selector: String) throws -> Int { try findAll(selector).count }

    /// The text of the first such element as a reader sees it: what is hidden left out, white space folded.
    public func text(_ selector: String) throws -> String {
        try once(selector) { try text("GET", "/element/\($0)/text") }
    }

    /// The texts of all such elements, in the order of the document.
    public func texts(_ selector: String) throws -> [String] {
        try findAll(selector).map { try text("GET", "/element/\($0)/text") }
    }

    /// Waits until the first such element reads so, for what comes by itself: a page that loads itself again, a push.
    public func wait(for text: String, in selector: String) throws {
        let start = ContinuousClock.now
        var last = ""
        while start.duration(to: .now) < .seconds(60) {
            do {
                last = try self.text(selector)
                if last == text { return }
            } catch let error as WebDriverError where Self.goneCodes.contains(error.code) {
                last = error.description
            }
        }
        throw WebDriverError("\(selector) did not become \"\(text)\" within a minute; it is \"\(last)\"")
    }

    /// The attribute's value as the document has it, nil where it has none.
    public func attribute(_ name: String, of selector: String) throws -> String? {
        // The standard's own "Get Element Attribute"; a boolean attribute that is there answers "true".
        try once(selector) { try command("GET", "/element/\($0)/attribute/\(name)") as? String }
    }

    /// The value of the element's property as text: `value`, `checked` ("true" or "false"), `validationMessage`.
    public func property(_ name: String, of selector: String) throws -> String {
        let value = try once(selector) { try command("GET", "/element/\($0)/property/\(name)") }
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
        try once(selector) { try text("GET", "/element/\($0)/css/\(property)") }
    }

    /// Whether the element can be seen.
    public func isShown(_ selector: String) throws -> Bool { try flag("displayed", selector) }

    /// Whether the control can be used.
    public func isEnabled(_ selector: String) throws -> Bool { try flag("enabled", selector) }

    /// Whether the checkbox or radio button is checked, or the option selected.
    public func isSelected(_ selector: String) throws -> Bool { try flag("selected", selector) }

    /// Clicks on what leads to no other page: a checkbox, a field, an option, a summary.
    public func click(_ selector: String) throws {
        _ = try once(selector) { try command("POST", "/element/\($0)/click") }
    }

    /// Clicks on what leads to another page, a link or a button of a form, and waits for that.
    public func follow(_ selector: String) throws {
        try loadingPage { try click(selector) }
    }

    /// Clicks twice, as a mouse does, on the middle of the element.
    public func doubleClick(_ selector: String) throws {
        let origin = [Self.elementKey: try find(selector)]
        let press: [[String: Any]] = [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
        let move: [String: Any] = ["type": "pointerMove", "origin": origin, "x": 0, "y": 0]
        let mouse: [String: Any] = ["type": "pointer", "id": "mouse", "actions": [move] + press + press]
        try command("POST", "/actions", ["actions": [mouse]])
        try command("DELETE", "/actions")
    }

    /// Clicks on the middle of the element while a key is held down.
    public func click(_ selector: String, holding key: Key) throws {
        let origin = [Self.elementKey: try find(selector)]
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
        try command("POST", "/actions", ["actions": [keyboard, mouse]])
        try command("DELETE", "/actions")
    }

    /// Types text into a control, after what it holds. A file input takes the file's path.
    public func type(_ text: String, into selector: String) throws {
        try command("POST", "/element/\(find(selector))/value", ["text": text])
    }

    /// Empties a control.
    public func clear(_ selector: String) throws {
        try command("POST", "/element/\(find(selector))/clear")
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
        let keyboard: [String: Any] = ["type": "key", "id": "keyboard", "actions": keys]
        try command("POST", "/actions", ["actions": [keyboard]])
        try command("DELETE", "/actions")
    }

    /// The element that has the focus: its name in lower case, and `#id` if it has one: `input#new-todo`.
    public var focused: String {
        get throws {
            let element = try identifier(command("GET", "/element/active"))
            let id = try command("GET", "/element/\(element)/property/id") as? String ?? ""
            return try text("GET", "/element/\(element)/name") + (id.isEmpty ? "" : "#\(id)")
        }
    }

    // MARK: References

    /// The name under which the standard hands out a reference to an element.
    static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

    /// Finds an element and does something with it. Where the page is loaded anew between the two, as one that refreshes itself
    /// is, nothing was done, and it is done on the page that came.
    private func once<Result>(_ selector: String, _ body: (String) throws -> Result) throws -> Result {
        do {
            return try body(find(selector))
        } catch let error as WebDriverError where error.code == "stale element reference" {
            return try body(find(selector))
        }
    }

    func find(_ selector: String) throws -> String {
        try identifier(command("POST", "/element", ["using": "css selector", "value": selector]))
    }

    private func findAll(_ selector: String) throws -> [String] {
        let list = try command("POST", "/elements", ["using": "css selector", "value": selector])
        return try (list as? [Any] ?? []).map(identifier)
    }

    private func identifier(_ value: Any) throws -> String {
        guard let id = (value as? [String: Any])?[Self.elementKey] as? String else {
            throw WebDriverError("no reference to an element: \(value)")
        }
        return id
    }

    private func flag(_ question: String, _ selector: String) throws -> Bool {
        let answer = try once(selector) { try command("GET", "/element/\($0)/\(question)") }
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
