import Elmwood
import ElmwoodTesting
import FoundationEssentials
import Testing

/// Unchecked commands of every kind.
@Suite struct LeftCommandTests {
    /// A program that issues the command that it is created with.
    private struct Asker: Program {
        struct Model: Codable, Equatable, Sendable {}
        enum Message: Codable, Equatable, Sendable { case ask, done, rolled(Int), at(Date), loaded(Int?) }
        enum Effect: Codable, Equatable, Sendable { case work }

        var command: Command<Self>

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> { message == .ask ? command : .none }

        func perform(_ effect: Effect, send: Send<Message>) async throws {}

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Asker") {
                button("Ask", .ask)
                p(.id("place")) { page.path }
            }
        }
    }

    private typealias Message = Asker.Message

    private static let commands: [(Command<Asker>, String)] = [
        (.send(.done), ".send(.done)"),
        (.random(in: 1...6, Message.rolled), ".random(in: 1...6, …)"),
        (.now(Message.at), ".now(…)"),
        (.navigate(to: "/there"), #".navigate(to: "/there")"#),
        (.navigate(to: "/there", replacing: true), #".navigate(to: "/there", replacing: true)"#),
        (.cancel("work"), #".cancel("work")"#),
        (.save(3, as: "count"), #".save(3, as: "count")"#),
        (.save(3, as: "count", in: .shared), #".save(3, as: "count", in: .shared)"#),
        (.remove("count"), #".remove("count")"#),
        (.broadcast("talk", "hello"), #".broadcast("talk", "hello")"#),
        (.focus("place"), #".focus("place")"#),
        (.blur, ".blur"),
        (.scroll(to: "place"), #".scroll(to: "place")"#),
        (.showModal("box"), #".showModal("box")"#),
        (.close("box"), #".close("box")"#),
        (.copy("text"), #".copy("text")"#),
        (.dispatch("reload", to: "chart"), #".dispatch("reload", to: "chart")"#),
        (.download("a,b", as: "list.csv"), #".download("a,b", as: "list.csv")"#),
        (.download("{}", as: "list", type: "text/json"), #".download("{}", as: "list", type: "text/json")"#),
        (.download([1, 2], as: "list"), #".download([1, 2], as: "list")"#),
        (
            .download([UInt8](repeating: 7, count: 51), as: "list", type: "image/png"),
            ".download([" + String(repeating: "7, ", count: 50) + "…], as: \"list\", type: \"image/png\")"
        ),
        (.leave(to: "https://example.org/"), #".leave(to: "https://example.org/")"#),
        (.renewSession, ".renewSession"),
        (.endSession, ".endSession"),
        (.endSession(everywhere: true), ".endSession(everywhere: true)"),
        (.identify("anna"), #".identify("anna")"#),
        (.identify(nil), ".identify(nil)"),
        (.endSessions(of: "anna"), #".endSessions(of: "anna")"#),
        (.endSession("7", of: "anna"), #".endSession("7", of: "anna")"#),
        (.removeAll(), ".removeAll()"),
    ]

    @Test(arguments: Script.allCases)
    func `Each unchecked command fails the test at its line, and a checked one does not`(script: Script) {
        for (command, text) in Self.commands {
            let sentences = said {
                let test = ProgramTest(Asker(command: command), script: script, line: 1)
                test.click("Ask", line: 2)
                test.finish(line: 3)
            }
            #expect(
                sentences == [
                    """
                    2: Left after click("Ask") at LeftCommandTests.swift:2:
                    The program asked for \(text), and the test did not check it.
                    Add expectCommand(\(text)), or make the test .loosely.
                    """
                ]
            )
            let test = ProgramTest(Asker(command: command), script: script)
            test.click("Ask")
            test.expectCommand(command)
            test.finish()
        }
    }

    @Test(arguments: Script.allCases)
    func `An effect may be resolved instead, and a loaded value has to be checked too`(script: Script) {
        let sentences = said {
            let effect = ProgramTest(Asker(command: .effect(.work, id: "work", durable: true)), script: script, line: 1)
            effect.click("Ask", line: 2)
            effect.expectNone(.li, line: 3)
            effect.finish(line: 4)
            let load = ProgramTest(Asker(command: .load("count", Message.loaded)), script: script, line: 5)
            load.click("Ask", line: 6)
            load.finish(line: 7)
        }
        #expect(
            sentences == [
                """
                2: Left after click("Ask") at LeftCommandTests.swift:2:
                The program asked for .effect(.work, id: "work", durable: true), and the test did not check it.
                Add expectCommand(.effect(.work, id: "work", durable: true)), or resolve(.work, with: …).
                The effect .work is still running.
                Add resolve(.work, with: …) or perform(.work).
                """,
                """
                6: Left after click("Ask") at LeftCommandTests.swift:6:
                The program asked for .load("count", …), and the test did not check it.
                Add expectCommand(.load("count", …)), or make the test .loosely.
                The message .loaded(nil) was sent without an action of the test, and the test did not check it.
                Add expectMessage(.loaded(nil)), or make the test .loosely.
                """,
            ]
        )
    }

    @Test(arguments: Script.allCases)
    func `A command that Elmwood refuses is a failure`(script: Script) {
        let refused: [Command<Asker>] = [
            .navigate(to: "//elsewhere"), .leave(to: "javascript:alert(1)"), .save(Wordless(), as: "key"),
        ]
        for command in refused {
            let test = ProgramTest(Asker(command: command), script: script)
            test.click("Ask")
            test.expectCommands(command)
            test.expectFailure()
        }
    }

    @Test(arguments: Script.allCases)
    func `A command that ends a session is checked as any other, whether there is a session or not`(script: Script) {
        let test = ProgramTest(Asker(command: .endSession), model: .init(), script: script)
        for _ in 0..<2 {
            test.click("Ask")
            test.expectMessage(.ask)
            test.expectCommands(.endSession)
        }
    }

    /// A value that cannot be encoded.
    private struct Wordless: Codable, Equatable, Sendable {
        struct Unwritten: Error {}
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws { throw Unwritten() }
    }
}
