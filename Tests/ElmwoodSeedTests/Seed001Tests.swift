import ElmwoodTesting
import ElmwoodTestSupport
import Testing
import XCTest

/// The second seed: a module with flags, whose start, update and view may fail, and which requests work from outside.
private struct CounterModule: Program {
    struct Model: Codable, Equatable, Sendable {
        var count: Int
    }

    enum Message: Codable, Equatable, Sendable {
        case increment, decrement
        case incrementTwice
        case log
    }

    enum Effect: Codable, Equatable, Sendable {
        case log(Int)
    }

    enum Failure: Error, Equatable {
        case tooLow, tooHigh, unlucky
    }

    /// The values that the module is started with.
    struct Flags: Sendable {
        var limits = -100...100
    }

    var flags = Flags()

    func start(_ visit: Visit) throws -> Start<Self> {
        guard flags.limits.contains(0) else { throw flags.limits.lowerBound > 0 ? Failure.tooLow : Failure.tooHigh }
        return Start(Model(count: 0))
    }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .increment: model.count += 1
        case .decrement: model.count -= 1
        case .incrementTwice: return .batch(.send(.increment), .send(.increment))
        case .log: return .effect(.log(model.count))
        }
        guard model.count >= flags.limits.lowerBound else { throw Failure.tooLow }
        guard model.count <= flags.limits.upperBound else { throw Failure.tooHigh }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard model.count != 13 else { throw Failure.unlucky }
        return Document("Counter") {
            button("-", .decrement)
            output { "\(model.count)" }
            button("+", .increment)
            button("++", .incrementTwice)
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {}
}

/// The seed's own tests, in XCTest as in the original.
final class CounterModuleModelTests: XCTestCase {
    private func makeTest(flags: CounterModule.Flags) -> ProgramTest<CounterModule> {
        ProgramTest(CounterModule(flags: flags))
    }

    private func makeTest(model: CounterModule.Model) -> ProgramTest<CounterModule> {
        ProgramTest(CounterModule(), model: model)
    }

    func testDefault() {
        let test = makeTest(flags: .init())
        let model = test.expectModel()
        XCTAssertEqual(model?.count, 0)
    }

    func testIncrement() {
        do {
            let test = makeTest(model: .init(count: 1))
            let model = test.expectModel(for: .increment)
            XCTAssertEqual(model?.count, 2)
        }
        do {
            let test = makeTest(model: .init(count: 2))
            let model = test.expectModel(for: .increment)
            XCTAssertEqual(model?.count, 3)
        }
    }

    func testDecrement() {
        do {
            let test = makeTest(model: .init(count: -1))
            let model = test.expectModel(for: .decrement)
            XCTAssertEqual(model?.count, -2)
        }
        do {
            let test = makeTest(model: .init(count: -2))
            let model = test.expectModel(for: .decrement)
            XCTAssertEqual(model?.count, -3)
        }
    }

    func testView() {
        do {
            let test = makeTest(model: .init(count: 1))
            let view = test.expectView()
            XCTAssertEqual(view?.text(of: .output), "1")
        }
        do {
            let test = makeTest(model: .init(count: 2))
            let view = test.expectView()
            XCTAssertEqual(view?.text(of: .output), "2")
        }
    }

    func testCommand() {
        let test = makeTest(model: .init(count: 5))
        let command = test.expectCommand(for: .log)
        XCTAssertEqual(command, .effect(.log(5)))
        test.resolve(.log(5))
    }

    func testFailure() {
        let test = makeTest(model: .init(count: 100))
        let failure = test.expectFailure(for: .increment)
        XCTAssertEqual(failure as? CounterModule.Failure, .tooHigh)
        XCTAssertEqual(test.expectModel()?.count, 100)
    }
}

/// Seed 001: a counter whose start, update and view may fail.
@Suite struct Seed001Tests {
    @Test(arguments: Script.allCases)
    func `The buttons send their messages, and the view is updated`(script: Script) {
        let test = ProgramTest(CounterModule(), script: script)
        test.click("+")
        test.expectModel { $0.count = 1 }
        test.expect(.output, "1")
        test.click("-")
        test.expectModel { $0.count = 0 }
        test.expect(.output, "0")
        test.expectNotOffered(.log)
    }

    @Test func `The counter starts at zero, and each message counts`() {
        let test = ProgramTest(CounterModule())
        #expect(test.expectModel()?.count == 0)
        #expect(test.expectModel(for: .increment)?.count == 1)
        #expect(test.expectModel(for: .decrement)?.count == 0)
        #expect(test.expectView()?.text(of: .output) == "0")
    }

    @Test(arguments: Script.allCases)
    func `If the program cannot start there is a failure and no model`(script: Script) {
        let tooLow = ProgramTest(CounterModule(flags: .init(limits: 1...2)), script: script)
        tooLow.expectFailure(CounterModule.Failure.tooLow)
        let tooHigh = ProgramTest(CounterModule(flags: .init(limits: -2 ... -1)), script: script)
        #expect(tooHigh.expectFailure() as? CounterModule.Failure == .tooHigh)
    }

    @Test(arguments: Script.allCases)
    func `If the first view fails there is a model nevertheless, and a message can lead to a valid view`(script: Script)
    {
        let test = ProgramTest(CounterModule(), model: .init(count: 13), script: script)
        test.expectFailure(CounterModule.Failure.unlucky)
        #expect(test.expectModel(for: .increment)?.count == 14)
        test.reload()
        #expect(test.expectView()?.text(of: .output) == "14")
    }

    @Test(arguments: Script.allCases)
    func `An update that fails changes nothing, and the program continues`(script: Script) {
        let test = ProgramTest(CounterModule(), model: .init(count: -100), script: script)
        test.click("-")
        test.expectFailure(CounterModule.Failure.tooLow)
        test.expectNoCommands()
        #expect(test.expectFailure(for: .decrement) as? CounterModule.Failure == .tooLow)
        test.expect(.output, "-100")
        test.click("+")
        test.expectModel { $0.count = -99 }
    }

    @Test(arguments: Script.allCases)
    func `Several messages are one step, and a failing one rolls back the others`(script: Script) {
        let test = ProgramTest(CounterModule(), model: .init(count: 97), script: script)
        test.click("++")
        test.expectCommands(.send(.increment), .send(.increment))
        test.expectModel { $0.count = 99 }
        test.click("++")
        test.expectFailure(CounterModule.Failure.tooHigh)
        test.expect(.output, "99")
    }

    @Test(arguments: Script.allCases)
    func `A view that fails rolls back the step too`(script: Script) {
        let test = ProgramTest(CounterModule(), model: .init(count: 12), script: script)
        test.click("+")
        test.expectFailure(CounterModule.Failure.unlucky)
        test.expect(.output, "12")
    }

    @Test func `Work from outside is a command`() {
        let test = ProgramTest(CounterModule(), model: .init(count: 5))
        #expect(test.expectCommand(for: .increment) == .none)
        test.expectModel { $0.count = 6 }
        #expect(test.expectCommand(for: .log) == .effect(.log(6)))
        test.perform(.log(6))
    }
}

struct Seed001XCTests {
    @Test func `The tests that the seed has in XCTest pass`() async {
        let run = await runXCTest([
            ("testDefault", CounterModuleModelTests.testDefault),
            ("testIncrement", CounterModuleModelTests.testIncrement),
            ("testDecrement", CounterModuleModelTests.testDecrement),
            ("testView", CounterModuleModelTests.testView),
            ("testCommand", CounterModuleModelTests.testCommand),
            ("testFailure", CounterModuleModelTests.testFailure),
        ])
        #expect(run == (6, 0))
    }
}
