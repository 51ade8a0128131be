import Glibc

/// The browsers that tests can use.
package enum BrowserKind: String, CaseIterable, Sendable {
    /// Chromium or Google Chrome, with chromedriver: the default.
    case chromium
    /// Firefox, which supports WebDriver BiDi without a driver.
    case firefox
    /// WebKitGTK's MiniBrowser with WebKitWebDriver, on a virtual screen of Xvfb.
    case webkit

    /// The kind in the environment variable `ELMWOOD_BROWSER`; Chromium if it is missing or unknown.
    package static let chosen =
        BrowserKind(rawValue: getenv("ELMWOOD_BROWSER").map { String(cString: $0) } ?? "") ?? .chromium

    /// A feature that not every browser, or not every driver, has.
    package enum Feature: Sendable {
        /// `navigation`, by which the client script shows another page of a program without loading it. In a browser without it,
        /// links load pages.
        case navigationAPI
        /// `moveBefore`, by which an element moves without losing its state: playing media, open popovers.
        case moveBefore
        /// A form that is posted to the page's own address makes a new entry in the history.
        case entryPerPost
        /// The driver can disconnect a page from the network.
        case offline
        /// The driver can emulate a visitor who prefers dark colours.
        case colorScheme
        /// The driver reports what scripts wrote to the console.
        case log
        /// The driver reports which files were not found, and what the Content-Security-Policy refused.
        case networkLog
        /// The driver can run a script on each page before the page's own.
        case preloadScripts
        /// The driver can compose a text as input methods do.
        case composition
        /// The driver can set where downloads are saved.
        case downloads
        /// The driver can set the browser's language.
        case languages
        /// A page that is gone back to has what was typed in its fields. Chromium's headless shell keeps none of it.
        case restoredFields
    }

    private var missing: Set<Feature> {
        switch self {
        case .chromium: ChromeDriver.isHeadlessShell ? [.restoredFields] : []
        case .firefox: [.entryPerPost, .colorScheme, .networkLog, .composition]
        case .webkit:
            [
                .navigationAPI, .moveBefore, .offline, .colorScheme, .log, .networkLog, .composition,
                .downloads, .languages, .preloadScripts,
            ]
        }
    }

    /// Whether the browser and its driver have the feature.
    package func can(_ feature: Feature) -> Bool { !missing.contains(feature) }

    /// Starts a browser of this kind, without a visible window.
    ///
    /// - Throws: ``WebDriverError`` if it is not installed or does not start.
    func start(script: BrowserScript) throws -> any BrowserSession {
        switch self {
        case .chromium: try ChromiumSession(script: script)
        case .firefox: try FirefoxSession(script: script)
        case .webkit: try WebKitSession(script: script)
        }
    }
}
