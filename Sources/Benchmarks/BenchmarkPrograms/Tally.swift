import Elmwood

/// A model that all visitors share: how often they have added one, and how many watch.
package struct Tally: SharedProgram {
    package struct Model: Codable, Equatable, Sendable {
        var count = 0
        var watching = 0
        /// How often it was told who watches.
        var tellings = 0
    }

    package enum Message: Codable, Equatable, Sendable { case add, present(Watchers) }

    /// Creates the program.
    package init() {}

    package func start(_ key: String) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        switch message {
        case .add: model.count &+= 1
        case .present(let watchers):
            model.watching = watchers.all.count
            model.tellings &+= 1
        }
        return .none
    }

    package func subscriptions(_ model: Model) -> [Subscription<Self>] { [.watchers(Message.present)] }
}

/// A page that shows the tally, and a number of its own. With a name in its address, it watches.
package struct TallyPage: Program {
    package struct Model: Codable, Equatable, Sendable { var notes = 0 }

    package enum Message: Codable, Equatable, Sendable { case add, note }

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.notes &+= 1
        return message == .add ? .send(.add, to: Tally.self, "all") : .none
    }

    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let tally = try page.read(Tally.self, "all", as: page.query["as"])
        return Document("Tally") {
            h1 { "Tally" }
            for number in [tally.count, tally.watching, tally.tellings, model.notes] { output { "\(number)" } }
            button("Add", .add)
            button("Note", .note)
        }
    }
}
