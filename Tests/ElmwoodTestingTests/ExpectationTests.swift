import ElmwoodTesting
import Testing

/// What the kit reports if an expectation is not met, with the exact sentences.
@Suite struct ExpectationTests {
    private struct Odd: Error {}

    @Test(arguments: Script.allCases)
    func `An unmet expectation of the model reports the difference`(script: Script) {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            test.fill("Title", "Saw", line: 2)
            test.submit("new-item", line: 3)
            test.expectCommand(.focus("title"), line: 4)
            test.expectModel(line: 5) { $0.items = [.init(id: 1, title: "Saw", isDone: true)] }
            test.expectModel(line: 6) { $0.count = 1 }
            test.expectModel(line: 7) { _ in }
            test.expectModel(line: 8) { _ in throw Odd() }
            #expect(test.expectModel(line: 9)?.count == 0)
        }
        #expect(
            sentences == [
                """
                5: The model is not what was expected:
                  items[0].isDone: expected true, is false
                """,
                """
                6: The model has not changed:
                  count: expected 1, is 0
                """,
                "7: The model has not changed since the test looked last, and expectModel changes nothing in it.",
                "8: The closure of expectModel threw: Odd()",
            ]
        )
    }

    @Test func `A loose test reports a difference of the model`() {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), .loosely, line: 1)
            test.click("+", line: 2)
            test.expectModel(line: 3) { $0.count = 1 }
            test.expectModel(line: 4) { $0.count = 2 }
        }
        #expect(sentences == ["4: The model is not what was expected:\n  count: expected 2, is 1"])
    }

    @Test func `Unmet expectations of commands report the actual commands`() {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), line: 1)
            test.expectCommand(.save(1, as: "count"), line: 2)
            test.send(.save, line: 3)
            test.expectCommand(.save(1, as: "count"), line: 4)
            test.expectCommand(.save(0, as: "count"), line: 5)
            test.send(.wait, line: 6)
            test.expectCommands(.after(.seconds(5), .waited), .endSession, line: 7)
            test.send(.giveUp, line: 8)
            test.expectNoCommands(line: 9)
            test.expectCommands(line: 10)
            #expect(test.expectCommand(for: .twice, line: 11) == .batch(.send(.increment), .send(.increment)))
            test.expectModel(line: 12) { $0.count = 2 }
            #expect(test.expectCommand(for: .increment, line: 13) == .none)
            test.expectModel(line: 14) { $0.count = 3 }
        }
        #expect(
            sentences == [
                """
                2: The program did not ask for .save(1, as: "count").
                It asked for nothing that the test has not looked at.
                """,
                """
                4: The program did not ask for .save(1, as: "count").
                It asked for:
                  .save(0, as: "count")
                """,
                """
                7: The program asked for other commands. Expected:
                  .after(.seconds(5), .waited)
                  .endSession
                It asked for:
                  .after(.seconds(5), .waited, id: "wait")
                """,
                """
                9: The program asked for:
                  .cancel("wait")
                """,
            ]
        )
    }

    @Test func `Unmet expectations of messages, subscriptions and failures report the actual ones`() {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), model: .init(isOn: true), line: 1)
            test.expectMessage(.tick, line: 2)
            test.advance(by: .seconds(1), line: 3)
            test.expectMessage(.waited, line: 4)
            test.expectMessage(.tick, line: 5)
            test.expectModel(line: 6) { $0.count = 1 }
            test.expectSubscriptions(.every(.seconds(2), .tick), line: 7)
            test.expectFailure(line: 8)
            test.send(.fail, line: 9)
            test.expectFailure(Other(), line: 10)
        }
        #expect(
            sentences == [
                "2: The message .tick did not come. None did.",
                """
                4: The message .waited did not come. These came:
                  .tick
                """,
                """
                7: The program subscribes to something else:
                  missing: .every(.seconds(2), .tick)
                  not expected: .every(.seconds(1), .tick)
                  not expected: .topic("talk", …)
                """,
                "8: Nothing failed.",
                "10: It failed by another error: expected Other(), was Broken().",
            ]
        )
    }

    private struct Other: Error, Equatable {}

    @Test(arguments: Script.allCases)
    func `Unmet expectations of the page report what it shows`(script: Script) {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), model: .init(name: "Ada"), script: script, line: 1)
            test.expect(.h1, "Factory", line: 2)
            test.expect(.h2, "Factory", line: 3)
            test.expect(.h1, count: 2, line: 4)
            test.expectNone(.h1, line: 5)
            test.expectNone(.h1, "Workshop", line: 6)
            test.expectNone(.h1, "Factory", line: 7)
            test.expect(.li, texts: "a", "b", line: 8)
            test.expectTitle("Factory", line: 9)
            test.expectAddress("/x", line: 10)
            test.expectField("Name", "Eve", line: 11)
            test.expectField("Names", "Eve", line: 12)
            test.expectChecked("On", line: 13)
            test.expect("h1 > p", "x", line: 14)
            test.within(.form) { test.expectView(text: "Factory", line: 15) }
            test.within(.section, line: 16) { Issue.record("This part is not there.") }
            test.expectOffers(.increment, .roll, line: 17)
            test.expectNotOffered(.roll, .increment, line: 18)
            test.expectProblem(in: "title", line: 19)
            test.submit("new-item", line: 20)
            test.expectProblem(in: "title", "Too short.", line: 21)
            test.expectProblem(in: "title", line: 22)
            test.expectNoProblems(line: 23)
        }
        #expect(
            sentences.prefix(16) == [
                "2: There is no “h1” with the text “Factory” here. There is: “Workshop”.",
                "3: There is no “h2” with the text “Factory” here. There is no “h2”.",
                "4: Expected 2 “h1” here. There is: “Workshop”.",
                "5: Expected no “h1” here. There is: “Workshop”.",
                "6: Expected no “h1” with the text “Workshop” here. There is: “Workshop”.",
                "8: Expected “li” here with the texts “a”, “b”. There is no “li”.",
                "9: Expected the title “Factory”, and it is “Workshop”.",
                "10: Expected the address “/x”, and it is “/”.",
                "11: Expected “Eve” in the field “Name”, and it holds “Ada”.",
                "12: There is no field “Names” here. There are: “Name”, “On”, “Title”.",
                "13: Expected that “On” is ticked, and it is not.",
                "14: “h1 > p” is no selector: “>” means nothing there. A selector is a tag, #id, .class or [name=value], or "
                    + "several of them together: “input.new[name=title]”; after a space, what is within: “#list li”.",
                "15: There is no text “Factory” here. It reads: “Add”.",
                "16: There is no “section” here.",
                """
                17: The page does not offer .roll. It offers:
                  message=increment
                  message=twice
                  message=reset
                  message=fetch
                  message=wait
                  message=fail
                  message=leave
                  form=new-item with title
                  name=…
                  on=…
                """,
                "18: The page offers .increment.",
            ]
        )
        #expect(
            sentences.dropFirst(16) == [
                "19: Nothing is wrong with “title”. It says of no field that something is wrong.",
                """
                21: The page does not say of “title”: “Too short.”. It says:
                  “title”: “Please fill this in.”
                """,
                """
                23: Something is wrong. It says:
                  “title”: “Please fill this in.”
                """,
            ]
        )
    }

    @Test(arguments: Script.allCases)
    func `Impossible actions are reported`(script: Script) {
        let clock = TestClock()
        let sentences = said {
            let test = ProgramTest(KitchenSink(clock: clock), script: script, clock: clock, line: 1)
            test.click("Delete", line: 2)
            test.click("Reset", line: 3)
            test.fill("Title", "A title that is longer than twenty", line: 4)
            test.check("Name", line: 5)
            test.resolve(.fetch(1), with: .fetched([]), line: 6)
            test.click("Fetch", line: 7)
            test.resolve(.fetch(1), with: .fetched([]), line: 8)
            test.perform(.fetch(0), line: 9)
            test.resolve(.fetch(0), line: 10)
            test.send(.stopFetching, line: 11)
            test.expectCommand(.cancel("fetch"), line: 12)
        }
        #expect(
            sentences == [
                "2: There is no button or link “Delete” here. There are: “+”, “Twice”, “Reset” (disabled), “Fetch”, “Wait”, "
                    + "“Fail”, “Leave”, “Add”, “Notes”.",
                "3: The button “Reset” is disabled.",
                "4: The field “Title” takes 20 characters at most, and this has 34.",
                "5: “Name” is a field: use fill(…).",
                "6: The effect .fetch(1) does not go on, and no other one does.",
                """
                8: Left after click("Fetch") at ExpectationTests.swift:7:
                The program asked for .effect(.fetch(0), id: "fetch"), and the test did not check it.
                Add expectCommand(.effect(.fetch(0), id: "fetch")), or resolve(.fetch(0), with: …).
                """,
                "8: The effect .fetch(1) does not go on. These do: .fetch(0).",
                "10: The program carries the effect .fetch(0) out itself: the test cannot say what comes of it.",
            ]
        )
    }

    @Test func `A message that a cancelled effect can no longer send is reported`() {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), line: 1)
            test.click("Fetch", line: 2)
            test.resolve(.fetch(0), with: .stopFetching, .fetched([]), line: 3)
            test.expectCommand(.cancel("fetch"), line: 4)
        }
        #expect(sentences == ["3: The message .fetched([]) was not taken: by then the program had ended the effect."])
    }

    @Test func `A program that loops forever is reported, and does not hang the test`() {
        let sentences = said {
            let test = ProgramTest(Endless(), .loosely, line: 1)
            test.send(.go, line: 2)
        }
        #expect(
            sentences == [
                "2: The program does not stop: more than 10,000 steps followed one another without time passing."
            ]
        )
    }
}

/// A program that sends itself a message in each turn, forever.
private struct Endless: Program {
    struct Model: Codable, Equatable, Sendable { var isGoing = false }
    enum Message: Codable, Equatable, Sendable { case go }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> { .after(.zero, .go) }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Restless") { p { "…" } } }
}
