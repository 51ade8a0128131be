import ElmwoodArchitecture
import ElmwoodViewTree

/// A page that a visitor has open and whose script is connected: where it is, and what it shows.
///
/// What it shows need not be kept. A view is pure, so the model that it shows is as good, and while that is the session's
/// own, nothing is needed at all. Touched under the session's lock alone.
final class LivePage {
    /// What the visitor's browser shows, or will once the patches that have been made have arrived.
    enum Shown {
        /// The view, kept while the page is used: the next change is compared with it.
        case rendering(Rendering)
        /// The view of the session's model as it is.
        case current
        /// The view of a model that the session no longer has.
        case model(AnyModel)
        /// Nobody knows: the next patch is the whole page.
        case unknown
    }

    let id: PageID
    /// Where the page is, and what is wrong with its fields.
    var page: Page
    /// Where it was before a turn led it to where it is.
    var former: Page?
    /// The revision of what is shown; nil where nobody knows.
    var revision: Revision?
    /// The version of the session's model that is shown.
    var version: UInt64 = 0
    /// The number of the last thing done on the page that the session has taken.
    var sequence: UInt64 = 0
    /// What the page was told last, beside its view.
    var told = PageNotice()
    /// Whether the visitor does not see it: then it has given its stream back, and asks from time to time.
    var isHidden = false
    /// When its stream ended, on the environment's clock, and what looks then whether it is gone.
    var awaySince: Duration = .zero
    var absence: ScheduledCall?
    /// What the page is told to do.
    var commands = CommandQueue()
    /// The number of the last thing done on the page that the last answer was about; nil where it was about none.
    var lastAnswered: UInt64?
    /// What was refused of the last request with something done on the page: its answer may be lost.
    var lastRefusals: [PageRefusal] = []
    /// Wakes the page's stream; nil where it has none.
    var wake: (@Sendable () -> Void)?
    /// Whether something ran when the page was rendered last that might have had something to tell.
    var hadTasks = false
    /// What the stream is to send once the model that it shows is stored.
    var held: HeldPatch?
    /// Which stream of the page it is: a newer one takes the place of an older one.
    var streamNumber: UInt64 = 0
    /// Whether the stream has been woken and has not asked yet.
    var isWoken = false
    /// Whether its place or its problems have changed since it was rendered.
    var isChanged = false
    /// Whether somebody works out a patch: until then nobody else changes what is shown.
    var isRendering = false
    /// Who waits for that.
    var waiting: [@Sendable () -> Void] = []
    /// How many patches have been made for it.
    var patches: UInt64 = 0
    /// When the page was used last, on the environment's clock.
    var lastUsed: Duration = .zero
    /// Whether the host looks after it, and drops what is shown when nobody uses it.
    var isListed = false
    var shown = Shown.unknown

    init(id: PageID, page: Page) {
        self.id = id
        self.page = page
    }

    /// Whether it is connected, or would be if it were seen.
    var isOpen: Bool { wake != nil || isConnectedLater }

    /// Takes out what it is to be told to do at once. Browsers let no page copy that is not seen: that waits.
    func takeCommands() -> CommandQueue.Portion {
        let isSeen = !isConnectedLater
        return commands.take { isSeen || !$0.needsAttention }
    }

    /// Whether it is hidden, and opens a stream once it is seen.
    private var isConnectedLater: Bool { isHidden && told.keepsStream ?? false }

    /// The session's model is replaced: what the page shows is the view of this one.
    func keep(_ former: AnyModel) {
        if case .current = shown { shown = .model(former) }
    }
}

/// A patch of a stream whose model is not stored yet.
final class HeldPatch: Sendable {
    let patch: PagePatch
    /// The version of the session that it leads to.
    let version: UInt64
    /// The stream that it was made for.
    let stream: UInt64

    init(_ patch: PagePatch, version: UInt64, stream: UInt64) {
        self.patch = patch
        self.version = version
        self.stream = stream
    }
}

/// What a page is told beside its view.
package struct PageNotice: Equatable, Sendable {
    /// Whether it is to keep a stream open; nil where it has not been told yet.
    package var keepsStream: Bool?
    /// What happens to the page that the program asks for, space-separated.
    package var watched: String?
    /// What is wrong with its fields.
    package var problems: [Problem]? = []
    /// Whether it shows an earlier moment; nil where it has not been told yet, and always nil where nobody keeps a history.
    package var isPaused: Bool?
}

/// Something done on a page that was refused, and why.
package struct PageRefusal: Equatable, Sendable {
    /// The number of what was done.
    package var sequence: UInt64
    /// An HTTP status: 409 where the view does not offer it.
    package var status: Int
    /// Why, for the visitor.
    package var sentence: String
    /// What the page shows of it, as the JSON that its script makes an element of; nil where it shows it by itself.
    package var notice: [UInt8]?

    /// One that was told before, by a process that is no more: nobody knows why any more.
    init(again sequence: UInt64) {
        self.init(sequence: sequence, status: 409, sentence: "This was refused before.")
    }

    package init(sequence: UInt64, status: Int, sentence: String, notice: [UInt8]? = nil) {
        self.sequence = sequence
        self.status = status
        self.sentence = sentence
        self.notice = notice
    }
}
