import ElmwoodTesting
import Testing

@testable import ElmwoodExamplePrograms

/// The examples in process, behind a real server, and in a real Chromium. The tests share one browser, and run one after the other.
@Suite(.serialized) struct TransportTests {
    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `The counter counts, immediately and with slow steps`(transport: TestTransport, script: Script) {
        let clock = TestClock()
        let test = ProgramTest(Counter(clock: clock), in: transport, script: script, clock: clock)
        test.click("Increment")
        test.expectModel { $0.count = 1 }
        test.fill("Set to", "41")
        test.expectModel { $0.count = 41 }
        test.expect("#count", "41")
        test.click("Increment slowly")
        test.expectModel { $0.isRunning = true }
        test.perform(.increment(0))
        test.advance(by: .seconds(1))
        test.expectMessage(.completed(1))
        test.expectModel {
            $0.slowCount = 1
            $0.isRunning = false
        }
        test.expect("#slow-count", "1")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A todo is added, completed and cleared`(transport: TestTransport, script: Script) {
        let test = ProgramTest(TodoMVC(), model: .init(), in: transport, script: script)
        for (id, title) in [(1, "Milk"), (2, "Bread")] {
            test.fill("What needs to be done?", title)
            test.submit("new-todo")
            test.expectModel {
                $0.todos.append(.init(id: id, title: title))
                $0.nextID = id + 1
            }
            test.passOver()
        }
        test.check("Milk")
        test.expectModel { $0.todos[0].isCompleted = true }
        test.passOver()
        test.click("Active")
        test.expectAddress("/active")
        test.expect(".todo-list label", texts: "Bread")
        test.click("Clear completed")
        test.expectModel { $0.todos.removeFirst() }
        test.passOver()
        test.expect(".todo-count", "1 item left")
    }

    @Test(arguments: TestTransport.usual)
    func `Editing a title starts with a double click, and ends with Escape, Enter or leaving the field`(
        transport: TestTransport
    ) {
        let model = TodoMVC.Model(todos: [.init(id: 1, title: "Milk")], nextID: 2)
        // When the input is sent while it is typed depends on the browser.
        let test = ProgramTest(TodoMVC(), model: model, in: transport, .loosely)
        test.doubleClick("Milk")
        test.expectField("New title", "Milk")
        test.fill("New title", "Oat milk")
        test.press(.escape)
        test.expectNone(".edit")
        test.expect(".todo-list label", texts: "Milk")
        test.doubleClick("Milk")
        test.fill("New title", " Oat milk ")
        test.press(.enter)
        test.expectNone(".edit")
        test.expect(".todo-list label", texts: "Oat milk")
        test.doubleClick("Oat milk")
        test.fill("New title", "")
        test.click("Active")
        test.expectNone(".todo-list")
        test.expectAddress("/active")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A visitor of the chat receives what another one says`(transport: TestTransport, script: Script) {
        let visitors = Visitors(of: Chat(), in: transport, script: script, sharing: [Room()])
        let anna = visitors.enter("Anna")
        let bob = visitors.enter("Bob")
        for (number, page, name) in [(1, anna, "Anna"), (2, bob, "Bob")] {
            visitors.random(returns: number)
            page.fill("name", name)
            page.click("Come in")
            visitors.passOver()
        }
        if script == .on { anna.expect("#company li", texts: "Anna (you)", "Bob") }
        bob.fill("Say something", "Hello!")
        bob.click("Send")
        visitors.passOver()
        if script == .off { anna.open("/") }
        anna.expect("ol strong", texts: "Bob")
        anna.expect("ol span", texts: "Hello!")
    }
}
