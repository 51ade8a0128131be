import ElmwoodArchitecture
import Synchronization
import ElmwoodViewTree

/// The program that is simulated: its model says all that has ever been done to it, in order, so that whoever looks at a model
/// sees what was lost, doubled or put in another order.
struct Ledger: Program {
    struct Model: Codable, Hashable, Sendable {
        /// What was done and what came of it; see ``Entry``. It only ever grows.
        var entries: [Int] = []
        /// How many messages have had their turn.
        var turns = 0
        /// How many ticks of its clock are still wanted.
        var ticks = 0
    }

    enum Message: Codable, Equatable, Sendable {
        /// What a visitor has written: its number is never used again.
        case wrote(Int)
        // What a page offers for as long as it is the latest: the number is that of the model's entries.
        case charge(Int), remind(Int), look(Int), watch(Int), tell(Int), focus(Int), renew(Int), end(Int)
        // What came of that.
        case charged(Int), reminded(Int), looked(Int), failed(Int)
        case tick, heard(Int), opened, closed
    }

    enum Effect: Codable, Equatable, Sendable {
        /// Durable: to be carried out at least once.
        case charge(Int)
        case look(Int)
    }

    /// What a form sends.
    struct Writing: Decodable, Sendable { var number: Int }

    /// An update that throws.
    struct Unlucky: Error {}

    /// Whether it wants to be told of what others tell, and of its pages.
    let listens: Bool
    let views: ViewNotes
    /// Called in the midst of each turn: what other threads do meanwhile happens then.
    let meanwhile: @Sendable () -> Void

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        meanwhile()
        model.turns += 1
        guard let entry = Entry(message) else {
            if message == .tick { model.ticks = max(0, model.ticks - 1) }
            return .none
        }
        // A durable effect comes to its end at least once.
        if [.charged, .failed].contains(entry.kind), model.entries.contains(entry.code) { return .none }
        model.entries.append(entry.code)
        switch message {
        case .wrote(let number) where Entry.isUnlucky(number): throw Unlucky()
        case .charge(let number): return .effect(.charge(number), durable: true)
        case .look(let number): return .effect(.look(number))
        case .remind(let number): return .after(.milliseconds(300 + number % 9 * 900), .reminded(number))
        case .watch: model.ticks += 3
        case .tell(let number): return .broadcast("news", number)
        case .focus(let number): return .focus("entry-\(number)")
        case .renew: return .renewSession
        case .end: return .endSession
        default: break
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        var subscriptions: [Subscription<Self>] = model.ticks > 0 ? [.every(.milliseconds(700), .tick)] : []
        if listens { subscriptions += [.topic("news", Message.heard), .pageOpened(.opened), .pageClosed(.closed)] }
        return subscriptions
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        views.note(model)
        let count = model.entries.count
        return Document("Ledger") {
            output { "\(model.turns) \(count) \(model.entries.digest)" }
            form("writing", .onSubmit { (writing: Writing) in .wrote(writing.number) }) {
                input(.name("number"), .type(.number), .required)
            }
            button("Charge", .charge(count))
            button("Look", .look(count))
            button("Remind", .remind(count))
            button("Watch", .watch(count))
            button("Tell", .tell(count))
            button("Focus", .focus(count))
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
    /// Whether it has come of the other one.
    func includes(_ former: Self) -> Bool { entries.starts(with: former.entries) && turns >= former.turns }
}

/// One line of a ledger.
struct Entry: Hashable {
    enum Kind: Int, CaseIterable {
        case wrote = 1, charge, remind, look, watch, tell, focus, renew, end
        case charged, reminded, looked, failed
    }

    var kind: Kind
    var number: Int

    private static let share = 10_000_000

    /// As it stands in a model.
    var code: Int { kind.rawValue * Self.share + number }

    init(_ kind: Kind, _ number: Int) { (self.kind, self.number) = (kind, number) }

    init?(code: Int) {
        guard let kind = Kind(rawValue: code / Self.share) else { return nil }
        self.init(kind, code % Self.share)
    }

    /// What a message adds; nil where it adds nothing.
    init?(_ message: Ledger.Message) {
        switch message {
        case .wrote(let number): self.init(.wrote, number)
        case .charge(let number): self.init(.charge, number)
        case .remind(let number): self.init(.remind, number)
        case .look(let number): self.init(.look, number)
        case .watch(let number): self.init(.watch, number)
        case .tell(let number): self.init(.tell, number)
        case .focus(let number): self.init(.focus, number)
        case .renew(let number): self.init(.renew, number)
        case .end(let number): self.init(.end, number)
        case .charged(let number): self.init(.charged, number)
        case .reminded(let number): self.init(.reminded, number)
        case .looked(let number): self.init(.looked, number)
        case .failed(let number): self.init(.failed, number)
        case .tick, .heard, .opened, .closed: return nil
        }
    }

    /// Whether the update throws that writes it.
    static func isUnlucky(_ number: Int) -> Bool { number % 23 == 7 }
}

extension [Int] {
    /// The same for equal lists, in any process (FNV-1a).
    var digest: UInt64 { reduce(into: Digest()) { $0.combine(UInt64(bitPattern: Int64($1))) }.value }
}

/// The models that were shown since somebody asked: which revisions they have is found out by rendering them again.
final class ViewNotes: Sendable {
    private let models = Mutex<Set<Ledger.Model>>([])

    func note(_ model: Ledger.Model) { models.withLock { _ = $0.insert(model) } }

    func take() -> Set<Ledger.Model> {
        models.withLock { models in
            defer { models = [] }
            return models
        }
    }
}

/// A digest that is the same in any process (FNV-1a over words).
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
