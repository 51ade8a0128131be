// NSNull is null in JSON of any shape: FoundationEssentials lacks it.
import Foundation

// Elements, by the rules of the classic WebDriver standard.

extension FirefoxSession {
    func find(_ selector: String) throws -> String {
        if let first = try locate(selector, at: 1).first { return first }
        // The element may be on a page that is still loading.
        try awaitLoaded()
        guard let first = try locate(selector, at: 1).first else {
            throw WebDriverError("\(selector) is not on the page", code: "no such element")
        }
        return first
    }

    func findAll(_ selector: String) throws -> [String] { try locate(selector) }

    private func locate(_ selector: String, at most: Int? = nil) throws -> [String] {
        var parameters: [String: Any] = [
            "context": context, "locator": ["type": "css", "value": selector],
            "serializationOptions": ["maxDomDepth": 0],
        ]
        if let most { parameters["maxNodeCount"] = most }
        let nodes = try command("browsingContext.locateNodes", parameters)["nodes"] as? [[String: Any]]
        return nodes?.compactMap { $0["sharedId"] as? String } ?? []
    }

    var activeElement: String {
        get throws {
            let active = try run("return document.activeElement;", [])
            guard let element = (active as? [String: Any])?[elementKey] as? String else {
                throw WebDriverError("no element has the focus", code: "no such element")
            }
            return element
        }
    }

    func ask(_ question: ElementQuestion, of element: String) throws -> Any {
        switch question {
        case .text: try on(element, ElementScripts.text)
        case .name: try on(element, "return element.localName;")
        case .attribute(let name): try on(element, ElementScripts.attribute, name)
        case .property(let name): try on(element, "return element[more];", name)
        case .style(let name): try on(element, ElementScripts.style, name)
        case .isShown: try on(element, ElementScripts.isShown)
        case .isEnabled: try on(element, "return !element.matches(':disabled');")
        case .isSelected: try on(element, "return !!(element.checked ?? element.selected);")
        }
    }

    /// Runs statements with `element`, which has to be on the current page.
    @discardableResult
    private func on(_ element: String, _ statements: String, _ more: String = "") throws -> Any {
        let answer = try run(
            """
            const [element, more] = arguments;
            if (!element.isConnected || element.ownerDocument != document) return ["gone"];
            \(Self.checks)
            return ["here", (function() { \(statements)\n}).call(window, element, more)];
            """,
            [[elementKey: element], more]
        )
        guard let parts = answer as? [Any], let state = parts.first as? String else {
            throw WebDriverError("the element did not answer")
        }
        if state == "gone" {
            throw WebDriverError("the element is no longer on the page", code: "stale element reference")
        }
        let value = parts.count > 1 ? parts[1] : NSNull()
        if let error = (value as? [String: Any])?["webDriverError"] as? String {
            throw WebDriverError("the element does not allow this action", code: error)
        }
        return value
    }

    /// Functions that check the preconditions of an action on an element.
    private static let checks = """
        const fail = (code) => ({ webDriverError: code });
        const show = () => element.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
        """

    // MARK: The mouse

    func click(_ element: String) throws {
        // An option is selected by the rules of the standard's "Element Click": a list opens in no window of the page's.
        let isDone = try on(
            element,
            """
            const list = element.localName == "option" && element.closest("select");
            if (list) {
                if (list.disabled || element.disabled) return true;
                list.focus();
                for (const type of ["mouseover", "mousemove", "mousedown"]) {
                    list.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
                }
                const before = element.selected;
                element.selected = list.multiple ? !before : true;
                if (before != element.selected) {
                    list.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
                    list.dispatchEvent(new Event("change", { bubbles: true }));
                }
                for (const type of ["mouseup", "click"]) {
                    list.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
                }
                return true;
            }
            show();
            const box = element.getClientRects()[0];
            if (!box || !box.width && !box.height) return fail("element not interactable");
            const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2;
            const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
            const hit = document.elementFromPoint(x, y);
            if (!hit || !element.contains(hit)) return fail("element click intercepted");
            return false;
            """
        )
        if isDone as? Bool == true { return }
        let press: [[String: Any]] = [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
        let move: [String: Any] = ["type": "pointerMove", "origin": [elementKey: element], "x": 0, "y": 0]
        try perform([["type": "pointer", "id": "mouse", "actions": [move] + press] as [String: Any]])
    }

    func perform(_ actions: [[String: Any]], isReleased: Bool) throws {
        let sources = actions.map { source in
            var source = source
            source["actions"] = (source["actions"] as? [[String: Any]])?.map { action in
                var action = action
                if let element = (action["origin"] as? [String: Any])?[elementKey] as? String {
                    action["origin"] = ["type": "element", "element": ["sharedId": element]] as [String: Any]
                }
                return action
            }
            return source
        }
        try command("input.performActions", ["context": context, "actions": sources])
        // If a click has led to another page, nothing is pressed any more.
        if isReleased { _ = try? command("input.releaseActions", ["context": context]) }
    }

    // MARK: The keyboard

    func clear(_ element: String) throws {
        try on(
            element,
            """
            if (element.disabled || element.readOnly) return fail("invalid element state");
            show();
            element.focus();
            if (element.value == "") return;
            element.value = "";
            element.dispatchEvent(new Event("change", { bubbles: true }));
            element.blur();
            """
        )
    }

    func type(_ text: String, into element: String) throws {
        let isFile =
            try on(
                element,
                """
                if (element.localName == "input" && element.type == "file") return true;
                show();
                if (!element.checkVisibility({ visibilityProperty: true })) return fail("element not interactable");
                if (document.activeElement != element) {
                    element.focus();
                    try { element.setSelectionRange(element.value.length, element.value.length); } catch {}
                }
                return false;
                """
            )
        if isFile as? Bool == true {
            let files = text.split(separator: "\n").map(String.init)
            let parameters: [String: Any] = ["context": context, "element": ["sharedId": element], "files": files]
            try command("input.setFiles", parameters)
            return
        }
        let keys = text.flatMap { character -> [[String: Any]] in
            let key = character.isNewline ? "\u{E006}" : String(character)
            return ["keyDown", "keyUp"].map { ["type": $0, "value": key] }
        }
        try perform([["type": "key", "id": "keyboard", "actions": keys]])
    }
}
