import ElmwoodArchitecture
import ElmwoodLanguages
import ElmwoodViewTree

/// An open page whose script is connected: its address, and what it shows.
///
/// What it shows need not be retained. A view is pure, so the model it shows is equivalent, and while that is the session's current
/// model, nothing is stored. Accessed only under the session's lock.
final class LivePage {
    /// What the visitor's browser shows, or will show when the patches that were made have arrived.
    enum Shown {
        /// The rendered view, retained while the page is used: the next view is compared with it.
        case rendering(Rendering)
        /// The view of the session's current model.
        case current
        /// The view of a former model of the session. Few pages have one, so it is in memory of its own.
        indirect case model(AnyModel)
        /// Unknown: the next patch is the whole page.
        case unknown
    }

    let id: PageID
    /// The page's address, and the problems of its fields.
    var page: Page
    /// Its address before a turn navigated.
    @Rare var former: Page?
    /// The revision of what is shown; nil if unknown.
    var revision: Revision?
    /// The version of the session's model that is shown.
    var version: UInt64 = 0
    /// The number of the last action that the session has received.
    var sequence: UInt64 = 0
    /// The last notice that was sent to the page.
    var notice = PageNotice()
    /// Whether the page is hidden. It has then closed its stream, and polls from time to time.
    var isHidden = false
    /// The time its stream ended, on the environment's clock, and the scheduled check whether the page is gone.
    var awaySince: Duration = .zero
    var absence: ScheduledCall?
    /// The commands to the page.
    var commands = CommandQueue()
    /// The number of the last action that the last answer was about; nil if it was about none.
    var lastAnswered: UInt64?
    /// What was refused of the last request with actions, since its answer may be lost.
    var lastRefusals: [PageRefusal] = []
    /// Wakes the page's stream; nil if it has none.
    var wake: (@Sendable () -> Void)?
    /// The patch that the stream sends once the model it shows is stored.
    var held: HeldPatch?
    /// The number of the page's stream: a newer one replaces an older one.
    var streamNumber: UInt64 = 0
    // Truth values are together, so that no room is lost between larger ones.
    /// Whether a task that can produce a message was running at the last rendering, or a turn beside that of its stream.
    var hadTasks = false
    /// Whether it is registered with the host, which drops what is shown when the page is no longer used.
    var isListed = false
    /// Whether the stream has been woken and has not requested a patch since.
    var isWoken = false
    /// Whether its address or its problems have changed since it was rendered.
    var isChanged = false
    /// Whether the stream sends a patch even if it is empty: the page may have missed an answer, and learns of it from the next patch.
    var isToConfirm = false
    /// Whether a patch is being computed: until then nothing else changes what is shown.
    var isRendering = false
    /// Whether that patch is for the stream.
    var isForStream = false
    /// Whether the stream has ended since: nobody receives the patch.
    var missesPatch = false
    /// The calls that wait for that.
    var waiting: [@Sendable () -> Void] = []
    /// All that wait for the page: these calls, and its stream. Called when the page is removed.
    var wakes: [@Sendable () -> Void] { waiting + (wake.map { [$0] } ?? []) }
    /// The number of patches that have been made for it.
    var patches: UInt64 = 0
    /// The time of its last use, on the environment's clock.
    var lastUsed: Duration = .zero
    var shown = Shown.unknown
    /// What its view reads from outside; nil if that is nothing.
    var reads: PageReads?
    /// The values that the view it shows has read.
    var shownValues: ReadValues?

    init(id: PageID, page: Page) {
        self.id = id
        self.page = page
    }

    /// Whether it is connected, or is hidden and will connect again.
    var isOpen: Bool { wake != nil || isConnectedLater }

    /// Removes and returns the commands to send at once. Those that a hidden page cannot carry out wait until it is visible.
    func dequeueCommands() -> CommandQueue.Batch {
        let isVisible = !isConnectedLater
        return commands.dequeue { isVisible || !$0.needsVisiblePage }
    }

    /// Whether it is hidden, and opens a stream when it becomes visible.
    private var isConnectedLater: Bool { isHidden && notice.keepsStream ?? false }

    /// The session's model is replaced: retains the former one if the page shows its view.
    func retain(_ former: AnyModel) {
        guard case .current = shown else { return }
        var former = former
        former.view = nil
        shown = .model(former)
    }
}

/// A patch of a stream that waits until its model is stored.
final class HeldPatch: Sendable {
    let patch: PagePatch
    /// The session's version that it leads to.
    let version: UInt64
    /// The stream that it was made for.
    let stream: UInt64

    init(_ patch: PagePatch, version: UInt64, stream: UInt64) {
        self.patch = patch
        self.version = version
        self.stream = stream
    }
}

/// The state of a page beside its view, as it is sent to the page.
package struct PageNotice: Equatable, Sendable {
    /// Whether it keeps a stream open; nil if not sent yet.
    package var keepsStream: Bool?
    /// The page's events that the program subscribes to, space-separated.
    package var watched: String?
    /// The problems of its fields.
    package var problems: [Problem]? = []
    /// Whether it shows an earlier moment; nil if not sent yet, and always nil without a history.
    package var isPaused: Bool?
}
