/// WebKitGTK's MiniBrowser, driven by WebKitWebDriver.
final class WebKitSession: DriverSession, BrowserSession {
    let kind = BrowserKind.webkit
    let isReusable = true
    private var driver: WebKitDriver?

    /// Starts a MiniBrowser, and WebKitWebDriver if none is idle.
    init(script: BrowserScript) throws {
        let driver = try WebKitDriver.take()
        self.driver = driver
        var arguments = ["--automation"]
        if script == .off { arguments.append("--enable-javascript=false") }
        do {
            try super.init(
                port: driver.port,
                [
                    "acceptInsecureCerts": true,
                    "webkitgtk:browserOptions": ["binary": driver.browser, "args": arguments] as [String: Any],
                ]
            )
        } catch {
            driver.process.end()
            throw error
        }
    }

    override func quit() {
        super.quit()
        if let driver { WebKitDriver.giveBack(driver) }
        driver = nil
    }

    // WebKit's driver returns the property instead of the attribute if there is one, formats colours differently, and types no line
    // feed.

    override func ask(_ question: ElementQuestion, of element: String) throws -> Any {
        switch question {
        case .attribute(let name): try run(ElementScripts.attribute, [[elementKey: element], name])
        // It treats the content of a closed `details` as visible.
        case .isShown: try run(ElementScripts.isShown, [[elementKey: element]])
        case .style(let name): try run(ElementScripts.style, [[elementKey: element], name])
        default: try super.ask(question, of: element)
        }
    }

    override func type(_ text: String, into element: String) throws {
        let isFile = try super.ask(.property("type"), of: element) as? String == "file"
        try super.type(isFile ? text : text.replacing("\n", with: "\u{E006}"), into: element)
    }

    /// Dispatches the events of a double click by a script: the driver never responds to actions that press the mouse twice in one
    /// place.
    override func perform(_ actions: [[String: Any]], isReleased: Bool) throws {
        for source in actions {
            let steps = source["actions"] as? [[String: Any]] ?? []
            let element = steps.lazy.compactMap { ($0["origin"] as? [String: Any])?[elementKey] as? String }.first
            guard steps.count(where: { $0["type"] as? String == "pointerDown" }) == 2, let element else { continue }
            try run(Self.doubleClick, [[elementKey: element]])
            return
        }
        try super.perform(actions, isReleased: isReleased)
    }

    private static let doubleClick = """
        const [element] = arguments;
        element.scrollIntoView({ block: "nearest", inline: "nearest" });
        for (const detail of [1, 2]) {
            for (const type of ["mousedown", "mouseup", "click"]) {
                element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, detail }));
            }
        }
        element.dispatchEvent(new MouseEvent("dblclick", { bubbles: true, cancelable: true, composed: true, detail: 2 }));
        """

    func forgetEverything() throws {
        // There is no command for the cookies of all sites.
        for tab in try tabs {
            try switchTab(to: tab)
            let parts = try address.split(separator: "/", maxSplits: 3)
            guard parts.count > 1, parts[0].hasPrefix("http") else { continue }
            // The page is left first: while it is open it would get new cookies with its next request. See `setCookie`.
            try open("\(parts[0])//\(parts[1])/%00")
            try deleteCookies()
        }
        try closeOtherTabs()
    }

    func log() throws -> [String] { [] }

    func resize(width: Int, height: Int) throws {
        // The window's frame and its tool bar are not part of the viewport.
        var (outerWidth, outerHeight) = (width, height)
        for _ in 0..<3 {
            try command("POST", "/window/rect", ["width": outerWidth, "height": outerHeight])
            guard let room = try run("return [innerWidth, innerHeight];", []) as? [Int], room.count == 2 else { return }
            if room == [width, height] { return }
            outerWidth += width - room[0]
            outerHeight += height - room[1]
        }
    }

    func setCookie(_ name: String, _ value: String, of origin: String) throws {
        // The standard allows cookies only for a page's own site. The page must not begin a session: a server refuses an address
        // with a control character, whatever it serves.
        if try !address.hasPrefix(origin + "/") { try open(origin + "/%00") }
        let cookie: [String: Any] = [
            "name": name, "value": value, "path": "/", "httpOnly": true, "sameSite": "Lax",
        ]
        try command("POST", "/cookie", ["cookie": cookie])
    }

    func setLanguages(_ languages: [String]) throws {
        if !languages.isEmpty { throw WebDriverError.unsupported("ask for a language", kind) }
    }
}
