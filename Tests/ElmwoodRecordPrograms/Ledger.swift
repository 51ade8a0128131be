import Elmwood

/// Records the numbers of all visitors, in the order in which they arrive.
struct Ledger: SharedProgram {
    struct Model: Codable, Equatable, Sendable {
        var numbers: [Int] = []
        /// The names of those who watch.
        var watchers: [String] = []
    }

    enum Message: Codable, Equatable, Sendable { case add(Int), present(Watchers) }

    func start(_ key: String) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        switch message {
        case .add(let number): model.numbers.append(number)
        case .present(let watchers): model.watchers = watchers.all.map(\.name)
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.watchers(Message.present)] }
}
