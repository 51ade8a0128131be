import Elmwood
import ElmwoodPageTree
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodViewTree
import ElmwoodWebDriver

/// A page in a real browser: clicks and typing go through the browser, and what it shows is read from it. Before the test
/// continues, the browser must show the view.
///
/// `@unchecked Sendable`: it belongs to one test, and is used only on the thread of that test. The environment, which retains it
/// for debounced input, makes its calls on that thread too.
final class RealBrowser<P: Program>: PageDriver, @unchecked Sendable {
    enum Shown {
        case nothing
        /// A loaded page, with the session's version at that time.
        case view(version: UInt64?)
        /// The page again, with the problems of a post.
        case refused
        case failed(any Error)
        case left(String)
        case broken(String)
        case closed
    }

    let testHost: TestHost<P>
    let visitor: TestVisitor
    let script: Script
    let browser: TestBrowser
    let origin: String
    private(set) var tab: String?
    var place = PageAddress("/")
    var problems: [Problem] = []
    var notices: [String] = []
    var shown = Shown.nothing
    var tree: PageTree?
    /// The session's version, and the progress of the site's reads, when the page was read last.
    var version: UInt64?
    var readsProgress: UInt64?
    var isOffline = false
    /// Whether the page is hidden, and its scheduled requests.
    var isPageHidden = false
    var asking: ScheduledCall?
    /// Whether the page had a stream when its server ended. It is not settled until it has a stream again, since subscriptions only
    /// run while pages are connected.
    private(set) var awaitsStream = false
    var later = Outcome()

    /// The time limit for a page to show the view.
    static var timeout: Duration { .seconds(15) }
    /// How long the first frame of a page may take. Then a focus that it requests, and does not have, was lost.
    private static var frameTime: Duration { .seconds(1) }

    init(_ testHost: TestHost<P>, _ visitor: TestVisitor, script: Script, in browser: TestBrowser, port: Int) {
        self.testHost = testHost
        self.visitor = visitor
        self.script = script
        self.browser = browser
        // Each visitor has their own cookies, since each uses another host name for the server.
        origin = "http://\(visitor.hostName):\(port)"
    }

    var address: String { if case .left(let address) = shown { address } else { place.target } }
    var session: SessionToken? { visitor.session }

    var model: P.Model? {
        try? testHost.model(of: visitor, at: place)
    }

    // MARK: Looking

    func page() throws(DriverFailure) -> PageTree {
        switch shown {
        case .view(let loaded):
            let now = testHost.state(of: visitor)?.version
            if script == .off, now != loaded { reload(keepingEntries: true) }
            let reads = testHost.host.registry.reads.progress
            if script == .on, now != version || reads != readsProgress { settleDown() }
        case .nothing, .refused, .failed, .left, .broken, .closed: break
        }
        switch shown {
        case .view, .refused: break
        case .nothing: throw DriverFailure("There is no page yet.")
        case .failed(let error):
            throw DriverFailure(
                error is NotFound ? "There is nothing at “\(address)”." : "The program failed: \(error)",
                cause: error
            )
        case .left(let address): throw DriverFailure("The page was left for “\(address)”.")
        case .broken(let sentence): throw DriverFailure(sentence)
        case .closed: throw DriverFailure("The page is closed.")
        }
        if let tree { return tree }
        do {
            try select()
            let tree = try read()
            self.tree = tree
            return tree
        } catch {
            throw DriverFailure("The browser's page cannot be read: \(error)")
        }
    }

    func focused() throws(DriverFailure) -> PageNode? {
        let page = try page()
        do {
            try select()
            let start = ContinuousClock.now
            var places: String?
            repeat {
                places = try browser.run(BrowserScripts.focused) as? String
            } while places == nil && start.duration(to: .now) < Self.frameTime
            guard let places, !places.isEmpty else { return nil }
            return page.node(at: places.split(separator: " ").compactMap { Int($0) })
        } catch {
            throw DriverFailure("The browser does not say where the focus is: \(error)")
        }
    }

