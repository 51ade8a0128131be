import Elmwood
import ElmwoodTesting
import Testing

/// What a test does after a step that has failed.
@Suite struct FailedStepTests {
    struct Counter: Program {
        struct Model: Codable, Equatable, Sendable { var count = 0 }
        enum Message: Codable, Equatable, Sendable { case add }
        let added: @Sendable () -> Void

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            added()
            model.count += 1
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Counter") {
                button("Add", .add)
                output { "\(model.count)" }
            }
        }
    }

    @Test(arguments: Script.allCases)
    func `After a step that has failed, the later ones do nothing and report nothing`(script: Script) {
        let turns = Counts()
        let sentences = said(endsTests: true) {
            let test = ProgramTest(Counter { turns.add() }, script: script)
            test.click("Add")
            test.expectModel { $0.count = 1 }
            test.click("Subtract")
            test.click("Add")
            test.expect(.output, "9")
            test.expectModel { $0.count = 9 }
            test.within(.main) { Issue.record("There is no main.") }
            test.advance(by: .seconds(1))
            test.finish()
        }
        #expect(sentences.count == 1 && sentences[0].contains("There is no button “Subtract”"), "\(sentences)")
        #expect(turns.count == 1)
    }

    @Test func `What is left at the end is reported together, and a visitor's failure ends the test for all`() {
        let left = said(endsTests: true) {
            let test = ProgramTest(Counter {})
            test.click("Add")
        }
        #expect(left.count == 1)
        let sentences = said(endsTests: true) {
            let visitors = Visitors(of: Counter {})
            let (anna, bob) = (visitors.enter("Anna"), visitors.enter("Bob"))
            anna.click("Subtract")
            bob.expect(.output, "9")
            visitors.advance(by: .seconds(1))
        }
        #expect(sentences.count == 1)
    }
}
