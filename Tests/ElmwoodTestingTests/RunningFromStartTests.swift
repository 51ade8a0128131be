import ElmwoodTesting
import Testing

/// A program whose clock runs from the start, without an action of the visitor.
struct Ticker: Program {
    struct Model: Codable, Equatable, Sendable { var ticks = 0 }
    enum Message: Codable, Equatable, Sendable { case tick }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.ticks += 1
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.every(.seconds(1), .tick)] }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Ticker") { output { "\(model.ticks)" } }
    }
}

/// Subscriptions that run from the start, for a visitor who has not acted.
@Suite struct RunningFromStartTests {
    @Test(arguments: [TestTransport.process, .http])
    func `A clock that runs from the start ticks for a visitor who has not acted`(transport: TestTransport) {
        let test = ProgramTest(Ticker(), in: transport)
        test.expect(.output, "0")
        test.advance(by: .seconds(3))
        for _ in 1...3 { test.expectMessage(.tick) }
        test.expectModel { $0.ticks = 3 }
        test.expect(.output, "3")
    }

    @Test(arguments: [TestTransport.process, .http])
    func `Two pages of a visitor share one session`(transport: TestTransport) {
        let test = ProgramTest(Ticker(), in: transport)
        let other = test.openPage("/")
        test.advance(by: .seconds(1))
        test.expectMessage(.tick)
        test.expectModel { $0.ticks = 1 }
        test.expect(.output, "1")
        other.expect(.output, "1")
    }
}
