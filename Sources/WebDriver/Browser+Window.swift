import FoundationEssentials

/// The window: its size, its tabs, what it looks like, and the browser's cookies.
extension Browser {
    /// Gives the page that many CSS pixels of room, whatever the window's frame takes: 390 × 844 is a phone.
    public func resize(width: Int, height: Int) throws {
        let metrics: [String: Any] = [
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        ]
        try developerCommand("Emulation.setDeviceMetricsOverride", metrics)
    }

    /// Shows pages as to a visitor who prefers light or dark.
    public func prefer(_ scheme: ColorScheme) throws {
        let feature = ["name": "prefers-color-scheme", "value": scheme.rawValue]
        try developerCommand("Emulation.setEmulatedMedia", ["features": [feature]])
    }

    /// Writes what the window shows to a PNG file.
    public func screenshot(to path: String) throws {
        guard let image = Data(base64Encoded: try text("GET", "/screenshot")) else {
            throw WebDriverError("the screenshot was no base64")
        }
        try image.write(to: URL(fileURLWithPath: path))
    }

    /// Opens a new tab of the same browser, with the same cookies, and goes on there. Answers with its name.
    @discardableResult
    public func openTab() throws -> String {
        let answer = try command("POST", "/window/new", ["type": "tab"]) as? [String: Any]
        guard let name = answer?["handle"] as? String else { throw WebDriverError("no new tab") }
        try switchTab(to: name)
        return name
    }

    /// Goes on in the page that the frame holds, until ``leaveFrame()`` or until another tab is gone to.
    public func enterFrame(_ selector: String) throws {
        try command("POST", "/frame", ["id": [Self.elementKey: find(selector)]])
    }

    /// Goes on in the page that holds the frame.
    public func leaveFrame() throws {
        try command("POST", "/frame/parent")
    }

    /// Has the browser save downloads in a folder, and ask nobody.
    public func saveDownloads(in folder: String) throws {
        try developerCommand("Browser.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder])
    }

    /// The name of the tab that commands go to.
    public var tab: String {
        get throws { try text("GET", "/window") }
    }

    /// The names of all tabs.
    public var tabs: [String] {
        get throws { try command("GET", "/window/handles") as? [String] ?? [] }
    }

    /// Goes on in another tab.
    public func switchTab(to name: String) throws {
        try command("POST", "/window", ["handle": name])
    }

    /// The cookies of the page's site.
    public var cookies: [BrowserCookie] {
        get throws {
            let list = try command("GET", "/cookie") as? [[String: Any]] ?? []
            return list.map(BrowserCookie.init)
        }
    }

    /// Forgets the cookies of the page's site.
    public func deleteCookies() throws {
        try command("DELETE", "/cookie")
    }

    /// What pages wrote to the console and what the browser complained of, one line each, since it was last asked: a
    /// style that the Content-Security-Policy refused, a file that was not found.
    public func log() throws -> [String] {
        let lines = try command("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return lines.map { "\($0["level"] ?? "") \($0["message"] ?? "")" }
    }

    /// Closes all tabs for a new one, and forgets what pages left in the browser.
    func forgetEverything() throws {
        let tabs = try tabs
        _ = try log()
        try developerCommand("Network.clearBrowserCookies")
        let fresh = try openTab()
        for tab in tabs {
            try switchTab(to: tab)
            try command("DELETE", "/window")
        }
        try switchTab(to: fresh)
    }

    /// Cuts the tab from the network, or gives it back.
    public func setOffline(_ isOffline: Bool) throws {
        try developerCommand("Network.enable")
        let conditions: [String: Any] = [
            "offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        ]
        try developerCommand("Network.emulateNetworkConditions", conditions)
    }

    /// A command of Chromium's own protocol, for what the WebDriver standard has no word for.
    func developerCommand(_ name: String, _ parameters: [String: Any] = [:]) throws {
        try command("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }
}

/// What the CSS media feature `prefers-color-scheme` knows.
public enum ColorScheme: String, Sendable {
    case light, dark
}

/// A cookie as the browser holds it.
public struct BrowserCookie: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: String
    /// The path it is sent to.
    public var path: String
    /// Whether scripts cannot read it.
    public var isHTTPOnly: Bool
    /// Whether it is sent over TLS only.
    public var isSecure: Bool
    /// When it is sent with requests from other sites: `Strict`, `Lax` or `None`.
    public var sameSite: String

    init(_ fields: [String: Any]) {
        name = fields["name"] as? String ?? ""
        value = fields["value"] as? String ?? ""
        path = fields["path"] as? String ?? ""
        isHTTPOnly = fields["httpOnly"] as? Bool ?? false
        isSecure = fields["secure"] as? Bool ?? false
        sameSite = fields["sameSite"] as? String ?? ""
    }
}
