import Elmwood

/// The README's counter.
package struct Counter: Program {
    /// The number that is shown.
    package struct Model: Codable, Equatable, Sendable {
        var count = 0
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case increment, decrement
        case set(to: Int)
    }

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        // A count at the end of the range wraps around: no visitor can make the addition trap.
        case .increment: model.count &+= 1
        case .decrement: model.count &-= 1
        case .set(let count): model.count = count
        }
        return .none
    }

    package func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Counter") {
            h1 { "Counter" }
            button("−", .decrement)
            output { "\(model.count)" }
            button("+", .increment)
            input(.name("count"), .type(.number), .value(model.count), .onChange(Message.set))
        }
    }
}
