/// A browser session, with the same commands for each browser, whatever its protocol.
///
/// ```swift
/// let session = try startBrowser(script: .on)
/// try session.open("http://127.0.0.1:8080/")
/// try session.click(session.find("button"))
/// session.quit()
/// ```
///
/// Each call blocks the thread until it is carried out. An element is identified by a reference that the session returns; in the
/// arguments and results of scripts it is `[elementKey: reference]`. Errors are ``WebDriverError``s with the codes of the WebDriver
/// standard, whatever the protocol.
package protocol BrowserSession: AnyObject {
    /// The kind of the browser.
    var kind: BrowserKind { get }
    /// Whether it may be used again after ``forgetEverything()``.
    var isReusable: Bool { get }
    /// Ends the browser. It can no longer be used.
    func quit()
    /// Replaces all tabs with a new one, and deletes cookies and the log.
    func forgetEverything() throws

    // MARK: The page

    /// Opens an address, and waits until it is loaded.
    func open(_ address: String) throws
    func reload() throws
    func back() throws
    func forward() throws
    /// Waits until a new page is loaded.
    func awaitLoaded() throws
    var address: String { get throws }
    var title: String { get throws }
    /// The page as HTML, serialized from the tree.
    var source: String { get throws }
    /// Runs the body of a function in the page, even if the page's own scripts are disabled.
    @discardableResult func run(_ body: String, _ arguments: [Any]) throws -> Any
    /// Runs the body of a function whose last argument is a callback for its completion.
    @discardableResult func runUntilDone(_ body: String, _ arguments: [Any]) throws -> Any
    /// Registers a script to run on each page of the tab before the page's own. Returns false if the driver cannot.
    func runFirst(_ script: String) throws -> Bool

    // MARK: Elements

    func find(_ selector: String) throws -> String
    func findAll(_ selector: String) throws -> [String]
    /// The focused element.
    var activeElement: String { get throws }
    func ask(_ question: ElementQuestion, of element: String) throws -> Any
    func click(_ element: String) throws
    func clear(_ element: String) throws
    /// Types text into a control after its value, key by key. A file input accepts paths, one on each line.
    func type(_ text: String, into element: String) throws
    /// Carries out the standard's actions of keys and pointers, and then releases what is pressed, unless it is to remain so.
    func perform(_ actions: [[String: Any]], isReleased: Bool) throws
    /// Inserts a text at the selection, as by pasting.
    func insert(_ text: String) throws

    // MARK: The window

    /// The current tab.
    var tab: String { get throws }
    var tabs: [String] { get throws }
    /// Opens a tab, and switches to it.
    func openTab() throws -> String
    func switchTab(to name: String) throws
    /// Closes the current tab. The session must then be switched to another one.
    func closeTab() throws
    func enterFrame(_ element: String) throws
    func leaveFrame() throws
    /// Returns a screenshot of the window, as PNG in base64.
    func screenshot() throws -> String
    func resize(width: Int, height: Int) throws
    func prefer(_ scheme: ColorScheme) throws
    func saveDownloads(in folder: String) throws
    func setOffline(_ isOffline: Bool) throws
    /// Makes the page behave as if it had the focus, whichever window has it.
    func emulateFocus() throws
    func setLanguages(_ languages: [String]) throws
    /// The cookies of the page's site, with the names of the WebDriver standard.
    var cookies: [[String: Any]] { get throws }
    /// Deletes the cookies of the page's site.
    func deleteCookies() throws
    /// Sets a cookie for an origin. Scripts cannot read it, and it is sent with links of other sites.
    func setCookie(_ name: String, _ value: String, of origin: String) throws
    /// Returns what was logged since the last call.
    func log() throws -> [String]
    func compose(_ text: String) throws
    func endComposition(with text: String) throws
}

/// Whether pages may run JavaScript.
package enum BrowserScript: Sendable {
    /// As for a visitor who blocked it in the browser's settings.
    case off
    /// The browsers' default.
    case on
}

/// The values of the CSS media feature `prefers-color-scheme`.
package enum ColorScheme: String, Sendable {
    case light, dark
}

/// A query about an element.
package enum ElementQuestion: Sendable {
    /// Its visible text.
    case text
    /// Its name, in lower case.
    case name
    case attribute(String)
    case property(String)
    /// The computed value of a CSS property.
    case style(String)
    case isShown
    case isEnabled
    case isSelected
}

/// The key with which the WebDriver standard marks a reference to an element.
package let elementKey = "element-6066-11e4-a52e-4f735466cecf"

/// Starts the browser that the environment selects, Chromium by default.
///
/// - Throws: ``WebDriverError`` if it is not installed or does not start.
package func startBrowser(script: BrowserScript) throws -> any BrowserSession {
    try BrowserKind.chosen.start(script: script)
}

// The features that not every driver has.

extension BrowserSession {
    /// Carries out the standard's actions of keys and pointers, and then releases what is pressed.
    package func perform(_ actions: [[String: Any]]) throws { try perform(actions, isReleased: true) }

    package func awaitLoaded() throws {}
    package func runFirst(_ script: String) throws -> Bool { false }
    package func prefer(_ scheme: ColorScheme) throws { throw WebDriverError.unsupported("prefer colours", kind) }
    package func saveDownloads(in folder: String) throws { throw WebDriverError.unsupported("save downloads", kind) }
    package func setOffline(_ isOffline: Bool) throws { throw WebDriverError.unsupported("go offline", kind) }
    package func emulateFocus() throws {}
    package func setLanguages(_ languages: [String]) throws {
        throw WebDriverError.unsupported("ask for a language", kind)
    }
    package func compose(_ text: String) throws { throw WebDriverError.unsupported("compose a text", kind) }
    package func endComposition(with text: String) throws { throw WebDriverError.unsupported("compose a text", kind) }

    package func insert(_ text: String) throws {
        try run("document.execCommand('insertText', false, arguments[0]);", [text])
    }
}
