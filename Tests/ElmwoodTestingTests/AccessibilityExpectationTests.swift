import Elmwood
import ElmwoodTesting
import Testing

/// What the kit says about pages that not everybody can use. The faults themselves are tested in `ElmwoodPageTreeTests`.
@Suite struct AccessibilityExpectationTests {
    private struct Shelf: Program {
        struct Model: Codable, Equatable, Sendable { var isOpen = false }
        enum Message: Codable, Equatable, Sendable { case open }

        var textColor = "#000000"

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            model.isOpen = true
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Shelf", bodyAttributes: [.attribute("text", textColor), .attribute("bgcolor", "#ffffff")]) {
                main {
                    h1 { "Shelf" }
                    section(.id("books"), .ariaLabel("Books")) { button("Open", Message.open) }
                    if model.isOpen {
                        section(.id("form"), .ariaLabel("Form")) {
                            input(.name("author"))
                            img(.src("/cover.png"))
                        }
                    }
                }
            }
        }
    }

    private let faults = """
        The page is not accessible. Its faults:
          <input[name=author]>: The field has no name. Give it a “label”. (WCAG 4.1.2 Name, Role, Value)
          <img> in <section#form>: The picture has no “alt”. Describe it, or leave “alt” empty if it is decoration. (WCAG 1.1.1 Non-text Content)
        """

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `A page without faults passes, and the faults of another are listed`(
        transport: TestTransport,
        script: Script
    ) {
        let sentences = said {
            let test = ProgramTest(Shelf(), in: transport, script: script, .loosely)
            test.expectAccessible(line: 1)
            test.click("Open", line: 2)
            test.expectAccessible(line: 3)
        }
        #expect(sentences == ["3: \(faults)"])
    }

    @Test func `Within a part of the page, only that part has to be without faults`() {
        let sentences = said {
            let test = ProgramTest(Shelf(), .loosely)
            test.click("Open")
            test.within("#books") { test.expectAccessible(line: 4) }
            test.within("#form") { test.expectAccessible(line: 5) }
        }
        #expect(sentences == ["5: \(faults)"])
    }

    @Test func `A test that has left the site is told so`() {
        let sentences = said {
            let test = ProgramTest(Shelf(), .loosely)
            test.closePage()
            test.expectAccessible(line: 6)
        }
        #expect(sentences == ["6: The page is closed."])
    }

    @Test func `A browser measures the contrast of texts too`() {
        let sentences = said {
            let test = ProgramTest(Shelf(textColor: "#999999"), in: .browser, .loosely)
            test.expectAccessible(line: 7)
        }
        let sentence = """
            7: The page is not accessible. Its faults:
              <h1>: The contrast of its text is 2.84 to 1: #999999 on #ffffff. It must be at least 3. (WCAG 1.4.3 Contrast (Minimum))
            """
        #expect(sentences == [sentence])
    }
}
