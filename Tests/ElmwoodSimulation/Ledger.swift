import ElmwoodArchitecture
import Synchronization
import ElmwoodViewTree

/// The simulated program. Its model records everything that was ever done to it, in order, so each model shows what was lost,
/// duplicated or reordered.
struct Ledger: Program {
    struct Model: Codable, Hashable, Sendable {
        /// All actions and their results; see ``Entry``. It only grows.
        var entries: [Int] = []
        /// How many messages have had their turn.
        var turns = 0
        /// How many more ticks of its clock are wanted.
        var ticks = 0
    }

    enum Message: Codable, Equatable, Sendable {
        /// An entry that a visitor has written. Its number is never used again.
        case wrote(Int)
        // The messages that a page offers as long as it is the latest one. The number is the count of the model's entries.
        case charge(Int), remind(Int), look(Int), watch(Int), tell(Int), focus(Int), renew(Int), end(Int)
        case announce(Int)
        // The results of those.
        case charged(Int), reminded(Int), looked(Int), failed(Int)
        case tick, heard(Int), opened, closed
        /// What came of a number that was sent to a board.
        case answered(Int, SendOutcome)
    }

    enum Effect: Codable, Equatable, Sendable {
        /// A durable effect: it has to be performed at least once.
        case charge(Int)
        case look(Int)
    }

    /// The fields of the form.
    struct Writing: Decodable, Sendable { var number: Int }

    /// The error of an update that throws.
    struct Unlucky: Error {}

