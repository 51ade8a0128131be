import ElmwoodTesting
import Testing

/// Tests over HTTP.
@Suite struct TransportTests {
    @Test(arguments: Script.allCases)
    func `A program behind a server is tested with the same calls`(script: Script) {
        let clock = TestClock()
        let test = ProgramTest(
            KitchenSink(clock: clock),
            in: .http,
            script: script,
            stored: ["count": 3],
            clock: clock
        )
        test.send(.load)
        test.expectCommand(.load("count", KitchenSink.Message.loaded))
        test.expectMessage(.loaded(3))
        test.expectModel { $0.count = 3 }
        test.expect(.output, "3")
        test.click("+")
        test.expectModel { $0.count = 4 }
        test.fill("Name", "Ada")
        test.expectModel { $0.name = "Ada" }
        test.fill("Title", "Saw")
        test.click("Add")
        test.expectModel { $0.items = [.init(id: 1, title: "Saw")] }
        test.expectCommand(.focus("title"))
        test.expect(.li, texts: "Saw")
        test.click("Fetch")
        test.perform(.fetch(4))
        test.advance(by: .seconds(2))
        test.expectMessage(.fetched(["fetched 4"]))
        test.expectModel { $0.notes = ["fetched 4"] }
        test.click("Notes")
        test.expectAddress("/notes")
        test.expect("ol", "fetched 4")
        let other = test.openPage()
        test.click("Fail")
        test.expectFailure(KitchenSink.Broken())
        other.expect(.output, "4")
    }

    @Test(arguments: Script.allCases)
    func `Several visitors of a program behind a server are tested with the same calls`(script: Script) {
        let visitors = Visitors(of: KitchenSink(), in: .http, script: script)
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
