import ElmwoodArchitecture
import Elmwood
import ElmwoodSessions
import ElmwoodViewTree

/// How a browser that is played by the kit reaches the program: by calls, or by requests over a socket.
protocol Transport<P>: AnyObject {
    associatedtype P: Program

    /// Loads the page at an address, redirects followed.
    func load(_ address: PageAddress) -> PlainAnswer<P>

    /// Posts a form to a page.
    func post(_ fields: [SentField], to address: PageAddress) -> PlainAnswer<P>

    /// Brings an open page up to date, and has done what the visitor did on it.
    func live(_ request: WireRequest) -> LiveAnswer

    /// Opens the stream of an open page; the first answer comes at once.
    func listen(_ request: WireRequest) -> LiveAnswer

    /// What has come by the stream since it was last asked. Empty where nothing has.
    ///
    /// - Parameter request: how the page would ask for it.
    func pushed(_ request: () -> WireRequest) -> [LiveAnswer]

    /// Whether the stream is open.
    var hasStream: Bool { get }

    /// Ends the stream.
    func hangUp()
}

/// What a browser without script gets.
enum PlainAnswer<P: Program> {
    /// A page, at that address.
    case page(P.Model, PageAddress)
    /// Fields were wrong: the page is shown again, with what was entered.
    case problems([Problem], P.Model)
    case refused(status: Int, sentence: String)
    /// The program threw.
    case failed(any Error)
    /// The browser was sent to another site.
    case left(String)
    /// The browser was given a file, and stays where it is.
    case downloaded(String)
    /// The answer is not what it has to be, or did not come.
    case broken(String)
}

/// What the script of an open page asks for.
struct WireRequest {
    var page: PageID
    /// The name that the page gave itself: the same as text.
    var name: String
    /// What the page shows; nil where nobody knows.
    var shows: Revision?
    var address: PageAddress
    /// Whether the visitor does not see the page.
    var isHidden = false
    var events: [WireEvent] = []
}

/// One thing done on an open page, as its script tells it.
struct WireEvent: Equatable {
    var number: UInt64
    /// `message`, `change`, `input`, `form-change`, `form-input`, `submit`, `page`.
    var kind: String
    var argument: String
    var fields: [SentField] = []
}

/// What the script of an open page gets.
enum LiveAnswer {
    case news(PageNews)
    /// The browser is to load the page anew.
    case reload
    case refused(status: Int, sentence: String)
    /// The server has ended the page's stream.
    case streamEnded
    /// The answer is not what it has to be, or did not come.
    case broken(String)
}

/// What changes on an open page, beside its view.
struct PageNews {
    /// What the page shows from then on.
    var to: Revision
    /// Each as far as it is told.
    var keepsStream: Bool?
    var watched: String?
    var problems: [Problem]?
    var commands: [PageCommand] = []
    var refusals: [PageRefusal] = []

    /// Where the page goes; nil where it stays.
    var address: PageAddress? {
        for command in commands.reversed() {
            switch command {
            case .push(let address), .replace(let address): return PageAddress(address)
            default: continue
            }
        }
        return nil
    }

    /// The same news after others that came right before.
    func after(_ earlier: PageNews) -> PageNews {
        PageNews(
            to: to,
            keepsStream: keepsStream ?? earlier.keepsStream,
            watched: watched ?? earlier.watched,
            problems: problems ?? earlier.problems,
            commands: earlier.commands + commands,
            refusals: earlier.refusals + refusals
        )
    }
}
