import Elmwood
import ElmwoodPageTree
import Glibc
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodWebDriver

extension RealBrowser {
    func carryOut(_ act: Act) throws {
        switch act {
        case .click(let node): try click(node)
        case .doubleClick(let node): try doubleClick(node)
        case .fill(let node, let text):
            try fill(node, text)
            try finish()
        case .check(let node, _):
            try press(on: node)
            try finish()
        case .choose(let option, _):
            try press(on: option)
            try finish()
        case .attach(let node, let files):
            let paths = files.map { testHost.folder.put($0, named: true) }
            try browser.driver.type(paths.joined(separator: "\n"), into: element(node))
            try finish()
        case .submit(let form, let button): try submit(form, by: button)
        case .press(let key, let node): try press(key, in: node)
        case .key(let key, let node): try press(key, in: node)
        case .mouse(let act, let node): try point(act, at: node)
        case .dispatch(let name, let values, let node): try dispatch(name, values, at: node)
        case .agreed(let act): try carryOut(act, isAgreed: true)
        case .declined(let act): try carryOut(act, isAgreed: false)
        case .drag(let drag): try self.drag(drag)
        case .scroll(let node):
            try browser.runUntilDone(BrowserScripts.scroll, [node.path])
            try finish()
        case .open(let target): try load(PageAddress(target))
        case .arrive(let target): try follow(target)
        case .reload: try load(place)
        case .closePage: try close()
        case .hidePage, .showPage: try hide(act)
        case .goOffline, .goOnline: try connect(act)
        case .interruptUploads, .resumeUploads:
            throw DriverFailure("Only a simulated browser interrupts uploads.")
        }
    }

    /// Goes to an address as a link of the page leads there: its script may show it without loading a page.
    private func follow(_ target: String) throws {
        let navigate = { [self] in _ = try browser.run("location.assign(arguments[0]);", [origin + target]) }
        guard script == .on else { return try loading(navigate) }
        try navigate()
        try finish()
    }

    // MARK: Elements

    /// Returns the browser's reference to the element of a node.
    private func element(_ node: PageNode) throws -> String {
        let found = try browser.run(BrowserScripts.find + "return find(arguments[0]);", [node.path])
        guard let name = (found as? [String: Any])?[elementKey] as? String else {
            throw DriverFailure("\(node) is not on the page any more.")
        }
        return name
    }

    func press(on node: PageNode) throws {
        let element = try element(node)
        // The driver waits if a click leads to another page.
        let leads =
            node.closest { ($0.tag == "a" || $0.tag == "area") && $0.has("href") } != nil
            || node.isSubmitter && node.form.map { !$0.has("data-form") } ?? false
        let click = { [self] in try browser.driver.click(element) }
        if leads { try click() } else { try holding(click) }
    }

    /// Performs a mouse action while the page's requests are delayed. Otherwise the effect of the first half could move the target
    /// of the second one.
    private func holding(_ action: () throws -> Void) throws {
        guard script == .on else { return try action() }
        try browser.run("elmwoodTest.hold();")
        defer { _ = try? browser.run("window.elmwoodTest?.release();") }
        try action()
    }

    // MARK: Clicks

    private func click(_ node: PageNode) throws {
        guard let node = current(node) else { return }
        if node.isSubmitter, let form = node.form, complain(about: form, by: node) { return }
        guard script == .off else {
            try press(on: node)
            return try finish()
        }
        let link = node.closest { ($0.tag == "a" || $0.tag == "area") && $0.has("href") }
        let closesDialog = node.isSubmitter && (node["formmethod"] ?? node.form?["method"]) == "dialog"
        if node.isSubmitter, !closesDialog {
            if !node.isLone, isWaiting { try settleFields() }
            guard let node = current(node) else { return }
            return try loading { try press(on: node) }
        }
        if let reference = link?["href"], place.destination(reference) != .fragment {
            if isWaiting { try settleFields() }
            guard let node = current(node) else { return }
            return try loading { try press(on: node) }
        }
        if node.isClickable, node.tag == "summary" || link != nil || node.control == .button {
            try press(on: node)
            return turn()
        }
        if node.labelled != nil {
            try press(on: node)
            return turn()
        }
        later.impossible = "Without script nothing listens to a click on “\(node.clickName)”."
    }

