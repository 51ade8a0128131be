import Glibc

/// The browsers that tests can look through.
public enum BrowserKind: String, CaseIterable, Sendable {
    /// Chromium or Google Chrome, with chromedriver: what tests use if not told otherwise.
    case chromium
    /// Firefox, which speaks WebDriver BiDi by itself.
    case firefox
    /// WebKitGTK's MiniBrowser with WebKitWebDriver, on a virtual screen of Xvfb.
    case webkit

    /// The one that the environment names, as `ELMWOOD_BROWSER`; Chromium where it names none that there is.
    public static let chosen =
        BrowserKind(rawValue: getenv("ELMWOOD_BROWSER").map { String(cString: $0) } ?? "") ?? .chromium

    /// Something that not every browser can do, or that not every driver can have it do.
    public enum Feature: Sendable {
        /// `navigation`, by which the client script shows another page of a program with none loaded. Where a browser has
        /// it not, links load pages.
        case navigationAPI
        /// `moveBefore`, by which an element moves and keeps what it plays, and what is open in it.
        case moveBefore
        /// A form that is sent to the page's own address makes a new entry in the history.
        case entryPerPost
        /// The driver can cut a page from the network.
        case offline
        /// The driver can have pages shown as to a visitor who prefers dark colours.
        case colorScheme
        /// The driver tells what scripts wrote to the console.
        case log
        /// The driver tells which files were not found, and what the Content-Security-Policy refused.
        case networkLog
        /// The driver can run a script on each page before the page's own.
        case preloadScripts
        /// The driver can compose a text as input methods do.
        case composition
        /// The driver can say where downloads are saved.
        case downloads
        /// The driver can have the browser ask for a language.
        case languages
    }

    private var missing: Set<Feature> {
        switch self {
        case .chromium: []
        case .firefox: [.entryPerPost, .colorScheme, .networkLog, .composition]
        case .webkit:
            [
                .navigationAPI, .moveBefore, .offline, .colorScheme, .log, .networkLog, .composition,
                .downloads, .languages, .preloadScripts,
            ]
        }
    }

    /// Whether the browser, and its driver, can do that.
    public func can(_ feature: Feature) -> Bool { !missing.contains(feature) }

    /// Starts a browser of this kind, with no window to be seen.
    ///
    /// - Throws: ``WebDriverError`` where it is not installed or does not start.
    func start(script: Browser.Script) throws -> any BrowserSession {
        switch self {
        case .chromium: try ChromiumSession(script: script)
        case .firefox: try FirefoxSession(script: script)
        case .webkit: try WebKitSession(script: script)
        }
    }
}
