/// A browser of its own, as tests drive it: the same words for each browser, whichever protocol it speaks.
///
/// ```swift
/// let session = try startBrowser(script: .on)
/// try session.open("http://127.0.0.1:8080/")
/// try session.click(session.find("button"))
/// session.quit()
/// ```
///
/// Each call blocks the thread until it is carried out. An element is named by a reference that the session hands out; in
/// what scripts are given and answer with it is `[elementKey: reference]`. Errors are ``WebDriverError``s with the codes of
/// the WebDriver standard, whichever the protocol.
package protocol BrowserSession: AnyObject {
    /// Which browser it is.
    var kind: BrowserKind { get }
    /// Whether it may be used again after ``forgetEverything()``.
    var isReusable: Bool { get }
    /// Ends the browser. Nothing can be done with it any more.
    func quit()
    /// Closes all tabs for a new one, and forgets cookies and what was logged.
    func forgetEverything() throws

    // MARK: The page

    /// Opens an address, and waits until it is loaded.
    func open(_ address: String) throws
    func reload() throws
    func back() throws
    func forward() throws
    /// Waits, after another page has come, until it is loaded.
    func awaitLoaded() throws
    var address: String { get throws }
    var title: String { get throws }
    /// The page as HTML, written anew from the tree.
    var source: String { get throws }
    /// Runs the body of a function in the page, also where the page's own scripts are switched off.
    @discardableResult func run(_ body: String, _ arguments: [Any]) throws -> Any
    /// Runs the body of a function whose last argument is what it calls when it is done.
    @discardableResult func runUntilDone(_ body: String, _ arguments: [Any]) throws -> Any
    /// Has a script run on each page of the tab before the page's own; false where the driver cannot.
    func runFirst(_ script: String) throws -> Bool

    // MARK: Elements

    func find(_ selector: String) throws -> String
    func findAll(_ selector: String) throws -> [String]
    /// The element that has the focus.
    var activeElement: String { get throws }
    func ask(_ question: ElementQuestion, of element: String) throws -> Any
    func click(_ element: String) throws
    func clear(_ element: String) throws
    /// Types text into a control behind what it holds, key by key. A file input takes paths, a line each.
    func type(_ text: String, into element: String) throws
    /// Carries out the standard's actions of keys and pointers, and releases what is pressed after them.
    func perform(_ actions: [[String: Any]]) throws
    /// Puts a text where the selection is, as by pasting.
    func insert(_ text: String) throws

    // MARK: The window

    /// The tab that commands go to.
    var tab: String { get throws }
    var tabs: [String] { get throws }
    /// Opens a tab, and continues there.
    func openTab() throws -> String
    func switchTab(to name: String) throws
    /// Closes the tab that commands go to. Another one has to be gone to then.
    func closeTab() throws
    func enterFrame(_ element: String) throws
    func leaveFrame() throws
    /// What the window shows, as PNG in base64.
    func screenshot() throws -> String
    func resize(width: Int, height: Int) throws
    func prefer(_ scheme: ColorScheme) throws
    func saveDownloads(in folder: String) throws
    func setOffline(_ isOffline: Bool) throws
    /// Has the page believe that it has the focus, whichever window has it.
    func emulateFocus() throws
    func setLanguages(_ languages: [String]) throws
    /// The cookies of the page's site, with the names of the WebDriver standard.
    var cookies: [[String: Any]] { get throws }
    /// Forgets the cookies of the page's site.
    func deleteCookies() throws
    /// Gives the browser a cookie for an origin, which scripts cannot read, and which other sites' links are sent with.
    func setCookie(_ name: String, _ value: String, of origin: String) throws
    /// What was logged since it was last asked.
    func log() throws -> [String]
    func compose(_ text: String) throws
    func endComposition(with text: String) throws
}

/// What can be asked of an element.
package enum ElementQuestion: Sendable {
    /// Its text as a reader sees it.
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

/// The name under which the WebDriver standard hands out a reference to an element.
package let elementKey = "element-6066-11e4-a52e-4f735466cecf"

/// Starts the browser that the environment chooses, Chromium if none.
///
/// - Throws: ``WebDriverError`` where it is not installed or does not start.
package func startBrowser(script: Browser.Script) throws -> any BrowserSession {
    try BrowserKind.chosen.start(script: script)
}

// What not every driver can do.

extension BrowserSession {
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
