import Elmwood
import ElmwoodPageTree
import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// Gives a test access to one page of a visitor, and performs the visitor's actions on it.
///
/// ```swift
/// let page = try driver.page()
/// let button = try Finder(page).clickable("+")
/// let outcome = driver.act(.click(button))
/// ```
package protocol PageDriver<P>: AnyObject {
    associatedtype P: Program

    /// The visitor of the page.
    var visitor: TestVisitor { get }
    /// Whether the page has the script.
    var script: Script { get }
    /// The page's address: path and query below the program's own address, or the whole address of another site.
    var address: String { get }
    /// The problems of the page's fields that it shows.
    var problems: [Problem] { get }
    /// The notices of the page.
    var notices: [String] { get }
    /// The id of the session's cookie; nil if there is no session.
    var session: SessionToken? { get }
    /// The session's current model; without a session, the model that it would start with.
    var model: P.Model? { get }

    /// Returns the current page. The same tree is returned until something changes.
    ///
    /// - Throws: if the program has no page to show: its view failed, or there is no page at the address.
    func page() throws(DriverFailure) -> PageTree

    /// Sets the browser's ticket, as the answer to a request that has begun a task does.
    func setTicket(_ ticket: RenewalTicket)

    /// Returns the focused node; nil if there is none.
    func focused() throws(DriverFailure) -> PageNode?

    /// Returns the texts of the current page that have too little contrast. Only a real browser knows.
    func contrastFaults() throws(DriverFailure) -> [AccessibilityFault]

    /// Returns the problems of a form's fields for which the browser would not send it.
    func complaints(about form: PageNode, by button: PageNode?) -> [Problem]

    /// Performs an action. Its nodes belong to the page that was returned last.
    func act(_ act: Act) -> Outcome

    /// Sends the unsent values of lone fields, as Enter does without script.
    func settle() -> Outcome

    /// Whether there are unsent values.
    var isWaiting: Bool { get }

    /// Notifies the page that its server process has ended, with all connections.
    func loseServer()

    /// Notifies the page that another process serves it. An open page continues with it, as its script does.
    func findServer() -> Outcome
}

extension PageDriver {
    /// Returns no faults, since the colors of texts are not known.
    package func contrastFaults() throws(DriverFailure) -> [AccessibilityFault] { [] }

    /// Sets the browser's ticket, as the answer to a request that has begun a task does.
    package func setTicket(_ ticket: RenewalTicket) { visitor.ticket = ticket }
}

/// A visitor of a test: their cookies, their preferred languages and their time zone.
package final class TestVisitor {
    package var session: SessionToken?
    /// The token of the cookie that outlives sessions.
    package var token: VisitorToken?
    /// Proves that the browser made a request which began a task.
    package var ticket: RenewalTicket?
    package let languages: [Language]
    package let timeZone: DateTimeZone?
    /// The server's host name for this visitor's browser. It differs for each visitor, so that each has their own cookies.
    let hostName = "visitor\(numbers.wrappingAdd(1, ordering: .relaxed).newValue).localhost"

    private static let numbers = Atomic<Int>(0)

    /// Returns the visit by which the visitor begins a session there: the same for each transport.
    func visit(_ address: PageAddress, answeredBy answer: Visit.Answer = .load) -> Visit {
        var visit = Visit(
            path: address.path,
            query: address.query,
            languages: languages,
            address: "127.0.0.1",
            timeZone: timeZone
        )
        visit.answer = answer
        return visit
    }

    /// What the visitor's requests state of the visitor.
    var claim: VisitorClaim { token.map { .token($0) } ?? .none }

    package init(
        session: SessionToken? = nil,
        token: VisitorToken? = nil,
        languages: [Language] = [],
        timeZone: DateTimeZone? = nil
    ) {
        self.session = session
        self.token = token
        self.languages = languages
        self.timeZone = timeZone
    }
}
