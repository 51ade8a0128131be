import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

/// What happens between visitors and the site, and to its processes.
enum SiteEvent: Sendable {
    /// A request arrives at a process, and what comes of it.
    case arrives(Int)
    case replied(Int, ServerReply)
    /// Its answer arrives at the browser.
    case answered(Int, Answer)
    /// A stream is to be asked again; a piece of it arrives; the process notices that nobody reads it any more.
    case woken(Int)
    case piece(Int, StreamPiece)
    case streamClosed(Int)
    /// A visitor does something; a page tries something again.
    case acts(Int)
    case retries(page: Int, Int)
    case listens(page: Int)
    case asks(page: Int)
    /// Something happens to a process.
    case fault
    case starts
    case goesOn(Int)
    case isChecked(Int)
    case handedOver(Int)
    case ends(Int)
    /// Nothing: time has passed.
    case pause
}

/// What a process answers.
enum ServerReply: Sendable {
    case shown(Reply<Ledger, Never>)
    case posted(Reply<Ledger, PostRefusal>)
    case live(LiveReply)
}

/// What a browser gets.
enum Answer: Sendable {
    /// A page with its script.
    case page(Ledger.Model, connects: Bool, Cookies)
    /// The browser is to ask for the page.
    case redirect(Cookies)
    case patch(PagePatch, Cookies)
    /// The script is to load the page anew.
    case reload
    /// It was refused for good, or for now.
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

/// What an answer has the browser keep.
struct Cookies: Sendable {
    var session = CookieChange.unchanged
    var visitor: VisitorID?
    var ticket: RenewalTicket?
}

/// What a browser keeps.
struct Jar {
    var session: SessionID?
    var visitor: VisitorID?
    var ticket: RenewalTicket?

    mutating func take(_ cookies: Cookies) {
        switch cookies.session {
        case .unchanged: break
        case .set(let id): session = id
        case .remove: session = nil
        }
        if let ticket = cookies.ticket {
            self.ticket = ticket
        } else if cookies.session != .unchanged {
            ticket = nil
        }
        visitor = cookies.visitor ?? visitor
    }
}

/// A request that is under way.
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
    /// The name that the page had when it sent it: a document that is loaded anew has another one.
    let name: PageID
    let kind: Kind
    let jar: Jar
    var shows: Revision?
    var done: UInt64 = 0
    var isRepeat = false
    var isHidden = false
    /// Whether the browser waits for its answer: not for that of a page's farewell.
    var isAwaited = true
    /// Where it went.
    var process: Int?
    /// Whether the browser has its answer, or has given up.
    var isFinished = false
    /// Whether the network has brought it twice.
    var isDoubled = false

    var events: [VisitorEvent] {
        switch kind {
        case .post(let event): [event]
        case .live(let events): events
        case .load, .stream: []
        }
    }
}

/// Something that a visitor does.
struct VisitorEvent {
    enum Kind {
        /// What the page's form sends, or what a button offers.
        case entry(Entry)
        case page(String)
    }

    var sequence: UInt64 = 0
    let kind: Kind

    var entry: Entry? { if case .entry(let entry) = kind { entry } else { nil } }
}
