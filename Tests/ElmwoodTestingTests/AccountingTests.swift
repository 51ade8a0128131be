import ElmwoodTesting
import Testing

/// What the kit reports of changes that a test has not checked, with the exact sentences.
@Suite struct AccountingTests {
    @Test(arguments: Script.allCases)
    func `An unchecked model change fails the next action, at that action's line`(script: Script) {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            test.click("+", line: 2)
            test.click("+", line: 3)
            test.expectModel(line: 4) { $0.count = 2 }
        }
        #expect(
            sentences == [
                """
                3: Left after click("+") at AccountingTests.swift:2:
                The model changed, and the test did not check it:
                  count: 0 → 1
                Add expectModel { … }, or make the test .loosely.
                """
            ]
        )
    }

    @Test(arguments: Script.allCases)
    func `An unchecked last model change fails the test at the line of the change`(script: Script) {
        let expected = [
            """
            2: Left after click("+") at AccountingTests.swift:2:
            The model changed, and the test did not check it:
              count: 0 → 1
            Add expectModel { … }, or make the test .loosely.
            """
        ]
        let letGo = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            test.click("+", line: 2)
            test.expect(.output, "1", line: 3)
        }
        #expect(letGo == expected)
        let finished = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            test.click("+", line: 2)
            test.finish(line: 3)
        }
        #expect(finished == expected)
    }

    @Test(arguments: Script.allCases)
    func `The message of a field that waits is attributed to the line that filled it in`(script: Script) {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            test.fill("Name", "Ada", line: 2)
            test.advance(by: .seconds(1), line: 3)
            test.fill("Name", "Eve", line: 4)
        }
        #expect(
            sentences == [
                """
                3: Left after fill("Name", "Ada") at AccountingTests.swift:2:
                The model changed, and the test did not check it:
                  name: "" → "Ada"
                Add expectModel { … }, or make the test .loosely.
                """,
                """
                4: Left after fill("Name", "Eve") at AccountingTests.swift:4:
                The model changed, and the test did not check it:
                  name: "Ada" → "Eve"
                Add expectModel { … }, or make the test .loosely.
                """,
            ]
        )
    }

    @Test(arguments: Script.allCases)
    func `All unchecked results of an action are one report`(script: Script) {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            test.fill("Title", "Saw", line: 2)
            test.submit("new-item", line: 3)
            test.click("Twice", line: 4)
            test.expectCommands(.send(.increment), .send(.increment), line: 5)
            test.expectModel(line: 6) { $0.count = 2 }
        }
        #expect(
            sentences == [
                """
                4: Left after submit("new-item") at AccountingTests.swift:3:
                The model changed, and the test did not check it:
                  items[0]: added (id: 1, title: "Saw", isDone: false)
                Add expectModel { … }, or make the test .loosely.
                The program asked for .focus("title"), and the test did not check it.
                Add expectCommand(.focus("title")), or make the test .loosely.
                """
            ]
        )
    }

    @Test func `A message from a clock has to be checked`() {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), model: .init(isOn: true), line: 1)
            test.advance(by: .milliseconds(1_500), line: 2)
            test.click("+", line: 3)
            test.expectModel(line: 4) { $0.count = 2 }
        }
        #expect(
            sentences == [
                """
                3: Left after advance(by: .milliseconds(1500)) at AccountingTests.swift:2:
                The model changed, and the test did not check it:
                  count: 0 → 1
                Add expectModel { … }, or make the test .loosely.
                The message .tick was sent without an action of the test, and the test did not check it.
                Add expectMessage(.tick), or make the test .loosely.
                """
            ]
        )
    }

    @Test(arguments: Script.allCases)
    func `A field's problem has to be checked`(script: Script) {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            test.submit("new-item", line: 2)
            test.open("/", line: 3)
        }
        #expect(
            sentences == [
                """
                3: Left after submit("new-item") at AccountingTests.swift:2:
                The page says of “title”: “Please fill this in.”, and the test did not check it.
                Add expectProblem(in: "title").
                """
            ]
        )
    }

    @Test(arguments: Script.allCases)
    func `A failure has to be checked`(script: Script) {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            test.click("Fail", line: 2)
            test.reload(line: 3)
        }
        #expect(
            sentences == [
                """
                3: Left after click("Fail") at AccountingTests.swift:2:
                The update on fail failed and changed nothing: Broken(), and the test did not check it.
                Add expectFailure().
                """
            ]
        )
    }

    @Test func `An effect that still runs at the end fails the test at the line where it began`() {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), line: 1)
            test.click("Fetch", line: 2)
            test.expectCommand(.effect(.fetch(0), id: "fetch"), line: 3)
        }
        #expect(
            sentences == [
                """
                2: Left after click("Fetch") at AccountingTests.swift:2:
                The effect .fetch(0) is still running.
                Add resolve(.fetch(0), with: …) or perform(.fetch(0)).
                """
            ]
        )
    }

    @Test func `An effect that the program performs and that still runs at the end fails the test too`() {
        let sentences = said {
            let clock = TestClock()
            let test = ProgramTest(KitchenSink(clock: clock), clock: clock, line: 1)
            test.click("Fetch", line: 2)
            test.perform(.fetch(0), line: 3)
            test.advance(by: .seconds(1), line: 4)
        }
        #expect(
            sentences == [
                """
                2: Left after click("Fetch") at AccountingTests.swift:2:
                The effect .fetch(0) is still running: it waits for time, or for something outside of the test.
                Add advance(by: …), or have it end.
                """
            ]
        )
    }

    @Test func `A delayed message that is pending at the end fails the test at the line where it was scheduled`() {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), line: 1)
            test.click("Wait", line: 2)
            test.expectCommand(.after(.seconds(5), .waited, id: "wait"), line: 3)
            test.advance(by: .seconds(1), line: 4)
        }
        #expect(
            sentences == [
                """
                2: Left after click("Wait") at AccountingTests.swift:2:
                The message .waited is still to come.
                Add advance(by: …), or have the program cancel it.
                """
            ]
        )
    }

    @Test func `Unused random numbers fail the test, and so does one outside of the range`() {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), line: 1)
            test.random(returns: 1, 2, line: 2)
            test.send(.roll, line: 3)
            test.expectCommand(.random(in: 1...6, KitchenSink.Message.rolled), line: 4)
            test.expectModel(line: 5) { $0.count = 1 }
        }
        #expect(
            sentences == ["2: The program asked for no random number any more: random(returns: 2) was not used."]
        )
        let beyond = said {
            let test = ProgramTest(KitchenSink(), .loosely, line: 1)
            test.random(returns: 7, line: 2)
            test.send(.roll, line: 3)
        }
        #expect(beyond == ["3: The program asked for a random number of 1...6, and random(returns:) said 7."])
    }

    @Test func `With several visitors, a report names the visitor who acted`() {
        let sentences = said {
            let visitors = Visitors(of: KitchenSink(), line: 1)
            let anna = visitors.enter("Anna", line: 2)
            let bob = visitors.enter("Bob", model: .init(isOn: true), line: 3)
            anna.send(.tell("hello"), line: 4)
            anna.expectCommand(.broadcast("talk", "hello"), line: 5)
            bob.expectModel(line: 6) { $0.notes = ["hello"] }
            bob.click("+", line: 7)
            bob.expectModel(line: 8) { $0.count = 1 }
        }
        #expect(
            sentences == [
                """
                7: Left after Anna's send(.tell("hello")) at AccountingTests.swift:4:
                The message .heard("hello") was sent without an action of the test, and the test did not check it.
                Add expectMessage(.heard("hello")), or make the test .loosely.
                """
            ]
        )
    }

    @Test func `A loose test may leave results unchecked`() {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), .loosely)
            test.click("+")
            test.click("Fetch")
            test.click("Wait")
            test.click("Fail")
            test.send(.tell("x"))
        }
        #expect(sentences == [])
    }
}
