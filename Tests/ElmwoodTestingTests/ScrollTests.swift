import Elmwood
import ElmwoodTesting
import Testing

/// Elements that are scrolled to.
@Suite struct ScrollTests {
    /// Rows, of which more come when their end is in view.
    private struct Rows: Program {
        struct Model: Codable, Equatable, Sendable { var count = 200 }
        enum Message: Codable, Equatable, Sendable { case more(after: Int), visible }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            if case .more(let count) = message { model.count = count + 50 }
            return .none
        }

        func subscriptions(_ model: Model) -> [Subscription<Self>] { [.pageVisible(.visible)] }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Rows") {
                ol { for row in 1...model.count { li(.key(row)) { "\(row)" } } }
                a(.class("more"), .href(page.link(to: "/more")), .onVisible(.more(after: model.count))) { "More" }
            }
        }
    }

    @Test(arguments: [TestTransport.process, .http, .browser])
    func `An element that is scrolled to sends its message, with script`(transport: TestTransport) {
        let test = ProgramTest(Rows(), in: transport)
        test.scroll(to: "a.more")
        test.expectModel { $0.count = 250 }
        test.scroll(to: "a.more")
        test.expectModel { $0.count = 300 }
        test.expect(.li, count: 300)
    }

    @Test func `Without script nothing happens`() {
        let test = ProgramTest(Rows(), script: .off)
        test.scroll(to: "a.more")
        test.expect(.li, count: 200)
    }
}
