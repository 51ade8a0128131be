import Elmwood
import ElmwoodTesting
import Testing

/// What a visitor does with a mouse at a place, and with keys and modifiers.
@Suite struct PointingTests {
    private struct Board: Program {
        struct Model: Codable, Equatable, Sendable { var log: [String] = [] }
        enum Message: Codable, Equatable, Sendable {
            case pressed(PointerPlace), moved(PointerPlace), key(KeyPress), search, help, outer, place(Spot), picked(
                Pick
            )
        }
        struct Spot: Codable, Equatable, Sendable { var at: Point }
        struct Point: Codable, Equatable, Sendable { var x: Int; var y: Int }
        struct Pick: Codable, Equatable, EventPayload {
            var name: String
            var share: Double
            var isNew: Bool
            var rest: Int?
            static var ranges: [String: ClosedRange<Double>] { ["share": 0...1] }
        }

        var isWrong = false

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .pressed(let at):
                model.log.append("\(Self.tens(at.x)),\(Self.tens(at.y))\(at.shiftKey ? " shift" : "")")
            case .moved(let at): model.log.append("over \(at.buttons)")
            case .key(let key): model.log.append(key.key)
            case .search: model.log.append("search")
            case .help: model.log.append("help")
            case .outer: model.log.append("outer")
            case .place(let spot): model.log.append("image \(spot.at.x)")
            case .picked(let pick): model.log.append("\(pick.name) \(pick.share) \(pick.isNew) \(pick.rest ?? -1)")
            }
            return .none
        }

        /// A place to the next ten, since a browser's mouse is at whole pixels.
        private static func tens(_ number: Double) -> Int { Int((number / 10).rounded()) * 10 }

        func subscriptions(_ model: Model) -> [Subscription<Self>] { [.shortcut(.key("k", .control), .search)] }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Board") {
                main {
                    h1 { "Board" }
                    div(
                        .role(.group),
                        .ariaLabel("Board"),
                        .tabindex(0),
                        .width(100),
                        .height(50),
                        .onPointerDown("board", otherwise: .form("place")) { (at: PointerPlace) in .pressed(at) },
                        .onKeyDown("keys", [.arrows, .key("z", .control)], otherwise: .needsScript) { (key: KeyPress) in
                            .key(key)
                        }
                    ) { "Board" }
                    div(.onPointerMove("area", otherwise: .needsScript) { (at: PointerPlace) in .moved(at) }) { "Area" }
                    p(.onMouseEnter(.help)) { "Help" }
                    div(.onClick(.outer)) {
                        span { "Outer" }
                        span(.stopsPropagation) { b { "Inner" } }
                    }
                    label {
                        "Name"
                        input(.name("name"))
                    }
                    element(
                        "x-list",
                        .on("x-pick", "pick", otherwise: .form("place")) { (pick: Pick) in .picked(pick) }
                    )
                    if !isWrong {
                        form("place", .onSubmit(Message.place)) {
                            input(.name("at"), .type(.image), .src("/a.png"), .alt("Place"))
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [TestTransport.process, .http, .browser])
    func `A press has its place and its modifiers, and a move is over an element`(transport: TestTransport) {
        let test = ProgramTest(Board(), in: transport)
        test.press("board", x: 30, y: 40, holding: .shift)
        test.expectModel { $0.log = ["30,40 shift"] }
        test.hover("area")
        test.expectModel { $0.log.append("over 0") }
        test.hover("Help")
        test.expectModel { $0.log.append("help") }
    }

    @Test(arguments: [TestTransport.process, .http, .browser])
    func `Keys are told to the elements and the page that ask for them, with exactly their modifiers`(
        transport: TestTransport
    ) {
        let test = ProgramTest(Board(), in: transport)
        test.key(.arrowLeft, in: "keys")
        test.expectModel { $0.log = ["ArrowLeft"] }
        test.key("z", in: "keys")
        test.key(.arrowLeft, .shift, in: "keys")
        test.key("z", .control, in: "keys")
        test.expectModel { $0.log.append("z") }
        test.key("k", .control)
        test.expectModel { $0.log.append("search") }
        test.key("k")
        test.key("k", .control, in: "Name")
        test.expectModel { $0.log.append("search") }
    }

    @Test(arguments: [TestTransport.process, .http, .browser])
    func `A custom element's event has the members of its detail that the payload declares`(transport: TestTransport) {
        let test = ProgramTest(Board(), in: transport)
        test.dispatch("pick", Board.Pick(name: "a & b", share: 0.25, isNew: true, rest: 7))
        test.expectModel { $0.log = ["a & b 0.25 true 7"] }
        test.dispatch("pick", Board.Pick(name: "", share: 1, isNew: false))
        test.expectModel { $0.log.append(" 1.0 false -1") }
    }

    @Test func `An event of a custom element that the server refuses, or that is none, fails the test`() {
        let sentences = said {
            let test = ProgramTest(Board())
            test.dispatch("pick", Board.Pick(name: "a", share: 2, isNew: true))
            test.dispatch("board", Board.Pick(name: "a", share: 1, isNew: true))
        }
        #expect(sentences.contains { $0.contains("(422): The field “share” does not offer that value.") })
        #expect(sentences.contains { $0.contains("“board” is an event of the browser's own: use press(…)") })
    }

    @Test func `Without script the kit says what does the same`() {
        let sentences = said {
            let test = ProgramTest(Board(), script: .off)
            test.dispatch("pick", Board.Pick(name: "", share: 1, isNew: false))
            test.press("board", x: 1, y: 1)
            test.hover("area")
            test.key("k", .control)
        }
        #expect(sentences.count == 4)
        #expect(sentences.first?.contains("there is no event “pick”. The form “place” does the same.") == true)
        #expect(sentences.last?.contains("no key with modifiers") == true)
    }

    @Test func `An event that is not on the page, or a place beyond the element, fails the test`() {
        let sentences = said {
            let test = ProgramTest(Board())
            test.press("bord", x: 1, y: 1)
            test.press("board", x: 101, y: 1)
        }
        #expect(
            sentences.first?.contains("There is no event “bord” here. There are: “board, keys”, “area”, “pick”.")
                == true
        )
        #expect(sentences.dropFirst().contains { $0.contains("(422): The field “x” does not offer that value.") })
    }

    @Test func `What needs a script has to be listed, all of it and no more`() {
        let test = ProgramTest(Board())
        test.expectAccessible(needingScript: ["keys", "area"])
        let sentences = said { ProgramTest(Board()).expectAccessible(needingScript: ["keys", "board"]) }
        #expect(sentences.count == 1)
        #expect(sentences.first?.contains("Nobody can cause the event “area” without script.") == true)
        #expect(sentences.first?.contains("The page has no event “board” that needs a script.") == true)
    }

    @Test func `A way without script that is not there fails the test`() {
        let sentences = said { ProgramTest(Board(isWrong: true)).press("board", x: 1, y: 1) }
        #expect(sentences.contains { $0.contains("There is no form named “place”") })
    }
}
