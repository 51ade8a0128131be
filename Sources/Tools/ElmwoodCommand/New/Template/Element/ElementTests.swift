import Elmwood
import ElmwoodTesting
import Testing

@testable import Shop

/// The element `x-example`, with its script and without.
struct XExampleTests {
    /// A page with the element alone.
    private struct Alone: Program {
        struct Model: Codable, Equatable, Sendable { var value = 50 }

        enum Message: Codable, Equatable, Sendable { case changed(XExampleChange) }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .changed(let change): model.value = change.value
            }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Alone") {
                main {
                    h1 { "Alone" }
                    xExample(model.value, onChange: Message.changed)
                }
            }
        }
    }

    @Test func `Its event changes the model, and the model its attribute`() {
        let test = ProgramTest(Alone())
        test.dispatch("x-example", XExampleChange(value: 7))
        test.expectModel { $0.value = 7 }
        test.expect("x-example[value='7']", count: 1)
        test.expectAccessible()
    }

    @Test func `Without script its form does the same`() {
        let test = ProgramTest(Alone(), script: .off)
        test.fill("Value", "7")
        test.submit()
        test.expectModel { $0.value = 7 }
    }
}
