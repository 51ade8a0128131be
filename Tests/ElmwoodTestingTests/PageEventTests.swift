import ElmwoodTesting
import Testing

/// Events of pages themselves.
@Suite struct PageEventTests {
    /// A program that notes the events of its pages.
    private struct Porter: Program {
        struct Model: Codable, Equatable, Sendable { var seen: [String] = [] }
        enum Message: Codable, Equatable, Sendable { case saw(String) }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            if case .saw(let text) = message { model.seen.append(text) }
            return .none
        }

        func subscriptions(_ model: Model) -> [Subscription<Self>] {
            [
                .pageOpened(.saw("opened")), .pageClosed(.saw("closed")), .pageHidden(.saw("hidden")),
                .pageVisible(.saw("visible")), .online(.saw("online")), .offline(.saw("offline")),
                .key(.escape, .saw("escape")),
            ]
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Porter") {
                button("Ring", .saw("ring"))
                ol { for text in model.seen { li { text } } }
            }
        }
    }

    @Test func `With script the program receives the events of its pages`() {
        let test = ProgramTest(Porter())
        test.expectModel { $0.seen = ["opened"] }
        test.hidePage()
        test.expectModel { $0.seen.append("hidden") }
        test.showPage()
        test.expectModel { $0.seen.append("visible") }
        test.press(.escape)
        test.expectModel { $0.seen.append("escape") }
        test.goOffline()
        test.goOnline()
        test.expectModel { $0.seen += ["offline", "online"] }
        let other = test.openPage()
        test.expectModel { $0.seen.append("opened") }
        other.closePage()
        test.expectModel { $0.seen.append("closed") }
        test.click("Ring")
        test.expectModel { $0.seen.append("ring") }
        test.expect(.li, count: 9)
    }

    @Test func `A page that is reloaded is closed and opened again`() {
        let test = ProgramTest(Porter(), .loosely)
        test.reload()
        test.reload()
        test.expectModel { $0.seen = ["opened", "closed", "opened", "closed", "opened"] }
    }

    @Test func `Without script the program receives no page events`() {
        let test = ProgramTest(Porter(), script: .off)
        test.hidePage()
        test.showPage()
        test.reload()
    }

    @Test(arguments: Script.allCases)
    func `Actions on a closed page are reported`(script: Script) {
        let sentences = said {
            let test = ProgramTest(Porter(), script: script, .loosely, line: 1)
            test.closePage(line: 2)
            test.click("Ring", line: 3)
            test.expect(.li, count: 1, line: 4)
        }
        #expect(sentences == ["3: The page is closed.", "4: The page is closed."])
    }
}
