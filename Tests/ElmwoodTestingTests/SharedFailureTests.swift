import Elmwood
import ElmwoodTesting
import Testing

/// Failures in one visitor's session that another visitor's action causes.
@Suite struct SharedFailureTests {
    private struct Choir: Program {
        struct Model: Codable, Equatable, Sendable { var isDeaf = false }
        enum Message: Codable, Equatable, Sendable { case plug, sing, heard(String) }
        struct Deaf: Error, Equatable {}

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
            switch message {
            case .plug: model.isDeaf = true
            case .sing: return .broadcast("song", "la")
            case .heard: if model.isDeaf { throw Deaf() }
            }
            return .none
        }

        func subscriptions(_ model: Model) -> [Subscription<Self>] { [.topic("song", Message.heard)] }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Choir") {
                button("Plug", .plug)
                button("Sing", .sing)
            }
        }
    }

    @Test func `A failure is reported to the visitor in whose session it occurs`() {
        let visitors = Visitors(of: Choir())
        let anna = visitors.enter("Anna"), bob = visitors.enter("Bob")
        bob.click("Plug")
        bob.expectModel { $0.isDeaf = true }
        anna.click("Sing")
        anna.expectCommand(.broadcast("song", "la"))
        anna.expectMessage(.heard("la"))
        bob.expectFailure(Choir.Deaf())
    }
}
