import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

/// An open page in a browser, as the client script manages it: numbered events in one request at a time, and patches in the order
/// of their revisions, whichever way they arrive. The names are those of `Sources/Tools/ClientScript/connection.js`.
final class BrowserPage {
    let number: Int
    let visitor: Visitor
    let address: SiteAddress
    var name: PageID
    /// How many documents it has had.
    var documents = 0
    /// How often it was loaded, by a visitor without script too.
    var loads = 0
    /// Whether its document has been loaded, and whether its script has.
    var isLoaded = false
    var isLive = false
    /// The process that sent its last answer.
    var process: Int?
    /// The current load. An earlier one is ignored.
    var loading: Int?
    /// What it shows: the model of the document as it was loaded, and the current revision of its script.
    var shown: Shown?
    var model: Ledger.Model? { shown?.model }
    /// The latest model that it has shown and that was stored by then.
    var stored: Ledger.Model?
    /// The versions that it has shown, all by one process.
    var versions: [RowRead: Int] = [:]
    var versionsProcess: Int?
    var revision: Revision?
    /// The sequence number of the last entry that this visitor has written on it.
    var lastSequence: UInt64 = 0
    var included: UInt64 = 0
    var answered: UInt64 = 0
    var queue: [VisitorEvent] = []
    var underWay: [VisitorEvent] = []
    var early: [PagePatch] = []
    var watched: [String] = []
    var isBusy = false
    var isStale = false
    var wantsStream = false
    /// Whether another tab has told it of an action since its last request, and it has left that to its stream: see the README.
    var wasTold = false
    var stream: Int?
    var gaps = 0
    var mayReload = true
    var isHidden = false
    var isClosed = false
    /// What is in progress, and the number of the attempt.
    var attempt = 0
    var streamAttempt = 0
    /// The number of the last wait before another attempt: earlier ones are ignored.
    var wait = 0
    var isWaiting = false
    var isStreamWaiting = false
    /// How many of its commands it has carried out, and what they have focused.
    var done: UInt64 = 0
    var focused: Set<String> = []

    init(_ number: Int, _ visitor: Visitor, at address: SiteAddress, name: PageID) {
        self.number = number
        self.visitor = visitor
        self.address = address
        self.name = name
    }

    /// Whether an answer of one node may have set it back behind what another has shown: see the README.
    var isSetBack = false

    func setBack() {
        isSetBack = true
        forgetShown()
    }

    /// What it shows next may be older than what it has shown.
    func forgetShown() {
        stored = nil
        versions = [:]
    }
}
