import ElmwoodTesting
import Testing

/// The third seed: a counter with random numbers and a text field, whose elements have keys.
private struct CounterWithField: Program {
    struct Model: Codable, Equatable, Sendable {
        var counter = 0
    }

    enum Message: Codable, Equatable, Sendable {
        case increment, decrement, randomize, reset
        case setCounter(to: Int)
    }

    enum Key: String {
        case counter, increment, decrement, randomize, counterField
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .increment: model.counter += 1
        case .decrement: model.counter -= 1
        case .randomize: return .random(in: 0...10, Message.setCounter)
        case .setCounter(let counter): model.counter = counter
        case .reset: model.counter = 0
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Counter") {
            output(.key(Key.counter.rawValue), .id(Key.counter.rawValue)) { "\(model.counter)" }
            input(
                .key(Key.counterField.rawValue),
                .name("counter"),
                .ariaLabel("Counter"),
                .value(model.counter),
                .onChange { (text: String) in Message.setCounter(to: Int(text) ?? 0) }
            )
            button("Increment", .increment, .key(Key.increment.rawValue))
            button("Decrement", .decrement, .key(Key.decrement.rawValue))
            button("Randomize", .randomize, .key(Key.randomize.rawValue))
        }
    }
}

/// Seed 002: a counter with random numbers, and a text field that shows it and sets it.
@Suite struct Seed002Tests {
    @Test(arguments: Script.allCases)
    func `The program starts with its model, and without a command`(script: Script) {
        let test = ProgramTest(CounterWithField(), script: script)
        test.expectNoCommands()
        test.expect("#counter", "0")
        test.expectField("Counter", "0")
        test.expect(.button, texts: "Increment", "Decrement", "Randomize")
    }

    @Test(arguments: Script.allCases)
    func `A message that no button sends resets the counter`(script: Script) {
        let test = ProgramTest(CounterWithField(), model: .init(counter: 7), script: script)
        test.expectNotOffered(.reset)
        test.send(.reset)
        test.expectModel { $0.counter = 0 }
        test.expectField("Counter", "0")
    }

    @Test(arguments: Script.allCases)
    func `The buttons count`(script: Script) {
        let test = ProgramTest(CounterWithField(), script: script)
        test.expectOffers(.increment, .decrement, .randomize)
        test.click("Increment")
        test.expectModel { $0.counter = 1 }
        test.click("Decrement")
        test.expectModel { $0.counter = 0 }
        test.expect("#counter", "0")
    }

    @Test(arguments: Script.allCases)
    func `Randomize sets the counter to the test's number`(script: Script) {
        let test = ProgramTest(CounterWithField(), script: script)
        test.random(returns: 7, 10)
        test.click("Randomize")
        test.expectCommand(.random(in: 0...10, CounterWithField.Message.setCounter))
        test.expectModel { $0.counter = 7 }
        test.expect("#counter", "7")
        test.expectField("Counter", "7")
        test.click("Randomize")
        test.expectCommand(.random(in: 0...10, CounterWithField.Message.setCounter))
        test.expectModel { $0.counter = 10 }
    }

    @Test(
        arguments: ["many", "", "1.5"],
        Script.allCases
    )
    func `The field sets the counter, and invalid input sets it to zero`(noNumber: String, script: Script) {
        let test = ProgramTest(CounterWithField(), script: script)
        test.fill("Counter", "42")
        test.expectModel { $0.counter = 42 }
        test.expect("#counter", "42")
        test.click("Increment")
        test.expectModel { $0.counter = 43 }
        test.expectField("Counter", "43")
        test.fill("Counter", noNumber)
        test.expectModel { $0.counter = 0 }
        test.expectField("Counter", "0")
    }

    @Test(arguments: Script.allCases)
    func `A changed field is applied before the next click`(script: Script) {
        let test = ProgramTest(CounterWithField(), script: script, .loosely)
        test.fill("Counter", "9")
        test.click("Increment")
        test.expect("#counter", "10")
    }

    @Test(arguments: Script.allCases)
    func `Two pages show one counter`(script: Script) {
        let test = ProgramTest(CounterWithField(), script: script)
        let other = test.openPage()
        test.click("Increment")
        test.expectModel { $0.counter = 1 }
        other.expect("#counter", "1")
        other.fill("Counter", "5")
        other.expectModel { $0.counter = 5 }
        test.expect("#counter", "5")
        test.expectField("Counter", "5")
    }
}
