import Elmwood

/// A visitor's page of the poll. Open it in two windows: each shows the votes of both.
struct PollPage: Program {
    struct Model: Codable, Equatable, Sendable { var choice: Dish? }

    enum Message: Codable, Equatable, Sendable { case choose(Dish) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .choose(let dish):
            model.choice = dish
            return .send(.vote(dish), to: Poll.self, "lunch")
        }
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let votes = try page.read(Poll.self, "lunch").votes.values
        return layout("What is for lunch?", on: page) {
            for dish in Dish.allCases {
                let count = votes.count { $0 == dish }
                div(.class("choice")) {
                    button("\(dish.rawValue.capitalized): \(count)", .choose(dish), .ariaPressed(model.choice == dish))
                    meter(.value(count), .min(0), .max(max(votes.count, 1)), .ariaLabel("Votes for \(dish.rawValue)"))
                }
            }
            p(.class("hint")) { "Votes: \(votes.count). Yours can be changed." }
        }
    }
}
