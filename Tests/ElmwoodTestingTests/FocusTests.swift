import Elmwood
import ElmwoodTesting
import Testing

/// The focused element.
@Suite(.serialized) struct FocusTests {
    /// A program with a title that is edited in a field, which is present only then.
    struct EffectRunner: Program {
        struct Model: Codable, Equatable, Sendable {
            var title = "Plan"
            var isEditing = false
        }

        enum Message: Codable, Equatable, Sendable {
            case edit, done
            case rename(String)
        }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .edit: model.isEditing = true
            case .done: model.isEditing = false
            case .rename(let title): model.title = title
            }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Desk") {
                input(.type(.search), .ariaLabel("Search"))
                if model.isEditing {
                    input(.id("title"), .ariaLabel("Title"), .value(model.title), .autofocus, .onChange(Message.rename))
                    button("Done", .done)
                } else {
                    button("Edit", .edit)
                }
            }
        }
    }

    @Test(
        arguments: TestTransport.allCases,
        Script.allCases
    )
    func `The focus goes to the control that a visitor uses, and to the one that the page requests`(
        transport: TestTransport,
        script: Script
    ) {
        let test = ProgramTest(EffectRunner(), in: transport, script: script)
        test.expectNoFocus()
        test.fill("Search", "x")
        test.expectFocus("Search")
        test.click("Edit")
        test.expectModel { $0.isEditing = true }
        test.expectFocus("Title")
        test.expectFocus("title")
        test.click("Done")
        test.expectModel { $0.isEditing = false }
        // On a live page one button has become the other, and retains the focus. Without script the page is a new one.
        if script == .on { test.expectFocus("Edit") } else { test.expectNoFocus() }
    }

    @Test func `If the focus is on another element, the error names it`() {
        let sentences = said {
            let test = ProgramTest(EffectRunner(), .loosely, line: 1)
            test.expectFocus("Search", line: 2)
            test.click("Edit", line: 3)
            test.expectFocus("Search", line: 4)
            test.expectNoFocus(line: 5)
        }
        #expect(
            sentences == [
                "2: Nothing has the focus, not “Search” either.",
                "4: The focus is on “Title”, not on “Search”.",
                "5: The focus is on “Title”, and is to be nowhere.",
            ]
        )
    }
}
