import Elmwood
import ElmwoodTesting
import Testing

/// Notices, problems and arrivals, as a test expects them.
@Suite struct TellingTests {
    /// Books with numbers that nobody else has.
    private struct Books: Program {
        struct Model: Codable, Equatable, Sendable {
            var path = ""
            var numbers = [1]
        }

        struct Entry: Codable, Equatable, Sendable { var number: Int }

        enum Message: Codable, Equatable, Sendable {
            case arrived(Arrival), add(Entry), reserve(Entry), refused, close, tidy
        }
        enum Effect: Codable, Equatable, Sendable { case reserve(Int) }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
            switch message {
            case .arrived(let arrival): model.path = arrival.path
            case .add(let entry):
                guard !model.numbers.contains(entry.number) else {
                    throw Problem(in: "number", "This number is taken.")
                }
                if entry.number > 99 { throw Problem("The shelf is full.") }
                model.numbers.append(entry.number)
                return .batch(.notice("Added."), .navigate(to: "/list"))
            case .reserve(let entry): return .effect(.reserve(entry.number))
            case .refused: return .problem(in: "number", of: "reserve", "This number is reserved.")
            case .close: throw Problem("The shelf is full.")
            case .tidy: return .notice("Tidied.", until: .nextAct)
            }
            return .none
        }

        func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

        func perform(_ effect: Effect, send: Send<Message>) async throws {}

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Books") {
                output { "\(model.path) \(model.numbers.count)" }
                form("add", .onSubmit(Message.add)) {
                    label("Number to add", for: "add")
                    input(.id("add"), .name("number"), .type(.number), .required)
                    button { "Add" }
                }
                form("reserve", .onSubmit(Message.reserve)) {
                    label("Number to reserve", for: "reserve")
                    input(.id("reserve"), .name("number"), .type(.number), .required)
                    button { "Reserve" }
                }
                button("Close", .close)
                button("Tidy", .tidy)
                a(.href(page.link(to: "/help"))) { "Help" }
            }
        }
    }

    static var cases: [(TestTransport, Script)] {
        var cases: [(TestTransport, Script)] = []
        for transport in TestTransport.usual { for script in Script.allCases { cases.append((transport, script)) } }
        return cases
    }

    @Test(arguments: cases)
    func `A notice is expected where it is shown, and is gone after the next navigation`(
        transport: TestTransport,
        script: Script
    ) {
        let test = ProgramTest(Books(), in: transport, script: script)
        test.expect(.output, "/ 1")
        test.fill("Number to add", "2")
        test.submit("add")
        test.expectModel {
            $0.numbers = [1, 2]
            $0.path = "/list"
        }
        test.expectNotice("Added.")
        test.expectCommand(.navigate(to: "/list"))
        test.expectAddress("/list")
        test.expectView(text: "Added.")
        test.click("Help")
        test.expectModel { $0.path = "/help" }
        test.expectNoNotices()
        test.expectNone(".notices")
    }

    @Test(arguments: cases)
    func `What an update refuses is expected as a broken constraint is`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Books(), in: transport, script: script)
        test.fill("Number to add", "1")
        test.submit("add")
        test.expectProblem(in: "number", "This number is taken.")
        test.expectField("Number to add", "1")
        test.fill("Number to add", "100")
        test.submit("add")
        test.expectProblem("The shelf is full.")
        test.fill("Number to add", "3")
        test.submit("add")
        test.expectNoProblems()
        test.expectModel {
            $0.numbers = [1, 3]
            $0.path = "/list"
        }
        test.expectNotice("Added.")
        test.expectCommand(.navigate(to: "/list"))
    }

    @Test(arguments: cases)
    func `What an effect finds out later is expected on the page`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Books(), in: transport, script: script)
        test.fill("Number to reserve", "1")
        test.submit("reserve")
        test.resolve(.reserve(1), with: .refused)
        test.expectProblem(in: "number", "This number is reserved.")
        test.expectView(text: "This number is reserved.")
    }

    @Test(arguments: cases)
    func `What is found out when no page is open is expected on the next one, until its form is accepted`(
        transport: TestTransport,
        script: Script
    ) {
        let test = ProgramTest(Books(), in: transport, script: script)
        test.fill("Number to reserve", "1")
        test.submit("reserve")
        test.expectCommand(.effect(.reserve(1)))
        test.closePage()
        test.resolve(.reserve(1), with: .refused)
        test.expectCommand(.problem(in: "number", of: "reserve", "This number is reserved."))
        let next = test.openPage("/list")
        next.expectModel { $0.path = "/list" }
        next.expectProblem(in: "number", "This number is reserved.")
        if transport == .browser { next.expect("[aria-invalid]", count: 1) }
        next.fill("Number to reserve", "2")
        next.submit("reserve")
        next.expectNoProblems()
        if transport == .browser { next.expectNone("[aria-invalid]") }
        next.expectNone(".problems")
        next.resolve(.reserve(2), with: .refused)
        next.expectProblem(in: "number", "This number is reserved.")
    }

    @Test(arguments: cases)
    func `An arrival is a change that the test checks`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Books(), in: transport, script: script)
        test.fill("Number to add", "2")
        test.submit("add")
        test.passOver()
        test.arrive(at: "/books?page=2")
        test.expectModel { $0.path = "/books" }
        test.expectAddress("/books?page=2")
        // Without script the kit loads the page again to see what has changed, which is no arrival.
        test.fill("Number to reserve", "3")
        test.submit("reserve")
        test.resolve(.reserve(3), with: .refused)
        test.expect(.output, "/books 2")
        test.expectProblem(in: "number", "This number is reserved.")
        test.open("/other")
        test.expectModel { $0.path = "/other" }
        test.reload()
        test.expect(.output, "/other 2")
        test.expectSubscriptions(.arrived(Message.arrived))
    }

    private typealias Message = Books.Message

    @Test func `A notice and a problem that the test does not check fail it`() {
        let sentences = said {
            let test = ProgramTest(Books())
            test.fill("Number to add", "2")
            test.submit("add")
            test.expectModel {
                $0.numbers = [1, 2]
                $0.path = "/list"
            }
            test.expectCommand(.navigate(to: "/list"))
            test.expectNotice("Removed.")
            test.click("Close")
            test.finish()
        }
        #expect(
            sentences.first?.hasSuffix("The page does not tell “Removed.”. It tells:\n  “Added.”") == true,
            "\(sentences)"
        )
        let text = sentences.dropFirst().joined(separator: "\n")
        #expect(text.contains("The program asked for .notice(\"Added.\"), and the test did not check it."))
        #expect(text.contains("Add expectCommand(.notice(\"Added.\")), or expectNotice(\"Added.\")."))
        #expect(text.contains("The page says of “”: “The shelf is full.”"))
    }

    @Test(arguments: cases)
    func `A notice until the next act goes with it, unless it is told again`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Books(), in: transport, script: script, .loosely)
        test.click("Tidy")
        test.expectNotice("Tidied.")
        test.click("Tidy")
        test.expectNotice("Tidied.")
        test.fill("Number to reserve", "1")
        test.submit("reserve")
        test.expectNoNotices()
    }
}
