import Elmwood
import ElmwoodTesting
import Testing

/// The questions of `.confirm`, as a test reads and answers them.
@Suite struct QuestionTests {
    private struct Larder: Program {
        struct Model: Codable, Equatable, Sendable {
            var items = ["Milk", "Salt"]
            var reasons: [String] = []
        }
        struct Reason: Codable, Equatable, Sendable { var reason: String }
        enum Message: Codable, Equatable, Sendable { case remove(String), empty(Reason), rename }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .remove(let item): model.items.removeAll { $0 == item }
            case .empty(let reason):
                model.items = []
                model.reasons.append(reason.reason)
            case .rename: model.items = model.items.map { $0 == "Milk" ? "Oat milk" : $0 }
            }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Larder") {
                main {
                    h1 { "Larder" }
                    for item in model.items {
                        p { button("Remove \(item)", .remove(item), .confirm("Remove “\(item)”?")) }
                    }
                    button("Rename", .rename)
                    form("empty", .onSubmit(Message.empty), .confirm("Empty the larder?")) {
                        label {
                            "Reason"
                            input(.name("reason"), .required)
                        }
                        button { "Empty" }
                    }
                }
            }
        }
    }

    static let ways: [(TestTransport, Script)] = [TestTransport.process, .http, .browser].flatMap { transport in
        Script.allCases.map { (transport, $0) }
    }

    @Test(arguments: ways)
    func `A button asks, and its message is sent when the visitor agrees`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Larder(), in: transport, script: script)
        test.click("Remove Salt")
        test.expectQuestion("Remove “Salt”?")
        test.decline()
        test.expect(.p, count: 2)
        test.click("Remove Salt")
        test.expectQuestion("Remove “Salt”?")
        test.agree()
        test.expectModel { $0.items = ["Milk"] }
        test.expect(.p, count: 1)
    }

    @Test(arguments: ways)
    func `A form asks once it is valid, and keeps its fields`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Larder(), in: transport, script: script)
        test.click("Empty")
        test.expectProblem(in: "reason")
        test.fill("Reason", "Spring & more")
        test.click("Empty")
        test.expectQuestion("Empty the larder?")
        test.agree()
        test.expectModel {
            $0.items = []
            $0.reasons = ["Spring & more"]
        }
    }

    @Test
    func `Another question than the page's, an act while it asks, and an answer without a question fail the test`() {
        let sentences = said {
            let test = ProgramTest(Larder(), .loosely)
            test.expectQuestion("Remove “Salt”?")
            test.agree()
            test.click("Remove Salt")
            test.expectQuestion("Remove “Milk”?")
            test.click("Rename")
            test.decline()
        }
        #expect(sentences.count == 4)
        #expect(sentences.first?.contains("The page asks nothing.") == true)
        #expect(sentences.dropFirst(2).first?.contains("The page asks “Remove “Salt”?”.") == true)
        #expect(sentences.last?.contains("answer it first, by agree() or decline()") == true)
    }

    @Test func `A patch that gives the control another act while the page asks is asked about anew`() {
        let test = ProgramTest(Larder(), .loosely)
        test.click("Remove Milk")
        test.openPage().click("Rename")
        test.agree()
        test.expectQuestion("Remove “Oat milk”?")
        test.agree()
        test.expect(.p, texts: "Remove Salt")
    }
}
