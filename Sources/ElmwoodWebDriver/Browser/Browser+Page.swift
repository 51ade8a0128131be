import Foundation

/// The page as a whole: where it is, and how to get to another.
extension Browser {
    /// Opens an address, and waits until it is loaded.
    public func open(_ address: String) throws {
        try driver.open(address)
    }

    /// The page's address.
    public var address: String {
        get throws { try driver.address }
    }

    /// The path of the page's address, with its query and fragment where it has some: `/counter?step=2`.
    public var path: String {
        get throws {
            let address = try address
            guard let scheme = address.firstRange(of: "://") else { return address }
            guard let slash = address[scheme.upperBound...].firstIndex(of: "/") else { return "/" }
            return String(address[slash...])
        }
    }

    /// The page's title.
    public var title: String {
        get throws { try driver.title }
    }

    /// The page as HTML, written anew from the tree that the browser read: not the bytes that came.
    public var source: String {
        get throws { try driver.source }
    }

    /// Loads the page again, as the browser's own button does.
    public func refresh() throws {
        try loadingPage { try driver.reload() }
    }

    /// Goes back in the history, as the browser's own button does.
    public func back() throws {
        try loadingPage { try driver.back() }
    }

    /// Goes forward in the history, as the browser's own button does.
    public func forward() throws {
        try loadingPage { try driver.forward() }
    }

    /// Asks again and again until what the sentence says holds; a page that is going away meanwhile is no failure.
    ///
    /// - Throws: where it does not within that time, with lines that say what the page, its script and its server are in.
    public func wait(
        until sentence: String,
        within time: Duration = .seconds(60),
        _ condition: @Sendable (isolated Browser) throws -> Bool
    ) throws {
        try poll("Not within \(time): \(sentence)", within: time) { try condition(self) }
    }

    /// Waits until the page is another, or the same loaded anew, with nothing done: as a page that refreshes itself is.
    public func waitForOtherPage() throws { try loadingPage {} }

    /// Does something that leads to another page, or to the same one loaded anew, and waits until that is there.
    ///
    /// With script off the driver itself does not always notice that a click began to load a page. It is taken to have
    /// come when the old page's root is gone; commands after that wait by themselves until it is loaded.
    func loadingPage(_ action: () throws -> Void) throws {
        let old = try driver.find("html")
        try action()
        try poll("No other page came within a minute.") {
            do {
                _ = try driver.ask(.name, of: old)
                return false
            } catch let error as WebDriverError where Self.goneCodes.contains(error.code) {
                try driver.awaitLoaded()
                return true
            }
        }
    }

    /// What the driver says of an element whose page is no longer shown.
    static let goneCodes: Set<String> = ["stale element reference", "no such element", "no such window"]

    /// Runs a script in the page as the driver can, also where the page's own scripts are switched off, and answers
    /// with the text of what it returns.
    public func evaluate(_ script: String) throws -> String {
        let value = try driver.run(script, [])
        return value is NSNull ? "null" : "\(value)"
    }
}
