/// A Firefox, driven by WebDriver BiDi, which it supports without a driver.
///
/// Script is disabled by the preference that visitors have for it. The driver's own scripts still run, but nothing asynchronous in
/// them: no timer, no promise.
final class FirefoxSession: BrowserSession {
    let kind = BrowserKind.firefox
    let isReusable = true
    let script: BrowserScript
    private let process: DriverProcess
    private let connection: BiDiConnection
    /// The current tab, and the frames entered in it.
    private var current = ""
    private var frames: [String] = []
    private var lines: [String] = []

    /// The context of commands: the frame that was entered, or the tab.
    var context: String { frames.last ?? current }

    /// Starts a Firefox.
    init(script: BrowserScript) throws {
        self.script = script
        (process, connection) = try Self.start(script)
        do {
            try connection.command(
                "session.new",
                ["capabilities": ["alwaysMatch": ["acceptInsecureCerts": true]]]
            )
            connection.onEvent = { [weak self] in self?.note($0, $1) }
            try connection.command("session.subscribe", ["events": ["log.entryAdded"]])
            // The initial tab never has the focus.
            try forgetEverything()
        } catch {
            process.end()
            throw error
        }
    }

    /// Starts a browser, and a second time if it ends during its start, which sometimes happens on a busy machine.
    private static func start(_ script: BrowserScript) throws -> (DriverProcess, BiDiConnection) {
        guard let browser = DriverProcess.find("FIREFOX", ["firefox-esr", "firefox"]) else {
            throw WebDriverError.notInstalled("Firefox", .firefox)
        }
        func begin() throws -> (DriverProcess, BiDiConnection) {
            let process = try DriverProcess("Firefox", command, [browser, preferences(script)])
            let port = try process.port(after: "WebDriver BiDi listening on ws://127.0.0.1:", within: .seconds(120))
            do {
                return (process, try BiDiConnection(port: port))
            } catch {
                process.end()
                throw error
            }
        }
        do {
            return try begin()
        } catch {
            return try begin()
        }
    }

    /// It writes much output later, which must not fill the pipe.
    private static let command = """
        export HOME="$TMPDIR" MOZ_CRASHREPORTER_DISABLE=1
        printf '%s' "$2" >"$TMPDIR/user.js"
        "$1" --headless --no-remote --remote-debugging-port=0 --profile "$TMPDIR" 2>&1 |
            { sed -u '/WebDriver BiDi listening/q'; cat >/dev/null; }
        """

    private static func preferences(_ script: BrowserScript) -> String {
        var preferences: [(String, String)] = [
            // Pages have the focus without a window, as those that a visitor views have.
            ("focusmanager.testmode", "true"),
            // Only the tests use the profile.
            ("browser.startup.page", "0"),
            ("browser.startup.homepage_override.mstone", "\"ignore\""),
            ("browser.newtabpage.enabled", "false"),
            ("browser.shell.checkDefaultBrowser", "false"),
            ("browser.safebrowsing.update.enabled", "false"),
            ("app.normandy.enabled", "false"),
            ("app.update.disabledForTesting", "true"),
            ("datareporting.policy.dataSubmissionEnabled", "false"),
            ("extensions.getAddons.cache.enabled", "false"),
            ("network.captive-portal-service.enabled", "false"),
            ("network.connectivity-service.enabled", "false"),
            ("services.settings.server", "\"data:,#remote-settings-dummy/v1\""),
            ("toolkit.telemetry.reportingpolicy.firstRun", "false"),
            ("browser.translations.enable", "false"),
        ]
        if script == .off { preferences.append(("javascript.enabled", "false")) }
        return preferences.map { "user_pref(\"\($0.0)\", \($0.1));\n" }.joined()
    }

    func quit() { process.end() }

    @discardableResult
    func command(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        try connection.command(method, parameters)
    }

    private func note(_ event: String, _ parameters: [String: Any]) {
        guard event == "log.entryAdded" else { return }
        let text = parameters["text"] as? String ?? ""
        // The browser requests that itself, whatever the page's policy is.
        if text.contains("/favicon.ico") { return }
        // An uncaught error; the others are written by `console`.
        let isUncaught = parameters["type"] as? String == "javascript"
        let level = parameters["level"] as? String ?? ""
        lines.append("\(level.uppercased()) \(isUncaught ? "Uncaught " : "")\(text)")
    }

    func log() throws -> [String] {
        // Everything written before this command arrives before its response.
        try command("session.status")
        defer { lines = [] }
        return lines
    }

    // MARK: Tabs

    var tab: String { get throws { current } }

    var tabs: [String] {
        get throws {
            let tree = try command("browsingContext.getTree", ["maxDepth": 0])["contexts"] as? [[String: Any]]
            return tree?.compactMap { $0["context"] as? String } ?? []
        }
    }

    func openTab() throws -> String {
        let answer = try command("browsingContext.create", ["type": "tab"])
        guard let name = answer["context"] as? String else { throw WebDriverError("no new tab") }
        try switchTab(to: name)
        return name
    }

    func switchTab(to name: String) throws {
        try command("browsingContext.activate", ["context": name])
        current = name
        frames = []
    }

    func closeTab() throws {
        try command("browsingContext.close", ["context": current])
        frames = []
    }

    func enterFrame(_ element: String) throws {
        let window = try call("function(frame) { return frame.contentWindow; }", [[elementKey: element]])
        guard let context = (window["value"] as? [String: Any])?["context"] as? String else {
            throw WebDriverError("the element is not a frame", code: "no such frame")
        }
        frames.append(context)
    }

    func leaveFrame() throws { _ = frames.popLast() }

    func forgetEverything() throws {
        let tabs = try tabs
        let fresh = try openTab()
        for tab in tabs { try command("browsingContext.close", ["context": tab]) }
        try switchTab(to: fresh)
        try command("storage.deleteCookies")
        try command("network.setExtraHeaders", ["headers": [Any]()])
        for script in scripts { try command("script.removePreloadScript", ["script": script]) }
        scripts = []
        _ = try log()
    }

    private var scripts: [String] = []

    func runFirst(_ script: String) throws -> Bool {
        let answer = try command(
            "script.addPreloadScript",
            ["functionDeclaration": "() => { \(script) }", "contexts": [current]]
        )
        if let name = answer["script"] as? String { scripts.append(name) }
        return true
    }
}
