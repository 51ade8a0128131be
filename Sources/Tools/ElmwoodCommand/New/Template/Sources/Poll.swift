import Elmwood

/// What one can vote for.
enum Dish: String, CaseIterable, Codable, Sendable { case soup, salad, pasta }

/// The votes of all visitors: one model that every page shows.
struct Poll: SharedProgram {
    struct Model: Codable, Equatable, Sendable { var votes: [String: Dish] = [:] }

    /// What pages send; visitors themselves cannot.
    enum Message: Codable, Equatable, Sendable { case vote(Dish) }

    func start(_ key: String) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        switch message {
        case .vote(let dish): model.votes[sender.id] = dish
        }
        return .none
    }
}
