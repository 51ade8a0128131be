import Elmwood

/// A page that receives other visitors' broadcasts: each session subscribes to one topic.
package struct Room: Program {
    /// The visitor's state.
    package struct Model: Codable, Equatable, Sendable {
        /// The last broadcast number.
        var heard = 0
        /// How often the visitor has added a note of their own.
        var notes = 0
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case tell, note
        case heard(Int)
    }

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .tell: return .broadcast("room", model.heard &+ 1)
        case .note: model.notes &+= 1
        case .heard(let count): model.heard = count
        }
        return .none
    }

    package func subscriptions(_ model: Model) -> [Subscription<Self>] { [.topic("room", Message.heard)] }

    package func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Room") {
            h1 { "Room" }
            output { "\(model.heard)" }
            output { "\(model.notes)" }
            button("Tell", .tell)
            button("Note", .note)
        }
    }
}
