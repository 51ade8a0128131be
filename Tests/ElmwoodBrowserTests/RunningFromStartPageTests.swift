import Elmwood
import ElmwoodTestSupport
import Testing

/// A program whose clock runs from the start, in a browser with script, without an action of the visitor.
@Suite struct RunningFromStartPageTests {
    private struct Ticker: Program {
        struct Model: Codable, Equatable, Sendable {
            var number = 0
            var ticks = 0
        }

        enum Message: Codable, Equatable, Sendable {
            case tick
        }

        func start(_ visit: Visit) -> Start<Self> { Start(Model(number: Int.random(in: 1...Int.max))) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            model.ticks += 1
            return .none
        }

        func subscriptions(_ model: Model) -> [Subscription<Self>] { [.every(.milliseconds(50), .tick)] }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Ticker") {
                output(.id("number")) { "\(model.number)" }
                output(.id("ticks")) { "\(model.ticks)" }
            }
        }
    }

    @Test func `With script, a clock that runs from the start ticks for a visitor who has not acted`() async throws {
        try await withSite(Ticker(), script: .on) { browser, _ in
            try await browser.wait(until: "it has ticked") { try Int($0.text("#ticks")) ?? 0 > 5 }
        }
    }

    @Test func `With script, tabs that are opened at the same time share one session`() async throws {
        try await withSite(Ticker(), script: .on) { browser, site in
            // Starting from a page without a program, and without a cookie.
            try await browser.open("http://127.0.0.1:\(site.port)/elmwood/none")
            try await browser.deleteCookies()
            _ = try await browser.evaluate("for (let i = 0; i < 4; i++) window.open('\(site.address())', '_blank')")
            try await browser.wait(until: "all are there") { try $0.tabs.count == 5 }
            var numbers: Set<String> = []
            for tab in try await browser.tabs.dropFirst() {
                try await browser.switchTab(to: tab)
                try await browser.wait(until: "it has ticked") { try Int($0.text("#ticks")) ?? 0 > 5 }
                numbers.insert(try await browser.text("#number"))
            }
            #expect(numbers.count == 1)
        }
    }
}
