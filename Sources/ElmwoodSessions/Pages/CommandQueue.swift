import ElmwoodArchitecture

/// What a page is told to do, and what of it may not have come.
///
/// A patch that is on its way to a page is lost with the page's stream: where the connection is cut, and where the page itself ends
/// the stream, since a patch before that was missing. The next patch makes good what the page shows. What it was told to do is
/// told again, until the page says that it has done so much. The commands of a page are counted, so it does none of them twice.
struct CommandQueue: Sendable {
    /// What the page has not been told yet.
    private(set) var waiting: [PageCommand] = []
    /// What it was told and may not know, the oldest first.
    private var told: [PageCommand] = []
    /// How many it has been told of so far.
    private var count: UInt64 = 0
    private var tellsAgain = false

    /// What one patch tells.
    struct Portion: Sendable {
        var commands: [PageCommand] = []
        /// How many commands the page has been told of with these.
        var count: UInt64 = 0
        /// How many of them it was not told of before.
        fileprivate var new = 0
    }

    /// The most commands that are told again: those that a page does not know after so many more are of no use.
    private static let limit = 64

    /// A queue that begins with these.
    init(_ waiting: [PageCommand] = []) { self.waiting = waiting }

    mutating func add(_ command: PageCommand) { waiting.add(command) }

    /// Whether the page may not know yet that it has gone to another address.
    var mayLackNavigation: Bool { waiting.contains(where: \.isNavigation) || told.contains(where: \.isNavigation) }

    /// A request of the page says what has come.
    ///
    /// - Parameters:
    ///   - obeyed: how many commands the page has carried out; nil where it does not say.
    ///   - isAnswerLost: whether the page asks for the same again, since no answer came.
    mutating func note(obeyed: UInt64?, isAnswerLost: Bool) {
        if let obeyed {
            // A page that this process does not know yet has been told of some by another one.
            if told.isEmpty { count = max(count, obeyed) }
            told.removeFirst(told.count - min(told.count, Int(clamping: count - min(count, obeyed))))
        } else if !isAnswerLost {
            told = []
        }
        tellsAgain = !told.isEmpty
    }

    /// Takes out what is to be told now.
    ///
    /// - Parameter isForNow: whether a command that waits is; the others wait on.
    mutating func take(where isForNow: (PageCommand) -> Bool) -> Portion {
        let new = waiting.filter(isForNow)
        waiting.removeAll(where: isForNow)
        let commands = (tellsAgain ? told : []) + new
        tellsAgain = false
        told += new
        if told.count > Self.limit { told.removeFirst(told.count - Self.limit) }
        count &+= UInt64(new.count)
        return Portion(commands: commands, count: count, new: new.count)
    }

    /// Puts back what could not be told.
    mutating func giveBack(_ portion: Portion) {
        waiting = portion.commands.suffix(portion.new) + waiting
        told.removeLast(min(told.count, portion.new))
        count &-= UInt64(portion.new)
        tellsAgain = !told.isEmpty && portion.commands.count > portion.new
    }
}
