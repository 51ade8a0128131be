import ElmwoodTesting
import FoundationEssentials
import Testing

/// Actions and expectations that succeed. The kit itself would fail these tests otherwise.
@Suite struct ProgramTestTests {
    @Test(arguments: Script.allCases)
    func `A click sends a message, and its results are checked`(script: Script) {
        let test = ProgramTest(KitchenSink(), script: script)
        test.expect(.h1, "Workshop")
        test.expectOffers(.increment, .twice)
        test.expectNotOffered(.reset, .roll)
        test.click("+")
        test.expectModel { $0.count = 1 }
        test.expect(.output, "1")
        test.expectOffers(.reset)
        test.click("Twice")
        test.expectCommands(.send(.increment), .send(.increment))
        test.expectModel { $0.count = 3 }
    }

    @Test(arguments: Script.allCases)
    func `A form is filled in and sent, and its problems are shown on the page`(script: Script) {
        let test = ProgramTest(KitchenSink(), script: script)
        test.submit("new-item")
        test.expectProblem(in: "title")
        test.fill("Title", "Saw")
        test.click("Add")
        test.expectNoProblems()
        test.expectModel { $0.items = [.init(id: 1, title: "Saw")] }
        test.expectCommand(.focus("title"))
        test.expect(.li, texts: "Saw")
        test.fill("Title", "Plane")
        test.submit("new-item")
        test.expectModel { $0.items.append(.init(id: 2, title: "Plane")) }
        test.expectCommand(.focus("title"))
        test.expect(.li, count: 2)
        test.expectField("Title", "")
    }

    @Test(arguments: Script.allCases)
    func `A field outside of a form is posted if the test checks something, or with the next click`(script: Script) {
        let test = ProgramTest(KitchenSink(), script: script)
        test.fill("Name", "Ada")
        test.expectModel { $0.name = "Ada" }
        test.check("On")
        test.expectModel { $0.isOn = true }
        test.expectSubscriptions(.every(.seconds(1), .tick), .topic("talk", KitchenSink.Message.heard))
        test.uncheck("On")
        test.expectChecked("On", false)
        test.expectModel { $0.isOn = false }
        test.expectSubscriptions()
        test.fill("Name", "Eve")
        test.expectView(text: "Workshop")
        test.expectModel { $0.name = "Eve" }
    }

    @Test(arguments: Script.allCases)
    func `Time passes if the test advances it`(script: Script) {
        let test = ProgramTest(KitchenSink(), script: script)
        test.click("Wait")
        test.expectCommand(.after(.seconds(5), .waited, id: "wait"))
        test.advance(by: .seconds(4))
        test.advance(by: .seconds(1))
        test.expectMessage(.waited)
        test.expectModel { $0.notes = ["waited"] }
        test.send(.turn(on: true))
        test.expectModel { $0.isOn = true }
        test.advance(by: .seconds(3_600))
        for _ in 0..<3_600 { test.expectMessage(.tick) }
        test.expectModel { $0.count = 3_600 }
    }

    @Test(arguments: Script.allCases)
    func `The test determines the messages of an effect`(script: Script) {
        let test = ProgramTest(KitchenSink(), script: script)
        test.click("Fetch")
        test.resolve(.fetch(0), with: .fetched(["a"]), .note("b"))
        test.expectModel { $0.notes = ["a", "b"] }
        test.click("Fetch")
        test.expectCommand(.effect(.fetch(0), id: "fetch"))
        test.deliver(.note("c"), from: .fetch(0))
        test.expectModel { $0.notes.append("c") }
        test.resolve(.fetch(0), throwing: KitchenSink.Broken())
        test.expectModel { $0.notes.append("failed: Broken") }
        test.click("Fetch")
        test.expectCommand(.effect(.fetch(0), id: "fetch"))
        test.send(.stopFetching)
        test.expectCommand(.cancel("fetch"))
    }

    @Test(arguments: Script.allCases)
    func `The program can perform an effect, using the test's clock`(script: Script) {
        let clock = TestClock()
        let test = ProgramTest(KitchenSink(clock: clock), script: script, clock: clock)
        test.click("Fetch")
        test.perform(.fetch(0))
        test.advance(by: .seconds(2))
        test.expectMessage(.fetched(["fetched 0"]))
        test.expectModel { $0.notes = ["fetched 0"] }
    }

    @Test(arguments: Script.allCases)
    func `The test determines random numbers and dates`(script: Script) {
        let test = ProgramTest(KitchenSink(), script: script, date: Date(timeIntervalSince1970: 1_000))
        test.random(returns: 4, 6)
        test.send(.roll)
        test.expectCommand(.random(in: 1...6, KitchenSink.Message.rolled))
        test.expectModel { $0.count = 4 }
        #expect(test.expectModel(for: .roll)?.count == 6)
        test.expectCommand(.random(in: 1...6, KitchenSink.Message.rolled))
        #expect(test.date == Date(timeIntervalSince1970: 1_000))
        test.advance(by: .milliseconds(2_500))
        #expect(test.date == Date(timeIntervalSince1970: 1_002.5))
        test.date = Date(timeIntervalSince1970: 5)
        test.advance(by: .seconds(1))
        #expect(test.date == Date(timeIntervalSince1970: 6))
    }

