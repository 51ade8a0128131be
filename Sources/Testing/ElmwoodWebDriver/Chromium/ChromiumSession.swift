import Glibc

/// A Chromium, driven by chromedriver. Commands that the WebDriver standard lacks use Chromium's own protocol.
final class ChromiumSession: DriverSession, BrowserSession {
    let kind = BrowserKind.chromium
    /// In the whole of Chromium, a page without script that is shown in a further tab does not always get the focus of its own.
    var isReusable: Bool { script == .on || ChromeDriver.isHeadlessShell }
    private let script: BrowserScript
    private var downloads: String?

    /// Starts a Chromium, and chromedriver if it is not running.
    init(script: BrowserScript) throws {
        self.script = script
        let driver = try ChromeDriver.shared()
        var options: [String: Any] = [
            "args": [
                "--headless=new", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1000,800",
                "--no-first-run",
            ] + (getuid() == 0 ? ["--no-sandbox"] : [])
                // One process for all tabs, each of which is a test's: starting one costs as much as several pages.
                + (ChromeDriver.isHeadlessShell ? ["--renderer-process-limit=1"] : []),
            "binary": driver.browser,
        ]
        if script == .off {
            // 2 is "block", as in the browser's settings for sites. Chromium's headless shell has no such settings: see `obeyScript`.
            options["prefs"] = ["profile.managed_default_content_settings.javascript": 2]
        }
        try super.init(
            port: driver.port,
            ["browserName": "chrome", "acceptInsecureCerts": true, "goog:chromeOptions": options]
        )
        try obeyScript()
    }

    /// Disables scripts in the current tab if that is asked for. What tests run in the page themselves runs all the same.
    private func obeyScript() throws {
        if script == .off { try develop("Emulation.setScriptExecutionDisabled", ["value": true]) }
    }

    override func switchTab(to name: String) throws {
        try super.switchTab(to: name)
        try obeyScript()
        // For each new tab chromedriver tells the headless shell its own folder, the current one.
        if let downloads { try saveDownloads(in: downloads) }
    }

    func forgetEverything() throws {
        downloads = nil
        try closeOtherTabs()
        // Only now: a page that is still open would get new cookies with its next request.
        try develop("Network.clearBrowserCookies")
        // A page whose site has ended writes to the log until its tab is closed.
        _ = try log()
    }

    func log() throws -> [String] {
        let lines = try command("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return lines.map { "\($0["level"] ?? "") \($0["message"] ?? "")" }
    }

    func runFirst(_ script: String) throws -> Bool {
        try develop("Page.addScriptToEvaluateOnNewDocument", ["source": script])
        return true
    }

    func insert(_ text: String) throws { try develop("Input.insertText", ["text": text]) }

    func resize(width: Int, height: Int) throws {
        let metrics: [String: Any] = ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false]
        try develop("Emulation.setDeviceMetricsOverride", metrics)
    }

    func prefer(_ scheme: ColorScheme) throws {
        let feature = ["name": "prefers-color-scheme", "value": scheme.rawValue]
        try develop("Emulation.setEmulatedMedia", ["features": [feature]])
    }

    func saveDownloads(in folder: String) throws {
        downloads = folder
        try develop("Browser.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder])
    }

    func setOffline(_ isOffline: Bool) throws {
        try develop("Network.enable")
        let conditions: [String: Any] = [
            "offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        ]
        try develop("Network.emulateNetworkConditions", conditions)
    }

    func emulateFocus() throws { try develop("Emulation.setFocusEmulationEnabled", ["enabled": true]) }

    func setLanguages(_ languages: [String]) throws {
        try develop("Network.enable")
        let headers = ["Accept-Language": languages.joined(separator: ",")]
        try develop("Network.setExtraHTTPHeaders", ["headers": headers])
    }

    func setCookie(_ name: String, _ value: String, of origin: String) throws {
        try develop(
            "Network.setCookie",
            ["name": name, "value": value, "url": origin + "/", "httpOnly": true, "sameSite": "Lax"]
        )
    }

    func compose(_ text: String) throws {
        let end = text.utf16.count
        try develop("Input.imeSetComposition", ["text": text, "selectionStart": end, "selectionEnd": end])
    }

    func endComposition(with text: String) throws { try insert(text) }

    private func develop(_ name: String, _ parameters: [String: Any] = [:]) throws {
        try command("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }
}
