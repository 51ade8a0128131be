import ElmwoodArchitecture
import Elmwood
import ElmwoodSessions
import ElmwoodViewTree

/// How a simulated browser reaches the program: by calls, or by requests over a socket.
protocol Transport<P>: AnyObject {
    associatedtype P: Program

    /// Loads the page at an address, and follows redirects.
    func load(_ address: PageAddress) -> PlainAnswer<P>

    /// Posts a form to a page.
    func post(_ fields: [SentField], to address: PageAddress) -> PlainAnswer<P>

    /// Sends the actions of an open page, and returns its changes.
    func live(_ request: WireRequest) -> LiveAnswer

    /// Opens the stream of an open page. Returns its first answer.
    func listen(_ request: WireRequest) -> LiveAnswer

    /// Returns what the stream has received since the last call; empty if nothing.
    ///
    /// - Parameter request: returns the request that the page would send.
    func pushed(_ request: () -> WireRequest) -> [LiveAnswer]

    /// Whether the stream is open.
    var hasStream: Bool { get }

    /// Ends the stream.
    func hangUp()
}

/// The answer to a browser without script.
enum PlainAnswer<P: Program> {
    /// A page, at that address, and what it tells the visitor beside its view.
    case page(P.Model, PageAddress, Flash)
    /// Fields were invalid: the page is shown again, with the entered values.
    case problems([Problem], P.Model)
    case refused(status: Int, sentence: String)
    /// The program threw.
    case failed(any Error)
    /// The browser was sent to another site.
    case left(String)
    /// The browser received a file, and stays on its page.
    case downloaded(String)
    /// The answer is wrong or missing.
    case broken(String)
}

/// A request of an open page's script.
struct WireRequest {
    var page: PageID
    /// The page's id as text.
    var name: String
    /// The revision that the page shows; nil if unknown.
    var shows: Revision?
    var address: PageAddress
    /// Whether the page is hidden.
    var isHidden = false
    var events: [WireEvent] = []
}

/// An action of an open page, as its script sends it.
struct WireEvent: Equatable {
    var number: UInt64
    /// `message`, `change`, `input`, `form-change`, `form-input`, `submit`, `page`.
    var kind: String
    var argument: String
    var fields: [SentField] = []
}

/// The answer to the script of an open page.
enum LiveAnswer {
    case news(PageNews)
    /// The browser must load the page again.
    case reload
    case refused(status: Int, sentence: String)
    /// The server has ended the page's stream.
    case streamEnded
    /// The answer is wrong or missing.
    case broken(String)
}

/// The changes of an open page, beside its view.
struct PageNews {
    /// The revision that the page shows afterwards.
    var to: Revision
    /// Nil if it has not changed.
    var keepsStream: Bool?
    var watched: String?
    var problems: [Problem]?
    var commands: [PageCommand] = []
    var refusals: [PageRefusal] = []

    /// The page's new address; nil if it has not changed.
    var address: PageAddress? {
        for command in commands.reversed() {
            switch command {
            case .push(let address), .replace(let address): return PageAddress(address)
            default: continue
            }
        }
        return nil
    }

    /// Returns the news combined with those right before.
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
