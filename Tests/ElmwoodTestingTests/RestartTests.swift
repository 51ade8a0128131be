import Elmwood
import ElmwoodTesting
import Testing

/// Restarts of the server.
@Suite struct RestartTests {
    private static let serverless: [TestTransport] = [.process, .http]

    @Test(arguments: Script.allCases)
    func `A durable effect is performed again, with the same id, until it has finished`(script: Script) {
        let depot = Depot()
        let test = ProgramTest(depot, script: script)
        test.click("Order")
        test.expectCommand(.effect(.order(0), durable: true))
        test.restart()
        test.restart()
        test.perform(.order(0))
        test.expectMessage(.ordered("again"))
        test.expectModel { $0.note = "again" }
        test.expect("#note", "again")
        test.restart()
        test.advance(by: .seconds(60))
        #expect(depot.orders.all.map(\.isRepeat) == [true])
        test.click("Order")
        test.expectCommand(.effect(.order(0), durable: true))
        test.perform(.order(0))
        test.expectMessage(.ordered("first"))
        test.expectModel { $0.note = "first" }
        #expect(depot.orders.all.map(\.isRepeat) == [true, false])
        #expect(depot.orders.all.first?.id != depot.orders.all.last?.id)
    }

    @Test func `A durable effect that the program was performing is repeated as the same attempt`() {
        let clock = TestClock()
        let depot = Depot(takes: { try await clock.sleep(for: .seconds(1)) })
        let test = ProgramTest(depot, clock: clock)
        test.click("Order")
        test.expectCommand(.effect(.order(0), durable: true))
        test.perform(.order(0))
        test.restart()
        test.advance(by: .seconds(2))
        test.perform(.order(0))
        test.advance(by: .seconds(1))
        test.expectMessage(.ordered("again"))
        test.expectModel { $0.note = "again" }
        #expect(depot.orders.all.map(\.isRepeat) == [false, true])
        #expect(Set(depot.orders.all.map(\.id)).count == 1)
    }

