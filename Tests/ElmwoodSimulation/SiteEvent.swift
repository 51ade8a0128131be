import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

/// An event between visitors and the site, or of its processes.
enum SiteEvent: Sendable {
    /// A request arrives at a process, and is answered.
    case arrives(Int)
    case replied(Arrival, ServerReply)
    /// Its answer arrives at the browser.
    case answered(Int, Answer)
    /// A stream is asked for its next patch; a piece of it arrives; the process notices that it has no reader any more.
    case woken(Int)
    case piece(Int, StreamPiece)
    case streamClosed(Int)
    /// A visitor performs an action; a page retries something.
    case acts(Int)
    case retries(page: Int, Int)
    case listens(page: Int)
    case asks(page: Int)
    /// A row changes from outside; a process is told of it.
    case changes
    case told(row: Int)
    /// A fault of a process occurs.
    case fault
    case starts
    case goesOn(Int)
    case isChecked(Int)
    case handedOver(Int)
    case ends(Int)
    /// A node is connected, and told of what others have committed since.
    case connects(Int)
    case toldCommit(SimulatedNodes.Told)
    /// A node has been stopped for so long that it counts as one that has left; or it has left.
    case isSilent(Int, since: Microseconds)
    case left(NodeID)
    /// A fault of what nodes are told.
    case nodeFault
    /// Nothing happens except that time passes.
    case pause
}

/// The answer of a process.
enum ServerReply: Sendable {
    case shown(SessionReply<Never>)
    /// The page of a snapshot was rendered with what it reads, or that has failed.
    case rendered(SessionSnapshot, Result<RenderedPage, any Error>)
    case posted(SessionReply<PostRefusal>)
    case live(LiveReply)
}

/// The answer that a browser gets.
enum Answer: Sendable {
    /// A page with its script.
    case page(LoadedPage, Cookies)
    /// The browser has to request the page.
    case redirect(Cookies)
    case patch(PagePatch, Cookies)
    /// The script has to reload the page.
    case reload
    /// The request was refused, permanently or for now.
    case refused
    case tryAgain
    /// The connection was cut.
    case lost
}

/// A piece of a stream.
enum StreamPiece: Sendable {
    case patch(PagePatch)
    case reload
    case end
}

/// A document as it was loaded.
struct LoadedPage: Sendable {
    var shown: Shown
    var revision: Revision
    /// Whether its script connects at once.
    var connects: Bool
}

/// The cookies that an answer sets.
struct Cookies: Sendable {
    var session = CookieChange.unchanged
    var visitor = VisitorChange.unchanged
    var ticket: RenewalTicket?
    /// What the browser has seen then, of a site of several nodes, and the model that it is shown.
    var seen: NodePosition?
    var model: Ledger.Model?
}

/// The cookies of a browser.
struct Jar {
    var session: SessionID?
    var token: VisitorToken?
    var ticket: RenewalTicket?
    /// What it has seen last of a site of several nodes.
    var seen: NodePosition?

    /// What a request states about its visitor.
    var claim: VisitorClaim { token.map { .token($0) } ?? .none }

    mutating func take(_ cookies: Cookies) {
        switch cookies.session {
        case .unchanged: break
        case .set(let token): session = token.id
        case .remove: session = nil
        }
        if let ticket = cookies.ticket {
            self.ticket = ticket
        } else if cookies.session != .unchanged {
            ticket = nil
        }
        if case .set(let token) = cookies.visitor { self.token = token }
        if let seen = cookies.seen { self.seen = seen }
    }
}

/// A request in progress.
struct SentRequest {
    enum Kind {
        case load
        case post(VisitorEvent)
        case live([VisitorEvent])
        case stream
    }

    let number: Int
    let visitor: Visitor
    let page: BrowserPage
    /// The id of the page when it sent the request. A reloaded document has another one.
    let name: PageID
    let kind: Kind
    let jar: Jar
    /// Whether a session of the jar's id had been stored when it was sent.
    let isKnown: Bool
    var shows: Revision?
    var done: UInt64 = 0
    var isRepeat = false
    var isHidden = false
    /// Whether the browser waits for its answer: not for that of a page's farewell.
    var isAwaited = true
    /// The process that it was sent to.
    var process: Int?
    /// Whether the browser has its answer, or has given up.
    var isFinished = false
    /// What it has to be shown at least, since it has arrived.
    var moment = Database.Moment()
    /// The model of its path that the browser had seen in an answer to a post.
    var seenModel: Ledger.Model?
    /// What waited to be told when it was sent.
    var untold: [UntoldNotice] = []

    var events: [VisitorEvent] {
        switch kind {
        case .post(let event): [event]
        case .live(let events): events
        case .load, .stream: []
        }
    }
}

/// The arrival of a request, which may arrive twice.
struct Arrival: Sendable {
    let number: Int
    /// Whether its process had been told by then that its id was renewed.
    let isRenewed: Bool
}

/// An action of a visitor.
struct VisitorEvent {
    enum Kind {
        /// An entry from the page's form, or one that a button offers.
        case entry(Entry)
        case page(String)
    }

    var sequence: UInt64 = 0
    let kind: Kind

    var entry: Entry? { if case .entry(let entry) = kind { entry } else { nil } }
}
