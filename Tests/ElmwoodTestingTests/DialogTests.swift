import Elmwood
import ElmwoodTesting
import Testing

/// Modal dialogs of the view and of commands, by each transport.
@Suite(.serialized) struct DialogTests {
    fileprivate struct Renaming: Program {
        struct Model: Codable, Equatable, Sendable {
            var title = "Soup"
            var isRenaming = false
        }
        struct Titled: Codable, Equatable, Sendable { var title: String }
        enum Message: Codable, Equatable, Sendable { case ask, close, rename(Titled), help, understood }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
            switch message {
            case .ask: model.isRenaming = true
            case .close: model.isRenaming = false
            case .rename(let titled):
                if titled.title == model.title { throw Problem(in: "title", "That is its title.") }
                model = Model(title: titled.title)
            case .help: return .showModal("help")
            case .understood: return .close("help")
            }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Renaming") {
                h1 { model.title }
                button("Rename", .ask)
                button("Help", .help)
                dialog(.modal(model.isRenaming), .onClose(.close), .ariaLabel("Rename")) {
                    form("rename", .onSubmit(Message.rename)) {
                        input(.name("title"), .ariaLabel("Title"), .value(model.title), .required)
                        button { "Save" }
                        button("Cancel", .close)
                    }
                }
                dialog(.id("help"), .ariaLabel("Help")) { button("Understood", .understood) }
            }
        }
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `Behind a modal dialog nothing can be used, and the model opens and closes it`(
        transport: TestTransport,
        script: Script
    ) {
        let sentences = said {
            let test = ProgramTest(Renaming(), in: transport, script: script, .loosely, line: 1)
            test.expectNone("dialog form")
            test.click("Rename", line: 2)
            if script == .on { test.expectFocus("Title") }
            test.click("Help", line: 3)
            test.fill("Title", "Soup", line: 4)
            test.click("Save", line: 5)
            test.expectProblem(in: "title", line: 6)
            test.expectField("Title", "Soup", line: 7)
            test.expect("dialog .problems", "That is its title.", line: 8)
            test.fill("Title", "Broth", line: 9)
            test.click("Save", line: 10)
            test.expect(.h1, "Broth", line: 11)
            test.expectNone("dialog form", line: 12)
            if script == .on { test.expectFocus("Rename", line: 13) }
            test.click("Rename", line: 14)
            test.click("Cancel", line: 15)
            test.expectModel(line: 16) { $0.isRenaming = false }
        }
        #expect(sentences == ["3: The button “Help” cannot be reached: it is inert."])
    }

    @Test(arguments: TestTransport.allCases)
    func `The visitor closes a dialog, and a command opens and closes one`(transport: TestTransport) {
        let test = ProgramTest(Renaming(), in: transport, script: .on, .loosely)
        test.click("Rename")
        test.press(.escape)
        test.expectModel { $0.isRenaming = false }
        test.expectFocus("Rename")
        test.click("Rename")
        test.expectModel { $0.isRenaming = true }
        test.expect("dialog form button", texts: "Save", "Cancel")
        test.press(.escape)
        test.expectModel { $0.isRenaming = false }
        test.click("Help")
        test.expectCommand(.showModal("help"))
        test.expectFocus("Understood")
        test.click("Understood")
        test.expectCommand(.close("help"))
        test.expectFocus("Help")
    }
}
