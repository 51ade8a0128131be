import Elmwood

/// A counter: the smallest program that has all that a program has.
struct Counter: Program {
    /// The state of one visitor's session.
    struct Model: Codable, Equatable, Sendable {
        var count = 0
    }

    /// What can happen. A visitor can send only what the view offers.
    enum Message: Codable, Equatable, Sendable {
        case increment, decrement
        case set(to: Int)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .increment: model.count += 1
        case .decrement: model.count -= 1
        case .set(let count): model.count = count
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        // The program receives all paths that no other one of the site has.
        guard page.path == "/" else { throw NotFound() }
        return layout("Counter", on: page) {
            div(.class("counter")) {
                button("−", .decrement)
                output { "\(model.count)" }
                button("+", .increment)
            }
            field("Set to", "count", on: page) { description in
                // The server checks the limits too. Without script the button sends the field.
                div(.class("row")) {
                    input(
                        .id("count"),
                        .name("count"),
                        .type(.number),
                        .min(-1_000_000),
                        .max(1_000_000),
                        .value(model.count),
                        .onChange(Message.set),
                        description
                    )
                    button(.form(PageForm.id)) { "Set" }
                }
            }
        }
    }
}
