import Elmwood

/// A program that fails on demand, with a page for one of its errors.
struct Failing: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var isBroken = false
    }

    enum Message: Codable, Equatable, Sendable { case add, overdraw, fail, breakView, type(String), forged }

    struct Overdrawn: Error { let secret = "account 4711" }
    struct Broken: Error { let secret = "key 0815" }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .add: model.count += 1
        case .overdraw:
            model.count = 1_000
            throw Overdrawn()
        case .fail:
            model.count = 2_000
            throw Broken()
        case .breakView: model.isBroken = true
        case .type, .forged: break
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        if model.isBroken { throw Overdrawn() }
        return Document("Account") {
            h1 { "Account" }
            output(.id("count")) { "\(model.count)" }
            button("Add", .add, .id("add"))
            button("Overdraw", .overdraw, .id("overdraw"))
            button("Fail", .fail, .id("fail"))
            button("Break", .breakView, .id("break"))
            input(.id("own"), .ariaLabel("Own"))
        }
    }

    func view(_ error: any Error, on page: Page) -> Document<Message>? {
        guard error is Overdrawn else { return nil }
        return Document("Overdrawn") {
            h2(.id("overdrawn")) { "Your account is overdrawn" }
            button("Forged", .forged, .id("forged"))
        }
    }
}
