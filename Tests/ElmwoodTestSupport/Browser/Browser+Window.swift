import ElmwoodWebDriver
import FoundationEssentials

/// The window: its size, its tabs, its appearance, and the browser's cookies.
extension Browser {
    /// Sets the size of the page's viewport in CSS pixels, not counting the window's frame: 390 × 844 is a phone.
    package func resize(width: Int, height: Int) throws {
        try driver.resize(width: width, height: height)
    }

    /// Emulates a visitor who prefers light or dark.
    package func prefer(_ scheme: ColorScheme) throws {
        try driver.prefer(scheme)
    }

    /// Makes the page behave as if it had the focus, whichever window has it. Without it, no event tells that an element got or lost it.
    package func emulateFocus() throws {
        try driver.emulateFocus()
    }

    /// Saves a screenshot of the window as a PNG file.
    package func screenshot(to path: String) throws {
        guard let image = Data(base64Encoded: try driver.screenshot()) else {
            throw WebDriverError("the screenshot was not base64")
        }
        try image.write(to: URL(fileURLWithPath: path))
    }

    /// Opens a new tab of the same browser, with the same cookies, and switches to it. Returns its name.
    @discardableResult
    package func openTab() throws -> String {
        try driver.openTab()
    }

    /// Switches to the page within the frame, until ``leaveFrame()`` or a switch to another tab.
    package func enterFrame(_ selector: String) throws {
        try driver.enterFrame(driver.find(selector))
    }

    /// Switches back to the page that contains the frame.
    package func leaveFrame() throws {
        try driver.leaveFrame()
    }

    /// Makes the browser save downloads in a folder, without asking.
    package func saveDownloads(in folder: String) throws {
        try driver.saveDownloads(in: folder)
    }

    /// The name of the current tab.
    package var tab: String {
        get throws { try driver.tab }
    }

    /// The names of all tabs.
    package var tabs: [String] {
        get throws { try driver.tabs }
    }

    /// Switches to another tab.
    package func switchTab(to name: String) throws {
        try driver.switchTab(to: name)
    }

    /// The cookies of the page's site.
    package var cookies: [BrowserCookie] {
        get throws {
            try driver.cookies.map(BrowserCookie.init)
        }
    }

    /// Deletes the cookies of the page's site.
    package func deleteCookies() throws {
        try driver.deleteCookies()
    }

    /// Returns what pages wrote to the console and what the browser reported, one line each, since the last call: a style that the
    /// Content-Security-Policy refused, a file that was not found.
    package func log() throws -> [String] {
        try driver.log()
    }

    /// Replaces all tabs with a new one, and deletes what pages left in the browser. Throws if it cannot be used again.
    package func forgetEverything() throws {
        guard try driver.isReusable else { throw WebDriverError.unsupported("forget everything", try driver.kind) }
        forgetWitnesses()
        try driver.forgetEverything()
    }

    /// Disconnects the tab from the network, or reconnects it.
    package func setOffline(_ isOffline: Bool) throws {
        try driver.setOffline(isOffline)
    }
}

/// A cookie of the browser.
package struct BrowserCookie: Equatable, Sendable {
    /// Its name.
    package var name: String
    /// Its value.
    package var value: String
    /// The path it is sent to.
    package var path: String
    /// Whether scripts cannot read it.
    package var isHTTPOnly: Bool
    /// Whether it is sent over TLS only.
    package var isSecure: Bool
    /// Whether it is sent with requests from other sites: `Strict`, `Lax` or `None`.
    package var sameSite: String

    init(_ fields: [String: Any]) {
        name = fields["name"] as? String ?? ""
        value = fields["value"] as? String ?? ""
        path = fields["path"] as? String ?? ""
        isHTTPOnly = fields["httpOnly"] as? Bool ?? false
        isSecure = fields["secure"] as? Bool ?? false
        sameSite = fields["sameSite"] as? String ?? ""
    }
}