    /// Whether it sends what visitors write to a board.
    let shares: Bool
    /// Whether it subscribes to the topic, and to the events of its pages.
    let listens: Bool
    /// What its view reads, from which source, and of how many rows.
    let plan: ReadingPlan
    let source: DatabaseConnection
    let rows: Int
    let views: ViewNotes
    /// Called in the middle of each turn, to run what other threads do at that time.
    let meanwhile: @Sendable () -> Void

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        meanwhile()
        model.turns += 1
        guard let entry = Entry(message) else {
            guard message == .tick else { return .none }
            // Its clock has ended by then.
            if model.ticks == 0 { model.entries.append(Entry(.late, model.turns).code) }
            model.ticks = max(0, model.ticks - 1)
            return .none
        }
        // A durable effect finishes at least once, so its result may be repeated.
        if [.charged, .failed].contains(entry.kind), model.entries.contains(entry.code) { return .none }
        model.entries.append(entry.code)
        switch message {
        case .wrote(let number) where Entry.isUnlucky(number): throw Unlucky()
        case .wrote(let number):
            let notice: Command<Self> = Entry.isTold(number) ? .notice(Entry(.wrote, number).notice) : .none
            return shares ? .batch(share(number), notice) : notice
        case .reminded(let number): return .notice(Entry(.reminded, number).notice)
        case .charge(let number): return .effect(.charge(number), durable: true)
        case .look(let number): return .effect(.look(number))
        case .remind(let number): return .after(.milliseconds(300 + number % 9 * 900), .reminded(number))
        case .watch: model.ticks += 3
        case .tell(let number): return .broadcast("news", number)
        case .announce: return .batch((0..<rows).map { .changed(RowRead.topic($0)) })
        // The effect has changed a row, and may have told of it itself.
        case .looked(let number) where rows > 0 && number % 3 == 1: return .changed(RowRead.topic(number % rows))
        case .looked(let number) where rows > 0 && number % 3 == 2:
            return .broadcast(RowRead.topic(number % rows), number)
        case .focus(let number): return .focus("entry-\(number)")
        case .renew: return .renewSession
        case .end: return .endSession
        default: break
        }
        return .none
    }

    private func share(_ number: Int) -> Command<Self> {
        guard Board.isAsked(number) else { return .send(.add(number), to: Board.self, number % Board.count) }
        return .send(.add(number), to: Board.self, number % Board.count, answered: { .answered(number, $0) })
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        var subscriptions: [Subscription<Self>] = model.ticks > 0 ? [.every(.milliseconds(700), .tick)] : []
        if listens { subscriptions += [.topic("news", Message.heard), .pageOpened(.opened), .pageClosed(.closed)] }
        return subscriptions
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let rows = try readRows(of: model, on: page)
        let shown = Shown(model, plan, rows ?? [:], notices: page.notices)
        if rows != nil { views.note(shown) }
        if shares, page.isLive { noteThatViewUses(SharedWatch(Board.watched, as: "page")) }
        let count = model.entries.count
        return Document("Ledger") {
            output { "\(model.turns) \(count) \(model.entries.digest)" }
            for notice in shown.notices { p(.role(.status)) { notice } }
            for (read, row) in shown.inOrder { p { "\(read.row) \(read.isTold) \(row)" } }
            form("writing", .onSubmit { (writing: Writing) in .wrote(writing.number) }) {
                input(.name("number"), .type(.number), .required)
            }
            button("Charge", .charge(count))
            button("Look", .look(count))
            button("Remind", .remind(count))
            button("Watch", .watch(count))
            button("Tell", .tell(count))
            button("Focus", .focus(count))
            button("Announce", .announce(count))
            button("Renew", .renew(count))
            button("End", .end(count))
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {}

    func failed(_ effect: Effect, _ error: any Error) -> Message? {
        switch effect {
        case .charge(let number): .failed(number)
        case .look: nil
        }
    }
}

extension Ledger.Model {
    /// Returns whether the model is a successor of the other one.
    func includes(_ former: Self) -> Bool { entries.starts(with: former.entries) && turns >= former.turns }
}

/// One entry of a ledger.
struct Entry: Hashable {
    enum Kind: Int, CaseIterable {
        case wrote = 1, charge, remind, look, watch, tell, focus, renew, end, announce
        case charged, reminded, looked, failed, answered
        /// A tick of a clock that the model wants no more.
        case late
    }

    var kind: Kind
    var number: Int

    private static let share = 10_000_000

    /// The entry as a number in a model.
    var code: Int { kind.rawValue * Self.share + number }

    init(_ kind: Kind, _ number: Int) { (self.kind, self.number) = (kind, number) }

    init?(code: Int) {
        guard let kind = Kind(rawValue: code / Self.share) else { return nil }
        self.init(kind, code % Self.share)
    }

    /// The entry that a message adds; nil if it adds none.
    init?(_ message: Ledger.Message) {
        switch message {
        case .wrote(let number): self.init(.wrote, number)
        case .charge(let number): self.init(.charge, number)
        case .remind(let number): self.init(.remind, number)
        case .look(let number): self.init(.look, number)
        case .watch(let number): self.init(.watch, number)
        case .tell(let number): self.init(.tell, number)
        case .focus(let number): self.init(.focus, number)
        case .announce(let number): self.init(.announce, number)
        case .renew(let number): self.init(.renew, number)
        case .end(let number): self.init(.end, number)
        case .charged(let number): self.init(.charged, number)
        case .reminded(let number): self.init(.reminded, number)
        case .looked(let number): self.init(.looked, number)
        case .failed(let number): self.init(.failed, number)
        case .answered(let number, _): self.init(.answered, number)
        case .tick, .heard, .opened, .closed: return nil
        }
    }

    /// What the visitor is told of the entry.
    var notice: String { "\(kind) \(number)" }

    /// Returns whether the visitor is told that this number was written.
    static func isTold(_ number: Int) -> Bool { number % 3 == 1 }

    /// Returns whether the update that adds this entry throws.
    static func isUnlucky(_ number: Int) -> Bool { number % 23 == 7 }
}

extension [Int] {
    /// A hash of the list that is the same in any process (FNV-1a).
    var digest: UInt64 { reduce(into: Digest()) { $0.combine(UInt64(bitPattern: Int64($1))) }.value }
}

/// What was rendered since the last check. The revisions are found by rendering it again.
final class ViewNotes: Sendable {
    private let views = Mutex<Set<Shown>>([])

    func note(_ shown: Shown) { views.withLock { _ = $0.insert(shown) } }

    func take() -> Set<Shown> {
        views.withLock { views in
            defer { views = [] }
            return views
        }
    }
}

/// A hash that is the same in any process (FNV-1a over words).
struct Digest {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ word: UInt64) {
        value = (value ^ word) &* 0x100_0000_01b3
        value ^= value >> 32
    }

    mutating func combine(_ text: some StringProtocol) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        combine(UInt64(text.utf8.count))
    }
}
