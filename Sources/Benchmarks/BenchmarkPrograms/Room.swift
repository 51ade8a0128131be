import Elmwood

/// A page that is told what others say: each visitor's session listens to one topic.
package struct Room: Program {
    /// What is shown.
    package struct Model: Codable, Equatable, Sendable {
        /// The last that was said to all.
        var heard = 0
        /// How often the visitor has noted something for himself.
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
