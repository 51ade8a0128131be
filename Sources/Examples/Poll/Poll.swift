import Elmwood
import ElmwoodSVG

/// What one can vote for.
package enum Dish: String, CaseIterable, Codable, Sendable { case soup, salad, pasta }

/// The votes of all visitors: one of each.
package struct Poll: SharedProgram {
    package struct Model: Codable, Equatable, Sendable { var votes: [String: Dish] = [:] }
    package enum Message: Codable, Equatable, Sendable { case vote(Dish) }

    package init() {}

    package func start(_ key: String) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        if case .vote(let dish) = message { model.votes[sender.id] = dish }
        return .none
    }
}

/// A visitor's page of the poll.
package struct PollPage: App {
    package struct Model: Codable, Equatable, Sendable { var choice: Dish? }
    package enum Message: Codable, Equatable, Sendable { case chose(Dish) }

    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .chose(let dish):
            model.choice = dish
            return .send(.vote(dish), to: Poll.self, "lunch")
        }
    }

    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let votes = try page.read(Poll.self, "lunch").votes.values
        return Document("Poll") {
            link(.rel("stylesheet"), .href(page.asset("style.css")))
            link(.rel("icon"), .href("/favicon.svg"))
        } body: {
            main(.class("poll")) {
                nav { a(.href("/")) { "Examples" } }
                h1 { "What is for lunch?" }
                for dish in Dish.allCases {
                    let count = votes.count { $0 == dish }
                    button("\(dish.rawValue.capitalized): \(count)", .chose(dish), .ariaPressed(model.choice == dish))
                    svg(.viewBox("0 0 100 4"), .ariaHidden(true)) {
                        rect(.width(votes.isEmpty ? 0 : 100 * count / votes.count), .height(4), .rx(1))
                    }
                }
                p(.class("note")) { "\(votes.count) have voted. A vote can be changed." }
            }
        }
    }
}