    @Test func `An effect that is not durable ends with the restart, and the model still waits for it`() {
        let sentences = said {
            let test = ProgramTest(Depot(), line: 1)
            test.click("Ask", line: 2)
            test.expectModel(line: 3) { $0.isAsking = true }
            test.expectCommand(.effect(.ask), line: 4)
            test.restart(line: 5)
            test.click("Ask", line: 6)
            test.resolve(.ask, with: .answered, line: 7)
        }
        #expect(
            sentences == [
                "6: The button “Ask” is disabled.", "7: The effect .ask does not go on, and no other one does.",
            ]
        )
    }

    @Test(arguments: [Duration.milliseconds(1), .milliseconds(299), .seconds(4)])
    func `A delayed message arrives at its time, despite restarts`(first: Duration) {
        let test = ProgramTest(Depot())
        test.click("Remind")
        test.expectCommand(.after(.seconds(5), .reminded))
        test.advance(by: first)
        test.restart()
        test.advance(by: .seconds(5) - first - .milliseconds(1))
        test.restart()
        test.advance(by: .milliseconds(1))
        test.expectMessage(.reminded)
        test.expectModel { $0.note = "reminded" }
    }

    @Test func `Pending work after a restart is reported at the end, at the line where it began`() {
        let sentences = said {
            let test = ProgramTest(Depot(), line: 1)
            test.click("Remind", line: 2)
            test.expectCommand(.after(.seconds(5), .reminded), line: 3)
            test.click("Order", line: 4)
            test.expectCommand(.effect(.order(0), durable: true), line: 5)
            test.restart(line: 6)
        }
        #expect(
            sentences.sorted() == [
                """
                2: Left after click("Remind") at RestartTests.swift:2:
                The message .reminded is still to come.
                Add advance(by: …), or have the program cancel it.
                """,
                """
                6: Left after restart() at RestartTests.swift:6:
                The effect .order(0) is still running.
                Add resolve(.order(0), with: …) or perform(.order(0)).
                """,
            ]
        )
    }

    @Test func `The parts of a model that are not stored are changes that have to be checked`() {
        let sentences = said {
            let test = ProgramTest(Depot(), model: Depot.Model(stock: 2), line: 1)
            test.click("Sum", line: 2)
            test.expectModel(line: 3) { $0.sum = 4 }
            test.restart(line: 4)
            test.click("Add", line: 5)
            test.expectModel(line: 6) { $0.stock = 3 }
        }
        #expect(
            sentences == [
                """
                5: Left after restart() at RestartTests.swift:4:
                The model changed, and the test did not check it:
                  sum: 4 → nil
                Add expectModel { … }, or make the test .loosely.
                """
            ]
        )
    }

    @Test(arguments: Script.allCases)
    func `A model that cannot be decoded again is a failure, and the visitor gets a new session`(script: Script) {
        let test = ProgramTest(Depot(), script: script)
        test.click("Spoil")
        test.expectModel { $0.stock = -1 }
        test.restart()
        test.expectFailure(Depot.Unreadable())
        test.reload()
        test.expect("#stock", "0")
        test.click("Add")
        test.expectModel { $0.stock = 1 }
    }

    @Test(
        arguments: [TestTransport.process, .http, .browser],
        Script.allCases
    )
    func `Open pages continue, with the text typed into them`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Depot(), in: transport, script: script)
        test.click("Watch")
        test.expectModel { $0.note = "watch" }
        let other = test.openPage()
        test.fill("Note", "Look")
        test.restart()
        test.expectField("Note", "Look")
        test.advance(by: .seconds(1))
        test.expectMessage(.tick)
        test.expectModel { $0.stock = 1 }
        test.expect("#stock", "1")
        other.expect("#stock", "1")
        test.submit()
        test.expectModel { $0.notes = ["Look"] }
        other.restart()
        other.click("Add")
        other.expectModel { $0.stock = 2 }
        test.expect("#stock", "2")
        test.expect(.li, texts: "Look")
    }

    @Test(arguments: RestartTests.serverless)
    func `All visitors of a site share one server`(transport: TestTransport) {
        let visitors = Visitors(of: Depot(), in: transport)
        let anna = visitors.enter("Anna", stored: ["key": 3]), bob = visitors.enter("Bob")
        bob.click("Add")
        bob.expectModel { $0.stock = 1 }
        anna.click("Tell")
        anna.expectCommand(.broadcast("talk", "hello"))
        anna.expectMessage(.heard("hello"))
        anna.expectModel { $0.notes = ["hello"] }
        bob.expectMessage(.heard("hello"))
        bob.expectModel { $0.notes = ["hello"] }
        visitors.restart()
        #expect(anna.storage.load("key") == 3)
        bob.click("Tell")
        bob.expectCommand(.broadcast("talk", "hello"))
        for visitor in [anna, bob] {
            visitor.expectMessage(.heard("hello"))
            visitor.expectModel { $0.notes.append("hello") }
        }
        anna.expect(.li, count: 2)
    }

    @Test(arguments: Script.allCases)
    func `A session that has had no turn starts again with the next request`(script: Script) {
        let test = ProgramTest(Depot(command: .effect(.ask)), script: script)
        test.expectCommand(.effect(.ask))
        test.restart()
        // An open page with a stream sends a request at once.
        if script == .off { test.reload() }
        test.expectCommand(.effect(.ask))
        test.resolve(.ask, with: .answered)
    }

    // MARK: Models of earlier versions

    @Test(arguments: RestartTests.serverless, Script.allCases)
    func `A model that an earlier version stored is migrated`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Depot(), storedModel: #"{"pieces":3}"#, in: transport, script: script)
        test.expect("#stock", "3")
        test.click("Add")
        test.expectModel { $0.stock = 4 }
    }

    @Test(
        arguments: RestartTests.serverless,
        Script.allCases
    )
    func `A stored model without a newer property gets its default`(transport: TestTransport, script: Script) {
        let test = ProgramTest(Depot(), storedModel: #"{"stock":3}"#, in: transport, script: script)
        test.expect("#stock", "3")
        test.click("Add")
        test.expectModel { $0.stock = 4 }
    }

    @Test func `A stored model that is invalid is a failure, and the program starts again`() {
        let sentences = said {
            let stored = #"{"stock":-1,"note":"","notes":[],"isAsking":false}"#
            let test = ProgramTest(Depot(), storedModel: stored, line: 1)
            test.expect("#stock", "0", line: 2)
            test.click("Add", line: 3)
            test.expectModel(line: 4) { $0.stock = 1 }
        }
        #expect(
            sentences == [
                """
                3: Left after open("/") at RestartTests.swift:1:
                A stored model cannot be read any more, so its session starts anew, and the model is set aside: Unreadable(), and the test did not check it.
                Add expectFailure().
                """
            ]
        )
    }

    @Test func `Parts of a model that are not encoded are compared too`() {
        let sentences = said {
            let test = ProgramTest(Depot(), model: Depot.Model(stock: 2), line: 1)
            test.click("Sum", line: 2)
            test.expectModel(line: 3) { $0.sum = 5 }
            test.click("Sum", line: 4)
        }
        #expect(sentences == ["3: The model is not what was expected:\n  sum: expected 5, is 4"])
    }
}