    @Test(arguments: Script.allCases)
    func `Stored values can be read, and can exist before the test`(script: Script) {
        let test = ProgramTest(KitchenSink(), script: script, stored: ["count": 3])
        test.send(.load)
        test.expectCommand(.load("count", KitchenSink.Message.loaded))
        test.expectMessage(.loaded(3))
        test.expectModel { $0.count = 3 }
        test.click("+")
        test.expectModel { $0.count = 4 }
        test.send(.save)
        test.expectCommand(.save(4, as: "count"))
        #expect(test.storage.load("count") == 4)
        #expect(test.storage.keys() == ["count"])
        test.storage.failure = StorageError("The disk is full.")
        test.send(.save)
        test.expectCommand(.save(4, as: "count"))
        test.expectFailure(StorageError("The disk is full."))
    }

    @Test(arguments: Script.allCases)
    func `Errors that the program throws can be expected`(script: Script) {
        let test = ProgramTest(KitchenSink(), script: script)
        test.click("Fail")
        test.expectFailure(KitchenSink.Broken())
        #expect(test.expectFailure(for: .fail) is KitchenSink.Broken)
        test.send(.breakView)
        test.expectModel { $0.breaksView = true }
        test.expectFailure(KitchenSink.Broken())
        let broken = ProgramTest(KitchenSink(), at: "/broken", script: script)
        broken.expectFailure(KitchenSink.Broken())
    }

    @Test(arguments: Script.allCases)
    func `A start's command is checked as any other`(script: Script) {
        let test = ProgramTest(KitchenSink(first: .batch(.send(.increment), .effect(.fetch(7)))), script: script)
        test.expectCommand(.send(.increment))
        test.expectModel { $0.count = 1 }
        test.resolve(.fetch(7), with: .fetched(["x"]))
        test.expectModel { $0.notes = ["x"] }
    }

    @Test(arguments: Script.allCases)
    func `A test may start with a given model`(script: Script) {
        let test = ProgramTest(KitchenSink(), model: .init(count: 9, isOn: true), script: script)
        #expect(test.expectModel()?.count == 9)
        test.expect(.output, "9")
        test.advance(by: .seconds(1))
        test.expectMessage(.tick)
        test.expectModel { $0.count = 10 }
    }

    @Test(arguments: Script.allCases)
    func `Two pages of a visitor share one model, and each has its own address`(script: Script) {
        let test = ProgramTest(KitchenSink(), script: script)
        let other = test.openPage("/notes")
        other.expectAddress("/notes")
        test.click("+")
        test.expectModel { $0.count = 1 }
        other.expect(.output, "1")
        other.send(.note("hm"))
        test.expectModel { $0.notes = ["hm"] }
        other.within(.ol) { other.expect(.li, "hm") }
        test.expectNone(.ol)
        test.click("Notes")
        test.expectAddress("/notes")
        test.expect(.ol, count: 1)
        other.closePage()
    }

    @Test(arguments: Script.allCases)
    func `After a session has ended, a new one starts`(script: Script) {
        let test = ProgramTest(KitchenSink(), script: script)
        test.click("+")
        test.expectModel { $0.count = 1 }
        test.click("Leave")
        test.expectCommand(.endSession)
        test.expect(.output, "0")
        test.click("+")
        test.expectModel { $0.count = 1 }
    }

    @Test func `A loose test checks only what it wants to`() {
        let test = ProgramTest(KitchenSink(), .loosely)
        test.click("+")
        test.click("Fetch")
        test.click("Twice")
        test.expectCommand(.effect(.fetch(1), id: "fetch"))
        test.expectModel { $0.count = 3 }
    }

    @Test(arguments: Script.allCases)
    func `Visitors share topics, time and shared values`(script: Script) {
        let visitors = Visitors(of: KitchenSink(), script: script)
        let anna = visitors.enter("Anna")
        let bob = visitors.enter("Bob", model: .init(isOn: true))
        anna.send(.tell("hello"))
        anna.expectCommand(.broadcast("talk", "hello"))
        bob.expectMessage(.heard("hello"))
        bob.expectModel { $0.notes = ["hello"] }
        visitors.advance(by: .seconds(1))
        bob.expectMessage(.tick)
        bob.expectModel { $0.count = 1 }
        bob.expect(.output, "1")
        anna.expect(.output, "0")
    }
}
