import Elmwood
import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// How a test has one page of a visitor before it, and does what a visitor can do there.
///
/// ```swift
/// let page = try driver.page()
/// let button = try Finder(page).clickable("+")
/// let outcome = driver.act(.click(button))
/// ```
package protocol PageDriver<P>: AnyObject {
    associatedtype P: Program

    /// Whose page it is.
    var visitor: TestVisitor { get }
    /// Whether the page has script.
    var script: Script { get }
    /// Where the page is: path and query below the program's own address; the whole address where it was left for another site.
    var address: String { get }
    /// What is wrong with the page's fields, as it says itself.
    var problems: [Problem] { get }
    /// The id of the cookie that names the visitor's session; nil as long as none is held.
    var session: SessionID? { get }
    /// The session's model as it is; of a visitor for whom none is held, the model that they would begin with.
    var model: P.Model? { get }

    /// The page as it is by now. What it shows is kept until something changes.
    ///
    /// - Throws: where the program has no page to show: its view failed, or there is nothing at the address.
    func page() throws(DriverFailure) -> PageTree

    /// Gives the browser a ticket, as the answer to a request does which has begun something.
    func take(_ ticket: RenewalTicket)

    /// What has the focus; nil where nothing on the page has.
    func focused() throws(DriverFailure) -> PageNode?

    /// Does something. What was found belongs to the page as it was last asked for.
    func act(_ act: Act) -> Outcome

    /// Sends what was entered in lone fields and waits, where there is no script, as Enter does.
    func settle() -> Outcome

    /// Whether anything was entered that waits.
    var isWaiting: Bool { get }

    /// The process that served the page has ended: what was connected to it is not any more.
    func loseServer()

    /// Another process serves the page: an open one continues with it, as its script does.
    func findServer() -> Outcome
}

extension PageDriver {
    /// Gives the browser a ticket, as the answer to a request does which has begun something.
    package func take(_ ticket: RenewalTicket) { visitor.ticket = ticket }
}

/// One visitor of a stage: their cookies and the languages that they prefer.
package final class TestVisitor {
    package var session: SessionID?
    package var visitor: VisitorID?
    /// What proves that the browser made a request which began something.
    package var ticket: RenewalTicket?
    package let languages: [String]
    /// The name by which the visitor's browser calls the server: that of no other visitor, so that they have cookies of their own.
    let hostName = "visitor\(numbers.wrappingAdd(1, ordering: .relaxed).newValue).localhost"

    private static let numbers = Atomic<Int>(0)

    package init(session: SessionID? = nil, visitor: VisitorID? = nil, languages: [String] = []) {
        self.session = session
        self.visitor = visitor
        self.languages = languages
    }
}
