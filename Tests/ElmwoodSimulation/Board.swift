import ElmwoodArchitecture
import ElmwoodStorage

/// A model that all visitors share: it records the numbers that they have written, in the order of their arrival.
struct Board: SharedProgram {
    struct Model: Codable, Equatable, Sendable {
        var numbers: [Int] = []
        /// Who watches, as it was told.
        var watchers: Set<Watcher> = []
    }

    enum Message: Codable, Equatable, Sendable { case add(Int), present(Watchers) }

    /// Called in the middle of each turn, to run what other threads do at that time.
    let meanwhile: @Sendable () -> Void

    /// The number of boards.
    static let count = 2

    func start(_ key: Int) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message, from sender: Sender) throws -> Command<Self> {
        meanwhile()
        switch message {
        case .add(let number):
            if Self.isRefused(number) { throw Problem("not this one") }
            model.numbers.append(number)
        case .present(let watchers):
            model.watchers.formUnion(watchers.came)
            model.watchers.subtract(watchers.went)
            // What has come and gone beside the whole leads to the whole.
            if model.watchers != Set(watchers.all) { model.watchers = [Watcher(id: "", name: "not the whole")] }
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.watchers(Message.present)] }

    /// The board that pages watch.
    static let watched = SharedAddress(Board.self, 0)

    /// Whether the update refuses a number.
    static func isRefused(_ number: Int) -> Bool { number % 11 == 4 }

    /// Whether the sender of a number asks what came of it.
    static func isAsked(_ number: Int) -> Bool { number % 3 == 0 }
}

/// What the boards have, and what was sent to them.
struct SharedTruth {
    private var boards: [String: [Int]] = [:]
    /// Who watches each of them, as it was told.
    private(set) var watchers: [String: Set<Watcher>] = [:]
    /// How often each number was sent: more than once if a newcomer's first event has begun two sessions.
    private var sent: [Int: Int] = [:]
    /// The numbers that ended sessions have sent. If the store reports a failure although it has stored them, they are sent again.
    private var sentAfterEnd: Set<Int> = []
    /// The page on which each number was written.
    var page: (Int) -> Int? = { _ in nil }

    /// By number: the first entry of the session that has sent it.
    private var senders: [Int: Int] = [:]

    /// A session was stored that has sent a number.
    ///
    /// - Parameter sender: the session's first entry.
    mutating func send(_ number: Int, by sender: Int?) {
        sent[number, default: 0] += 1
        senders[number] = sender
    }

    func isSentTwice(_ number: Int) -> Bool { sent[number, default: 0] > 1 }

    /// Messages were stored whose sender has ended.
    mutating func send(_ messages: [StoredMessage]) {
        for message in messages {
            guard let delivered = try? JSON.decode(Delivered<Board.Message>.self, from: message.content),
                case .add(let number) = delivered.message
            else { continue }
            sent[number, default: 0] += 1
            sentAfterEnd.insert(number)
        }
    }

    /// A board was stored. Returns what is wrong with it.
    mutating func save(_ key: SessionKey, _ session: StoredSession) -> String? {
        guard let model = try? JSON.decode(Board.Model.self, from: session.model) else {
            return "a board was stored that cannot be read"
        }
        let numbers = model.numbers
        watchers[key.path] = model.watchers
        let former = boards[key.path] ?? []
        boards[key.path] = numbers
        guard numbers.starts(with: former) else { return "a board has lost \(former), and has \(numbers)" }
        for (index, number) in numbers.enumerated().dropFirst(former.count) {
            let count = numbers.prefix(index + 1).count { $0 == number }
            guard count <= sent[number, default: 0] || sentAfterEnd.contains(number) else {
                return "\(number) is on a board \(count) times, and was sent \(sent[number, default: 0]) times"
            }
            guard !Board.isRefused(number) else { return "\(number) is on a board that has refused it" }
            let page = page(number)
            // A newcomer's page may have had two sessions, one after the other.
            let later = numbers.prefix(index).last {
                self.page($0) == page && sent[$0] == 1 && senders[$0] == senders[number]
            }
            guard let later, sent[number] == 1, later > number else { continue }
            return "\(later) and \(number) were sent by one page, and arrive in the wrong order"
        }
        return nil
    }

    /// Returns a number that was sent and has not arrived; nil if there is none.
    var lost: Int? {
        var arrived: [Int: Int] = [:]
        for number in boards.values.joined() { arrived[number, default: 0] += 1 }
        return sent.keys.sorted().first { number in
            !Board.isRefused(number) && arrived[number, default: 0] < sent[number, default: 0]
        }
    }
}
