import ElmwoodTesting
import Testing

/// Results that a test passes over or accepts unchecked.
@Suite struct PassOverTests {
    @Test(arguments: Script.allCases)
    func `All results so far count as checked, and later ones do not`(script: Script) {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            test.click("Twice", line: 2)
            test.passOver()
            test.click("+", line: 3)
            test.expectModel(line: 4) { $0.count = 3 }
            test.click("Twice", line: 5)
            test.passOver()
            test.expectNoCommands(line: 6)
        }
        #expect(sentences == [])
    }

    @Test(arguments: Script.allCases)
    func `Failures, problems of fields and running effects are not passed over`(script: Script) {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            test.click("Fetch", line: 2)
            test.passOver()
            test.submit("new-item", line: 3)
            test.passOver()
        }
        #expect(sentences.count == 2)
        #expect(sentences.first?.contains("The page says of “title”") == true)
        #expect(sentences.last?.contains("The effect .fetch(0) is still running.") == true)
    }

    @Test func `With several visitors the results of all are passed over`() {
        let sentences = said {
            let visitors = Visitors(of: KitchenSink(), line: 1)
            let anna = visitors.enter("Anna", model: .init(isOn: true), line: 2)
            let bob = visitors.enter("Bob", model: .init(isOn: true), line: 3)
            anna.send(.tell("hello"), line: 4)
            visitors.passOver()
            bob.expectModel(line: 5) { _ in }
            withExtendedLifetime(anna) {}
        }
        #expect(
            sentences == [
                "5: The model has not changed since the test looked last, and expectModel changes nothing in it."
            ]
        )
    }

    @Test(arguments: Script.allCases)
    func `An effect with an unpredictable value can be read`(script: Script) {
        let sentences = said {
            let test = ProgramTest(KitchenSink(), script: script, line: 1)
            #expect(test.expectEffect(line: 2) == nil)
            test.click("Fetch", line: 3)
            #expect(test.expectEffect(line: 4) == .fetch(0))
            test.resolve(.fetch(0), line: 5)
            #expect(test.expectEffect(line: 6) == nil)
        }
        #expect(sentences == ["2: No effect goes on.", "6: No effect goes on."])
    }
}