    private func doubleClick(_ node: PageNode) throws {
        guard script == .on else {
            later.impossible = "Without script nothing listens to a double click on “\(node.clickName)”."
            return
        }
        let origin = [elementKey: try element(node)]
        let press: [[String: Any]] = [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
        let move: [String: Any] = ["type": "pointerMove", "origin": origin, "x": 0, "y": 0]
        let mouse: [String: Any] = ["type": "pointer", "id": "mouse", "actions": [move] + press + press]
        try holding { try browser.driver.perform([mouse]) }
        try finish()
    }

    // MARK: Writing

    private func fill(_ node: PageNode, _ text: String) throws {
        let path = node.path
        if node.tag == "input", Self.pickedTypes.contains(node.type) {
            try browser.run(BrowserScripts.set, [path, text])
        } else {
            let holdsSome = try browser.run(BrowserScripts.select, [path]) as? Bool ?? false
            if !text.isEmpty {
                try browser.driver.insert(text)
            } else if holdsSome {
                try type("\u{E003}")
            }
        }
        if script == .on { try browser.run(BrowserScripts.change, [path]) }
    }

    /// The types of fields that do not accept typed text.
    private static var pickedTypes: Set<String> {
        ["date", "month", "week", "time", "datetime-local", "color", "range"]
    }

    /// Presses a key where the focus is.
    private func type(_ key: String) throws {
        let keys = ["keyDown", "keyUp"].map { ["type": $0, "value": key] }
        try browser.driver.perform([["type": "key", "id": "keyboard", "actions": keys]])
    }

    private func press(_ key: String, in node: PageNode?) throws {
        let node = node.flatMap(current)
        if let node { try browser.run(BrowserScripts.find + "find(arguments[0]).focus();", [node.path]) }
        let code = Self.codes[key] ?? key
        guard script == .off else {
            if key == "Enter", let form = node?.form, node?.control == .text, complain(about: form, by: nil) { return }
            try type(code)
            return try finish()
        }
        guard key == "Enter", let node, node.tag == "input" || node.isClickable else {
            try type(code)
            return turn()
        }
        if node.isClickable { return try click(node) }
        if node.isLone { return try settleFields() }
        if let form = node.form, form.takesEnter { return try submit(form, by: nil) }
        try type(code)
        turn()
    }

    /// The keys that produce no text, with the WebDriver standard's code points.
    static var codes: [String: String] {
        [
            "Enter": "\u{E007}", "Tab": "\u{E004}", "Escape": "\u{E00C}", "Backspace": "\u{E003}",
            "Delete": "\u{E017}", "ArrowUp": "\u{E013}", "ArrowDown": "\u{E015}", "ArrowLeft": "\u{E012}",
            "ArrowRight": "\u{E014}", "Home": "\u{E011}", "End": "\u{E010}", "PageUp": "\u{E00E}",
            "PageDown": "\u{E00F}",
        ]
    }

    // MARK: Forms

    /// Whether the browser reports problems of a form, which it then does not send.
    private func complain(about form: PageNode, by button: PageNode?) -> Bool {
        later.complaints = complaints(about: form, by: button)
        return !later.complaints.isEmpty
    }

    func complaints(about form: PageNode, by button: PageNode?) -> [Problem] {
        let page = place.page(isLive: script == .on, problems: problems)
        return testHost.complaints(about: form, by: button ?? form.defaultButton, of: model, on: page)
    }

    private func submit(_ form: PageNode, by button: PageNode?) throws {
        guard let form = current(form) else { return }
        if let button { return try click(button) }
        if complain(about: form, by: nil) { return }
        if script == .off, isWaiting {
            try settleFields()
            guard let form = current(form) else { return }
            return try submit(form, by: nil)
        }
        let fields = form.formControls.filter {
            $0.control == .text && $0.tag == "input" && !$0.isDisabled && !$0.isHidden
        }
        if let field = fields.first {
            let enter = { [self] in
                try browser.run(BrowserScripts.find + "find(arguments[0]).focus();", [field.path])
                try type("\u{E007}")
            }
            if script == .off { return try loading(enter) }
            try enter()
            return try finish()
        }
        guard let button = form.defaultButton else {
            later.impossible = "The form “\(form.formName)” has no field to press Enter in, and no button."
            return
        }
        try click(button)
    }

    // MARK: The page itself

    private func close() throws {
        let id = try pageID()
        try closeTab()
        shown = .closed
        turn()
        guard let id else { return }
        // Until then the page counts as open, and receives what is for the next one. A busy machine's browser takes seconds.
        let start = ContinuousClock.now
        while testHost.host.sessions.progress(of: id, in: testHost.sessionID(of: visitor))?.hasStream ?? false,
            start.duration(to: .now) < .seconds(30)
        {
            usleep(1_000)
        }
    }

    private func hide(_ act: Act) throws {
        guard script == .on else { return }
        let isHidden = if case .hidePage = act { true } else { false }
        try browser.run(
            "elmwoodTest.hidden = arguments[0]; document.dispatchEvent(new Event('visibilitychange'));",
            [isHidden]
        )
        isPageHidden = isHidden
        asking?.cancel()
        asking = isHidden ? testHost.setting.environment.schedule(.seconds(60)) { [weak self] in self?.ask() } : nil
        try finish()
    }

    /// Simulates that a minute has passed on a hidden page.
    private func ask() {
        guard isPageHidden, case .view = shown, (try? select()) != nil else { return }
        asking = testHost.setting.environment.schedule(.seconds(60)) { [weak self] in self?.ask() }
        settleDown()
    }

    private func connect(_ act: Act) throws {
        isOffline = if case .goOffline = act { true } else { false }
        try browser.driver.setOffline(isOffline)
        if script == .on, !isOffline { try finish() }
    }
}
