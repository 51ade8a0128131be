import Elmwood
import ElmwoodTesting
import Synchronization
import Testing

/// Durable effects in tests.
@Suite struct PerformedAgainTests {
    /// Charges once, however often it is called.
    private final class Payments: Sendable {
        private let keys = Mutex<[String]>([])

        var charges: [String] { keys.withLock { $0 } }

        func charge(_ key: String) { keys.withLock { $0.append(key) } }
    }

    private struct Till: Program {
        struct Model: Codable, Equatable, Sendable { var paid = 0 }
        enum Message: Codable, Equatable, Sendable { case pay, paid, ask }
        enum Effect: Codable, Equatable, Sendable { case charge, ask }

        let payments: Payments

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .pay: return .effect(.charge, durable: true)
            case .ask: return .effect(.ask)
            case .paid: model.paid += 1
            }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Till") {
                button("Pay", .pay)
                button("Ask", .ask)
            }
        }

        func perform(_ effect: Effect, send: Send<Message>) async throws {
            guard effect == .charge else { return }
            if !send.attempt.isRepeat { payments.charge(send.attempt.id) }
            send(.paid)
        }
    }

    @Test(arguments: [false, true])
    func `A durable effect is performed, or performed again as a repeated attempt`(isAgain: Bool) {
        let payments = Payments()
        let test = ProgramTest(Till(payments: payments))
        test.click("Pay")
        test.expectCommand(.effect(.charge, durable: true))
        test.perform(.charge, again: isAgain)
        test.expectMessage(.paid)
        test.expectModel { $0.paid = 1 }
        #expect(payments.charges.count == (isAgain ? 0 : 1))
    }

    @Test func `An effect that is not durable cannot be performed again, and is another command`() {
        let sentences = said {
            let test = ProgramTest(Till(payments: Payments()), line: 1)
            test.click("Ask", line: 2)
            test.expectCommand(.effect(.ask, durable: true), line: 3)
            test.perform(.ask, again: true, line: 4)
            test.resolve(.ask, line: 5)
        }
        #expect(
            sentences == [
                """
                3: The program did not ask for .effect(.ask, durable: true).
                It asked for:
                  .effect(.ask)
                """,
                "4: The effect .ask is not durable, so no process carries it out again.",
            ]
        )
    }
}
