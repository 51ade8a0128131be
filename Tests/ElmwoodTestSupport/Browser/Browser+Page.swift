import ElmwoodWebDriver
import Foundation

/// The page as a whole: its address, and navigation.
extension Browser {
    /// Opens an address, and waits until it is loaded.
    package func open(_ address: String) throws {
        try driver.open(address)
    }

    /// The page's address.
    package var address: String {
        get throws { try driver.address }
    }

    /// The path of the page's address, with its query and fragment if there are any: `/counter?step=2`.
    package var path: String {
        get throws {
            let address = try address
            guard let scheme = address.firstRange(of: "://") else { return address }
            guard let slash = address[scheme.upperBound...].firstIndex(of: "/") else { return "/" }
            return String(address[slash...])
        }
    }

    /// The page's title.
    package var title: String {
        get throws { try driver.title }
    }

    /// The page as HTML, serialized from the browser's tree: not the bytes that were received.
    package var source: String {
        get throws { try driver.source }
    }

    /// Reloads the page, as the browser's own button does.
    package func refresh() throws {
        try loadingPage { try driver.reload() }
    }

    /// Goes back in the history, as the browser's own button does.
    package func back() throws {
        try loadingPage { try driver.back() }
    }

    /// Goes forward in the history, as the browser's own button does.
    package func forward() throws {
        try loadingPage { try driver.forward() }
    }

    /// Runs a script on each page of this tab that is opened from now on, before the page's own.
    package func runFirst(_ script: String) throws { _ = try driver.runFirst(script) }

    /// Polls until the condition in the sentence is true. A page that is unloaded meanwhile is not a failure.
    ///
    /// - Throws: an error if it does not become true within that time, with lines about the state of the page, its script and its
    ///   server.
    package func wait(
        until sentence: String,
        within time: Duration = .seconds(60),
        _ condition: @Sendable (isolated Browser) throws -> Bool
    ) throws {
        try poll("Not within \(time): \(sentence)", within: time) { try condition(self) }
    }

    /// Waits, without an action, until the page has been replaced or reloaded, as one that refreshes itself is.
    package func waitForOtherPage() throws { try loadingPage {} }

    /// Runs an action that loads another page, or the same one again, and waits until it is loaded.
    ///
    /// With script off the driver itself does not always notice that a click began to load a page. The new page counts as present
    /// when the old page's root has gone; later commands wait by themselves until it is loaded.
    func loadingPage(_ action: () throws -> Void) throws {
        let old = try driver.find("html")
        try action()
        try poll("No other page was loaded within a minute.") {
            do {
                _ = try driver.ask(.name, of: old)
                return false
            } catch let error as WebDriverError where Self.goneCodes.contains(error.code) {
                try driver.awaitLoaded()
                return true
            }
        }
    }

    /// The driver's errors for an element whose page is no longer shown.
    static let goneCodes: Set<String> = ["stale element reference", "no such element", "no such window"]

    /// Runs a script of the driver in the page, even if the page's own scripts are disabled, and returns its result as text.
    package func evaluate(_ script: String) throws -> String {
        let value = try driver.run(script, [])
        return value is NSNull ? "null" : "\(value)"
    }
}
