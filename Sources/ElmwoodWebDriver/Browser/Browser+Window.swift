import FoundationEssentials

/// The window: its size, its tabs, what it looks like, and the browser's cookies.
extension Browser {
    /// Gives the page that many CSS pixels of room, whatever the window's frame takes: 390 × 844 is a phone.
    public func resize(width: Int, height: Int) throws {
        try driver.resize(width: width, height: height)
    }

    /// Shows pages as to a visitor who prefers light or dark.
    public func prefer(_ scheme: ColorScheme) throws {
        try driver.prefer(scheme)
    }

    /// Writes what the window shows to a PNG file.
    public func screenshot(to path: String) throws {
        guard let image = Data(base64Encoded: try driver.screenshot()) else {
            throw WebDriverError("the screenshot was no base64")
        }
        try image.write(to: URL(fileURLWithPath: path))
    }

    /// Opens a new tab of the same browser, with the same cookies, and continues there. Returns its name.
    @discardableResult
    public func openTab() throws -> String {
        try driver.openTab()
    }

    /// Goes on in the page that the frame holds, until ``leaveFrame()`` or until another tab is gone to.
    public func enterFrame(_ selector: String) throws {
        try driver.enterFrame(driver.find(selector))
    }

    /// Goes on in the page that holds the frame.
    public func leaveFrame() throws {
        try driver.leaveFrame()
    }

    /// Has the browser save downloads in a folder, and ask nobody.
    public func saveDownloads(in folder: String) throws {
        try driver.saveDownloads(in: folder)
    }

    /// The name of the tab that commands go to.
    public var tab: String {
        get throws { try driver.tab }
    }

    /// The names of all tabs.
    public var tabs: [String] {
        get throws { try driver.tabs }
    }

    /// Goes on in another tab.
    public func switchTab(to name: String) throws {
        try driver.switchTab(to: name)
    }

    /// The cookies of the page's site.
    public var cookies: [BrowserCookie] {
        get throws {
            try driver.cookies.map(BrowserCookie.init)
        }
    }

    /// Forgets the cookies of the page's site.
    public func deleteCookies() throws {
        try driver.deleteCookies()
    }

    /// What pages wrote to the console and what the browser complained of, one line each, since it was last asked: a
    /// style that the Content-Security-Policy refused, a file that was not found.
    public func log() throws -> [String] {
        try driver.log()
    }

    /// Closes all tabs for a new one, and forgets what pages left in the browser; throws where it cannot be used again.
    func forgetEverything() throws {
        guard try driver.isReusable else { throw WebDriverError.unsupported("forget everything", try driver.kind) }
        forgetWitnesses()
        try driver.forgetEverything()
    }

    /// Cuts the tab from the network, or gives it back.
    public func setOffline(_ isOffline: Bool) throws {
        try driver.setOffline(isOffline)
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
