import Elmwood
import ElmwoodTesting
import Testing

/// What the kit reports of impossible actions and expectations, with the exact sentences.
@Suite struct SentenceTests {
    /// A program with controls that cannot be used as they look.
    private struct Cabinet: Program {
        struct Model: Codable, Equatable, Sendable { var log: [String] = [] }

        enum Message: Codable, Equatable, Sendable {
            case note(String)
            case load, loaded
            case sent([String: String])
        }

        enum Effect: Codable, Equatable, Sendable { case load(Int) }

        struct Broken: Error, Equatable {}

        var startFails = false

        func start(_ visit: Visit) throws -> Start<Self> {
            if startFails { throw Broken() }
            return Start(Model())
        }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .note(let text): model.log.append(text)
            case .load: return .batch(.effect(.load(1)), .effect(.load(2)))
            case .loaded, .sent: break
            }
            return .none
        }

        func perform(_ effect: Effect, send: Send<Message>) async throws {}

        func view(_ model: Model, on page: Page) throws -> Document<Message> {
            switch page.path {
            case "/": return Document("Cabinet") { fields }
            case "/empty": return Document("Empty") { p { "Nothing" } }
            case "/broken": throw Broken()
            default: throw NotFound()
            }
        }

        @HtmlBuilder<Message>
        private var fields: Html<Message> {
            for type in [
                HtmlValue.InputType.number, .range, .color, .date, .month, .week, .time, .datetimeLocal,
            ] {
                input(.type(type), .name(type.rawValue), .onChange { (text: String) in .note(text) })
            }
            select(.name("one"), .onChange(Message.note)) {
                option("A", value: "a")
                option("B", value: "b")
                option("B", value: "c")
            }
            input(.type(.file), .name("file"))
            div(.inert) {
                button("Inert button", .note("inert"))
                input(.name("inert"), .onChange(Message.note))
                form("asleep", .onSubmit(Message.sent)) { input(.name("x")) }
                label {
                    input(.type(.radio), .name("kind"), .value("k"), .onChange(Message.note)); "Kind K"
                }
            }
            form("ticks", .onSubmit(Message.sent)) {
                input(.type(.checkbox), .name("tick"))
            }
            div(.onClick(.note("click"))) { "Click here" }
            div(.onDoubleClick(.note("double"))) { "Twice here" }
            button("Load", .load)
            button("Note", .note("noted"))
            a(.href("/empty")) { "Empty" }
        }
    }

    /// A value that cannot be encoded.
    private struct Mute: Codable {
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws { throw Cabinet.Broken() }
    }

    private func said(_ script: Script = .on, _ body: (ProgramTest<Cabinet>) -> Void) -> [String] {
        ElmwoodTestingTests.said { body(ProgramTest(Cabinet(), script: script, .loosely, line: 1)) }
    }

    @Test func `An error says which values a field accepts`() {
        let sentences = said { test in
            test.fill("number", "ten", line: 2)
            test.fill("range", "x", line: 3)
            test.fill("range", "", line: 4)
            test.fill("range", "101", line: 5)
            test.fill("color", "red", line: 6)
            test.fill("date", "tomorrow", line: 7)
            test.fill("month", "May", line: 8)
            test.fill("week", "1", line: 9)
            test.fill("time", "noon", line: 10)
            test.fill("datetime-local", "2024-12-31", line: 11)
            test.fill("number", "1\n2", line: 12)
        }
        #expect(
            sentences == [
                "2: The field “number” takes a number, and “ten” is none.",
                "3: The field “range” takes a number, and “x” is none.",
                "4: The field “range” always holds something.",
                "5: The field “range” goes from 0 to 100.",
                "6: The field “color” takes a color like #ff8800, and “red” is none.",
                "7: The field “date” takes a date like 2024-12-31, and “tomorrow” is none.",
                "8: The field “month” takes a month like 2024-12, and “May” is none.",
                "9: The field “week” takes a week like 2024-W52, and “1” is none.",
                "10: The field “time” takes a time like 17:30, and “noon” is none.",
                "11: The field “datetime-local” takes a date and a time like 2024-12-31T17:30, and “2024-12-31” is none.",
                "12: The field “number” has one line, and this has several.",
            ]
        )
    }

    @Test func `An error for a control of the wrong kind names the right action`() {
        let sentences = said { test in
            test.fill("file", "x", line: 2)
            test.attach("number", TestFile("a", text: ""), line: 3)
            test.attach("none", TestFile("a", text: ""), line: 4)
            test.unchoose("one", "A", line: 5)
            test.choose("one", "B", line: 6)
            test.doubleClick("None", line: 7)
            test.submit("none", line: 8)
            test.submit("ticks", line: 9)
        }
        #expect(
            sentences == [
                "2: “file” is a field for files: use attach(…).",
                "3: “number” is a field: use fill(…).",
                "4: There is no field for files “none” here. There are: “file”.",
                "5: The field “one” has one option chosen: choose another one instead.",
                "6: The field “one” offers 2 options “B”: use their values.",
                "7: There is no element to click twice “None” here. There are: “Twice here”.",
                "8: There is no form or button “none” here. There are: “Inert button” (inert), “Load”, “Note”, “asleep” (inert), “ticks”.",
                "9: The form “ticks” has no field to press Enter in, and no button.",
            ]
        )
    }

    @Test func `An inert control cannot be reached`() {
        let sentences = said { test in
            test.click("Inert button", line: 2)
            test.fill("inert", "x", line: 3)
            test.submit("asleep", line: 4)
            test.choose("kind", "k", line: 5)
        }
        #expect(
            sentences == [
                "2: The button “Inert button” cannot be reached: it is inert.",
                "3: The field “inert” cannot be reached: it is inert.",
                "4: The form “asleep” cannot be reached: it is inert.",
                "5: The field “kind” cannot be reached: it is inert.",
            ]
        )
    }

    @Test func `Without script, events without a listener and actions without a connection are reported`() {
        let sentences = said(.off) { test in
            test.click("Click here", line: 2)
            test.doubleClick("Twice here", line: 3)
            test.goOffline(line: 4)
            test.click("Note", line: 5)
            test.click("Empty", line: 6)
            test.reload(line: 7)
            test.goOnline(line: 8)
            test.click("Note", line: 9)
            test.expectModel(line: 10) { $0.log = ["noted"] }
        }
        #expect(
            sentences == [
                "2: Without script nothing listens to a click on “Click here”.",
                "3: Without script nothing listens to a double click on “Twice here”.",
                "5: There is no connection: the page was told to go offline.",
                "6: There is no connection: the page was told to go offline.",
                "7: There is no connection: the page was told to go offline.",
            ]
        )
    }

    @Test func `With script, actions wait for a connection, and no page can be opened`() {
        let sentences = said { test in
            test.goOffline(line: 2)
            test.click("Note", line: 3)
            test.open("/empty", line: 4)
            test.expectModel(line: 5) { $0.log = [] }
            test.goOnline(line: 6)
            test.expectModel(line: 7) { $0.log = ["noted"] }
        }
        #expect(sentences == ["4: There is no connection: the page was told to go offline."])
    }

    @Test(arguments: Script.allCases)
    func `Expectations of a page that failed report the failure`(script: Script) {
        let sentences = said(script) { test in
            test.open("/broken", line: 2)
            test.click("Note", line: 3)
            test.expectOffers(.load, line: 4)
            test.open("/nowhere", line: 5)
            test.expectNotOffered(.load, line: 6)
            test.open("/empty", line: 7)
            test.expectOffers(.load, line: 8)
        }
        #expect(
            sentences == [
                "3: The program failed: Broken()",
                "4: The program failed: Broken()",
                "6: There is nothing at “/nowhere”.",
                "8: The page does not offer .load. It offers nothing.",
            ]
        )
    }

    @Test func `A program that failed to start has no model`() {
        let sentences = ElmwoodTestingTests.said {
            let test = ProgramTest(Cabinet(startFails: true), .loosely, line: 1)
            test.expectFailure(Cabinet.Broken(), line: 2)
            test.expectModel(line: 3)
            test.expectModel(line: 4) { $0.log = [] }
            test.expectSubscriptions(line: 5)
            test.expectView(line: 6)
        }
        #expect(
            sentences == [
                "3: There is no model: the program has not started.",
                "4: There is no model: the program has not started.",
                "5: There is no model: the program has not started.",
                "6: The program failed: Broken()",
            ]
        )
    }

    @Test func `If several effects run, the test has to name one`() {
        let sentences = said { test in
            _ = test.expectEffect(line: 2)
            test.click("Load", line: 3)
            _ = test.expectEffect(line: 4)
            test.resolve(.load(3), line: 5)
        }
        #expect(
            sentences == [
                "2: No effect goes on.",
                "4: Several effects go on:\n  .load(1)\n  .load(2)",
                "5: The effect .load(3) does not go on. These do: .load(1), .load(2).",
            ]
        )
    }

    @Test func `The error for an invalid selector explains what a selector is`() {
        let rest =
            " A selector is a tag, #id, .class or [name=value], or several of them together: “input.new[name=title]”; "
            + "after a space, what is within: “#list li”."
        let sentences = said { test in
            test.expect("", count: 0, line: 2)
            test.expect("ul > li", count: 0, line: 3)
            test.expect("#", count: 0, line: 4)
            test.expect("[a", count: 0, line: 5)
            test.expect("[a='b]", count: 0, line: 6)
            test.expect("[a=b", count: 0, line: 7)
        }
        #expect(
            sentences == [
                "2: “” is no selector: it is empty." + rest,
                "3: “ul > li” is no selector: “>” means nothing there." + rest,
                "4: “#” is no selector: no name follows “#”." + rest,
                "5: “[a” is no selector: “[” is not followed by “]”." + rest,
                "6: “[a='b]” is no selector: a quote does not end." + rest,
                "7: “[a=b” is no selector: “[” is not followed by “]”." + rest,
            ]
        )
    }

    @Test func `A value that cannot be stored, and an invalid name of a snapshot, are reported`() {
        let sentences = ElmwoodTestingTests.said {
            let test = ProgramTest(Cabinet(), .loosely, stored: ["key": Mute()], line: 1)
            test.expectSnapshot("a/b", line: 2)
        }
        #expect(
            sentences == [
                "1: What is to be stored as “key” cannot be written as JSON: Broken()",
                "2: “a/b” is no name for a snapshot: it has letters, digits, spaces and “-_.,+()”, and begins with none of “.” "
                    + "and space.",
            ]
        )
    }

    @Test func `A model that differs only in what is not encoded is reported`() {
        struct Odd: Program {
            struct Model: Codable, Equatable, Sendable {
                var hidden = Hidden()

                init() {}
                init(from decoder: any Decoder) throws {}
                func encode(to encoder: any Encoder) throws {}
            }

            final class Hidden: Equatable, Sendable {
                static func == (left: Hidden, right: Hidden) -> Bool { left === right }
            }

            func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

            func update(_ model: inout Model, on message: Bool) -> Command<Self> {
                model.hidden = Hidden()
                return .none
            }

            func view(_ model: Model, on page: Page) -> Document<Bool> { Document("Odd") { button("Go", true) } }
        }
        let sentences = ElmwoodTestingTests.said {
            let test = ProgramTest(Odd(), line: 1)
            test.click("Go", line: 2)
            test.finish(line: 3)
        }
        #expect(
            sentences == [
                """
                2: Left after click("Go") at SentenceTests.swift:2:
                The model changed, and the test did not check it:
                  in something that is not encoded
                Add expectModel { … }, or make the test .loosely.
                """
            ]
        )
    }
}
