import ElmwoodTesting
import Testing

/// The fifth seed: a view of buttons and a label, with the text field that the original could not have, since each step rendered
/// everything again.
private struct DayThirtySeven: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
    }

    enum Message: Codable, Equatable, Sendable {
        case increment, decrement
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .increment: model.count += 1
        case .decrement: model.count -= 1
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Day 37") {
            button("Decrement", .decrement)
            output { "Count: \(model.count)" }
            button("Increment", .increment)
            input(.id("note"), .name("note"), .ariaLabel("Note"), .onKeyDown(.arrowUp, .increment))
        }
    }
}

/// Seed 004: buttons and a label, and a text field that retains its text and its focus.
@Suite(.serialized)
struct Seed004Tests {
    @Test(arguments: Script.allCases)
    func `The buttons count`(script: Script) {
        let test = ProgramTest(DayThirtySeven(), script: script)
        test.expectNoCommands()
        test.expect(.button, texts: "Decrement", "Increment")
        test.expect(.output, "Count: 0")
        test.click("Increment")
        test.expectModel { $0.count = 1 }
        test.expect(.output, "Count: 1")
        test.click("Decrement")
        test.expectModel { $0.count = 0 }
        test.click("Decrement")
        test.expectModel { $0.count = -1 }
        test.expect(.output, "Count: -1")
    }

    @Test(arguments: TestTransport.allCases)
    func `The text field retains its text and the focus while the view changes`(transport: TestTransport) {
        let test = ProgramTest(DayThirtySeven(), in: transport)
        test.fill("Note", "half a senten")
        test.press(.arrowUp, in: "Note")
        test.expectModel { $0.count = 1 }
        test.expectField("Note", "half a senten")
        // The key goes to the focused element, which is still the field.
        test.press(.arrowUp)
        test.expectModel { $0.count = 2 }
        test.click("Increment")
        test.expectModel { $0.count = 3 }
        test.expectField("Note", "half a senten")
        test.expect(.output, "Count: 3")
    }
}
