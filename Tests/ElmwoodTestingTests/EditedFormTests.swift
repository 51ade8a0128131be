import Elmwood
import ElmwoodTesting
import Testing

/// A form that a visitor edits, and the forms of dialogs, by each transport.
@Suite(.serialized) struct EditedFormTests {
    fileprivate struct Renaming: Program {
        struct Model: Codable, Equatable, Sendable {
            var title = "Soup"
            var version = 1
        }
        struct Titled: Codable, Equatable, Sendable {
            var version: Int
            var title: String
        }
        enum Message: Codable, Equatable, Sendable { case rename(Titled), cook }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            if case .rename(let titled) = message { model.title = titled.title }
            model.version += 1
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Renaming") {
                h1 { model.title }
                button("Cook", .cook)
                button(.type(.button), .commandfor("d"), .command(.showModal)) { "Rename" }
                dialog(.id("d")) {
                    form("rename", .onSubmit(Message.rename)) {
                        input(.type(.hidden), .name("version"), .value(model.version))
                        input(.name("title"), .ariaLabel("Title"), .value(model.title))
                        button { "Save" }
                        button(.formmethod(.dialog)) { "Cancel" }
                    }
                }
                form("again", .onSubmit(Message.rename)) {
                    input(.type(.hidden), .name("version"), .value(model.version))
                    input(.name("title"), .ariaLabel("Other title"))
                    button { "Save again" }
                }
            }
        }
    }

    @Test(arguments: TestTransport.allCases)
    func `A form that is edited keeps its hidden fields until it is sent`(transport: TestTransport) {
        let test = ProgramTest(Renaming(), in: transport, script: .on, .loosely)
        test.fill("Other title", "Broth")
        test.click("Cook")
        test.click("Save again")
        test.expectProblem(in: "version")
        test.expectField("Other title", "Broth")
        test.expect(.h1, "Soup")
        test.click("Save again")
        test.expect(.h1, "Broth")
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `A button that closes a dialog sends no form`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Renaming(), in: transport, script: script, .loosely)
        test.click("Rename")
        test.fill("Title", "Broth")
        test.click("Cancel")
        test.expect(.h1, "Soup")
        test.click("Rename")
        test.click("Save")
        test.expect(.h1, "Broth")
    }
}
