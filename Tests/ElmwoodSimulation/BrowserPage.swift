import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

/// An open page in a browser, as the client script keeps it: numbered events in one request at a time, and patches in the order of
/// their revisions, whichever way they come. The names are those of `Sources/ElmwoodScriptSource/connection.js`.
final class BrowserPage {
    let number: Int
    let visitor: Visitor
    let program: Int
    var name: PageID
    /// Whether its document is there, and whether its script is.
    var isLoaded = false
    var isLive = false
    /// The process that it had its last answer from.
    var process: Int?
    /// The load that is under way: an earlier one is forgotten.
    var loading: Int?
    /// What it shows: the model of the document as it was loaded, and the revision that its script has come to.
    var model: Ledger.Model?
    /// The latest of what it has shown that was stored by then.
    var stored: Ledger.Model?
    var revision: Revision?
    /// What the last entry was that this visitor has written on it.
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
    var stream: Int?
    var gaps = 0
    var mayReload = true
    var isHidden = false
    var isClosed = false
    /// What goes on, and how often it was tried.
    var attempt = 0
    var streamAttempt = 0
    /// The waits before other attempts: only the latest counts.
    var wait = 0
    var isWaiting = false
    var isStreamWaiting = false
    /// How many of the commands that it was told it has carried out, and what it has focused by them.
    var done: UInt64 = 0
    var focused: Set<String> = []

    init(_ number: Int, _ visitor: Visitor, program: Int, name: PageID) {
        self.number = number
        self.visitor = visitor
        self.program = program
        self.name = name
    }
}
