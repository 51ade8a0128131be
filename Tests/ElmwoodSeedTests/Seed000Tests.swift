import ElmwoodTesting
import Testing

/// The first seed: a counter whose update returns commands, with page events as subscriptions.
private struct ButtonsSample: Program {
    struct Model: Codable, Equatable, Sendable {
        var value = 0
    }

    enum Message: Codable, Equatable, Sendable {
        case increment, decrement
        case save, load, loaded(Int?)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .increment: model.value += 1
        case .decrement: model.value -= 1
        case .save: return .save(model.value, as: "value")
        case .load: return .load("value", Message.loaded)
        case .loaded(let value): model.value = value ?? 0
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.pageVisible(.load), .pageHidden(.save)]
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Buttons") {
            button("-", .decrement)
            output { "\(model.value)" }
            button("+", .increment)
            button("save", .save)
            button("load", .load)
        }
    }
}

/// Seed 000: a counter that saves and loads, also when its page is hidden and shown.
@Suite struct Seed000Tests {
    @Test(arguments: Script.allCases)
    func `The view is a number and four buttons`(script: Script) {
        let test = ProgramTest(ButtonsSample(), model: .init(value: -3), script: script)
        test.expectNoCommands()
        test.expect(.output, texts: "-3")
        test.expect(.button, texts: "-", "+", "save", "load")
        test.expectOffers(.increment, .decrement, .save, .load)
        test.expectNotOffered(.loaded(3))
    }

    @Test(arguments: Script.allCases)
    func `The buttons count`(script: Script) {
        let test = ProgramTest(ButtonsSample(), script: script)
        test.click("+")
        test.expectModel { $0.value = 1 }
        test.click("+")
        test.expectModel { $0.value = 2 }
        test.click("-")
        test.expectModel { $0.value = 1 }
        test.expect(.output, "1")
    }

    @Test(arguments: Script.allCases)
    func `A saved value can be loaded`(script: Script) {
        let test = ProgramTest(ButtonsSample(), model: .init(value: 3), script: script)
        test.click("save")
        test.expectCommand(.save(3, as: "value"))
        #expect(test.storage.load("value") == 3)
        test.click("+")
        test.expectModel { $0.value = 4 }
        test.click("load")
        test.expectCommand(.load("value", ButtonsSample.Message.loaded))
        test.expectMessage(.loaded(3))
        test.expectModel { $0.value = 3 }
        test.expect(.output, "3")
    }

    @Test(arguments: Script.allCases)
    func `A saved value is available to a later session`(script: Script) {
        let test = ProgramTest(ButtonsSample(), script: script, stored: ["value": 5])
        test.expect(.output, "0")
        test.click("load")
        test.expectMessage(.loaded(5))
        test.expectCommand(.load("value", ButtonsSample.Message.loaded))
        test.expectModel { $0.value = 5 }
    }

    @Test(arguments: Script.allCases)
    func `If nothing was saved, loading sets zero`(script: Script) {
        let test = ProgramTest(ButtonsSample(), script: script)
        test.click("+")
        test.expectModel { $0.value = 1 }
        test.click("load")
        test.expectCommand(.load("value", ButtonsSample.Message.loaded))
        test.expectMessage(.loaded(nil))
        test.expectModel { $0.value = 0 }
    }

    @Test func `The value is saved when its page is hidden, and loaded when it becomes visible`() {
        let test = ProgramTest(ButtonsSample(), stored: ["value": 7])
        test.expectSubscriptions(.pageVisible(.load), .pageHidden(.save))
        test.showPage()
        test.expectCommand(.load("value", ButtonsSample.Message.loaded))
        test.expectMessage(.loaded(7))
        test.expectModel { $0.value = 7 }
        test.click("-")
        test.expectModel { $0.value = 6 }
        test.hidePage()
        test.expectCommand(.save(6, as: "value"))
        #expect(test.storage.load("value") == 6)
    }
}
