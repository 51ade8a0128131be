import ElmwoodArchitecture

/// The commands to a page: those that wait, and those that may not have arrived.
///
/// A patch in transit is lost with the page's stream: if the connection breaks, and if the page itself ends the stream because an
/// earlier patch was missing. The next patch repairs what the page shows. The commands are sent again until the page reports how
/// many it has carried out. They are numbered, so a page carries out none of them twice.
struct CommandQueue: Sendable {
    /// The commands that have not been sent yet.
    private(set) var waiting: [PageCommand] = []
    /// The commands that were sent and not confirmed, oldest first.
    private var unconfirmed: [PageCommand] = []
    /// The number of commands sent so far.
    private var count: UInt64 = 0
    private var resends = false

    /// The commands of one patch.
    struct Batch: Sendable {
        var commands: [PageCommand] = []
        /// The number of commands sent so far, including these.
        var count: UInt64 = 0
        /// How many of these were not sent before.
        fileprivate var new = 0
    }

    /// The most commands that are sent again. After that many newer ones, an unconfirmed command is of no use.
    private static let limit = 64

    mutating func add(_ command: PageCommand) { waiting.add(command) }

    /// Whether the page may not know its new address yet.
    var mayLackNavigation: Bool {
        waiting.contains(where: \.isNavigation) || unconfirmed.contains(where: \.isNavigation)
    }

    /// Records which commands have arrived, according to a request of the page.
    ///
    /// - Parameters:
    ///   - obeyed: how many commands the page has carried out; nil if it does not report it.
    ///   - isAnswerLost: whether the page repeats a request, since no answer arrived.
    mutating func note(obeyed: UInt64?, isAnswerLost: Bool) {
        if let obeyed {
            // A page that this process does not know yet has received commands from another process.
            if unconfirmed.isEmpty { count = max(count, obeyed) }
            unconfirmed.removeFirst(
                unconfirmed.count - min(unconfirmed.count, Int(clamping: count - min(count, obeyed)))
            )
        } else if !isAnswerLost {
            unconfirmed = []
        }
        resends = !unconfirmed.isEmpty
    }

    /// Removes and returns the commands to send now.
    ///
    /// - Parameter isForNow: whether a waiting command is sent now; the others remain in the queue.
    mutating func dequeue(where isForNow: (PageCommand) -> Bool) -> Batch {
        let new = waiting.filter(isForNow)
        waiting.removeAll(where: isForNow)
        let commands = (resends ? unconfirmed : []) + new
        resends = false
        unconfirmed += new
        if unconfirmed.count > Self.limit { unconfirmed.removeFirst(unconfirmed.count - Self.limit) }
        count &+= UInt64(new.count)
        return Batch(commands: commands, count: count, new: new.count)
    }

    /// Puts back commands that could not be sent.
    mutating func requeue(_ batch: Batch) {
        waiting = batch.commands.suffix(batch.new) + waiting
        unconfirmed.removeLast(min(unconfirmed.count, batch.new))
        count &-= UInt64(batch.new)
        resends = !unconfirmed.isEmpty && batch.commands.count > batch.new
    }
}

extension [PageCommand] {
    /// The most commands that wait for a page. Beyond it the oldest are dropped, since the latest ones describe the present state.
    private static var limit: Int { 64 }

    /// Appends a command, and removes the pending navigations that it replaces.
    mutating func add(_ command: PageCommand) {
        switch command {
        case .push, .replace:
            removeAll { if case .push = $0 { true } else if case .replace = $0 { true } else { false } }
        case .leave:
            removeAll { if case .leave = $0 { true } else { false } }
        case .focus, .blur, .scroll, .showModal, .close, .copy, .download, .dispatch:
            break
        }
        append(command)
        if count > Self.limit { removeFirst(count - Self.limit) }
    }
}