    func read() throws -> PageTree {
        guard let json = try browser.run(PageTree.reader) as? String else {
            throw DriverFailure("The browser's document could not be read.")
        }
        return try PageTree(document: json)
    }

    func current(_ node: PageNode) -> PageNode? {
        guard let tree = try? page() else { return nil }
        return node.tree === tree ? node : tree.node(at: node.path)
    }

    // MARK: The server

    func loseServer() {
        turn()
        guard script == .on, case .view = shown, (try? select()) != nil else { return }
        awaitsStream = (try? progress())?.hasStream ?? false
    }

    func findServer() -> Outcome {
        later = Outcome()
        if script == .on, case .view = shown { settleDown() }
        awaitsStream = false
        defer { later = Outcome() }
        return later
    }

    // MARK: Tabs

    /// Directs the browser's commands to this page.
    func select() throws {
        if let tab { return try browser.go(to: tab) }
        tab = try browser.openTab()
        guard script == .on else { return }
        // If the driver does not support that, the pages contain the script (`TestHostServer`).
        _ = try browser.driver.runFirst(BrowserScripts.watch)
        try browser.driver.emulateFocus()
    }

    func closeTab() throws {
        guard let tab else { return }
        try browser.closeTab(tab)
        self.tab = nil
    }

    // MARK: Cookies

    /// Sets the visitor's cookies in the browser.
    func tellCookies() throws {
        var cookies: [(String, String)] = []
        if let session = visitor.session { cookies.append((SessionCookie.name(isSecure: false), session.text)) }
        if let token = visitor.token { cookies.append((SessionCookie.visitorName(isSecure: false), token.text)) }
        if let ticket = visitor.ticket { cookies.append((SessionCookie.ticketName(isSecure: false), ticket.text)) }
        if let zone = visitor.timeZone { cookies.append((Visit.timeZoneCookie, zone.name)) }
        for (name, value) in cookies { try browser.driver.setCookie(name, value, of: origin) }
        if !visitor.languages.isEmpty { try browser.driver.setLanguages(visitor.languages.map(\.tag)) }
    }

    func setTicket(_ ticket: RenewalTicket) {
        visitor.ticket = ticket
        guard tab != nil, (try? select()) != nil else { return }
        try? tellCookies()
    }

    func takeCookies() throws {
        let cookies = try browser.driver.cookies
        func value(_ name: String) -> String? {
            cookies.first { $0["name"] as? String == name }?["value"] as? String
        }
        visitor.session = value(SessionCookie.name(isSecure: false)).flatMap { SessionToken($0) }
        visitor.ticket = value(SessionCookie.ticketName(isSecure: false)).flatMap { RenewalTicket($0) }
        if let text = value(SessionCookie.visitorName(isSecure: false)) {
            visitor.token = VisitorCookie(text)?.token
        }
    }

    // MARK: Acting

    func act(_ act: Act) -> Outcome {
        if case .closed = shown { return Outcome(impossible: "The page is closed.") }
        later = Outcome()
        do {
            try select()
            try carryOut(act)
        } catch let error as WebDriverError where error.code == "element not interactable" {
            later.impossible = "The browser shows nothing there that could be used: the page's style hides it."
        } catch let error as WebDriverError where error.code == "element click intercepted" {
            later.impossible = "The browser cannot click there: something else of the page lies over it."
        } catch {
            later.impossible = "The browser could not do that: \(error)"
        }
        defer { later = Outcome() }
        return later
    }

    var isWaiting: Bool {
        guard script == .off, case .view = shown, let tree = try? page() else { return false }
        return tree.elements.contains { $0.isLone && $0.control != .button && $0.fieldValue != $0.renderedValue }
    }

    func settle() -> Outcome {
        guard isWaiting else { return Outcome() }
        later = Outcome()
        do {
            try select()
            try settleFields()
        } catch {
            later.impossible = "The browser could not send what was entered: \(error)"
        }
        defer { later = Outcome() }
        return later
    }
}
