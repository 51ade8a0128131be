import ElmwoodTesting
import Testing

/// A stopwatch that runs from the start on: nobody has to do anything for it.
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

/// What a program subscribes to from the start on runs for who only looks.
@Suite struct RunningFromStartTests {
    @Test(arguments: [TestTransport.process, .http])
    func `A clock that runs from the start on ticks for who only looks`(transport: TestTransport) {
        let test = ProgramTest(Ticker(), in: transport)
        test.expect(.output, "0")
        test.advance(by: .seconds(3))
        for _ in 1...3 { test.expectMessage(.tick) }
        test.expectModel { $0.ticks = 3 }
        test.expect(.output, "3")
    }

    @Test(arguments: [TestTransport.process, .http])
    func `Two pages that a visitor opens show one session`(transport: TestTransport) {
        let test = ProgramTest(Ticker(), in: transport)
        let other = test.openPage("/")
        test.advance(by: .seconds(1))
        test.expectMessage(.tick)
        test.expectModel { $0.ticks = 1 }
        test.expect(.output, "1")
        other.expect(.output, "1")
    }
}
