import ChatExample
@testable import CounterExample
import ElmwoodTesting
import RegistrationExample
import SearchExample
import StopwatchExample
import Testing
import TodoMVCExample

/// The examples, as a first user of the kit would test them.
@Suite struct ExampleTests {
    @Test("The counter counts, slowly too", arguments: Script.allCases)
    func counter(script: Script) {
        let test = ProgramTest(Counter(), script: script)
        test.click("Increment")
        test.expectModel { $0.count = 1 }
        test.fill("Set to", "41")
        test.expectModel { $0.count = 41 }
        test.expect("#count", "41")
        test.click("Save")
        test.expectCommand(.save(41, as: "counter"))
        test.random(returns: 7)
        test.click("Randomize")
        test.expectCommand(.random(in: 0...10, Counter.Message.set))
        test.expectModel { $0.count = 7 }
        test.click("Load")
        test.expectCommand(.load("counter", Counter.Message.loaded))
        test.expectMessage(.loaded(41))
        test.expectModel { $0.count = 41 }
        test.click("Increment slowly")
        test.expectModel { $0.isRunning = true }
        test.expectNotOffered(.incrementSlowly)
        test.resolve(.increment(0), with: .completed(1))
        test.expectModel {
            $0.isRunning = false
            $0.slowCount = 1
        }
    }

    @Test("A todo list is stored, and there again", arguments: Script.allCases)
    func todos(script: Script) {
        let test = ProgramTest(TodoMVC(), script: script, .loosely)
        test.fill("What needs to be done?", "Buy milk")
        test.submit("new-todo")
        test.fill("What needs to be done?", "Walk the dog")
        test.submit("new-todo")
        test.within(.li, containing: "Buy milk") { test.check("Done: Buy milk") }
        test.expect("li.completed", count: 1)
        test.click("Active")
        test.expectAddress("/active")
        test.within(".todo-list") { test.expect(.label, texts: "Walk the dog") }
        test.click("Delete: Walk the dog")
        test.expect(".todo-count", "0 items left")
        #expect(test.storage.keys() == ["todomvc"])
    }

    @Test("Who is in the chat hears the others", arguments: Script.allCases)
    func chat(script: Script) {
        let visitors = Visitors(of: Chat(), script: script, .loosely)
        let anna = visitors.enter("Anna")
        let bob = visitors.enter("Bob")
        visitors.random(returns: 1, 2)
        for (visitor, name) in [(anna, "Anna"), (bob, "Bob")] {
            visitor.fill("name", name)
            visitor.click("Come in")
        }
        anna.expect("#company", "Anna (you) Bob")
        bob.fill("Say something", "Hello!")
        bob.click("Send")
        anna.expect("li", "BobHello!")
        anna.click("Leave")
        bob.expect("#company", "Bob (you)")
        visitors.advance(by: .seconds(60))
        bob.expect("#company", "Bob (you)")
    }

    @Test("The stopwatch goes by the test's date", arguments: Script.allCases)
    func stopwatch(script: Script) {
        let test = ProgramTest(Stopwatch(), script: script, .loosely)
        test.expect("#time", "0:00.0")
        test.click("Start")
        test.expectSubscriptions(.every(.milliseconds(100), .tick))
        test.advance(by: .milliseconds(2_500))
        test.expect("#time", "0:02.5")
        test.click("Lap")
        test.advance(by: .seconds(60))
        test.click("Stop")
        test.expectSubscriptions()
        test.expect("#time", "1:02.5")
        test.within(.tbody) { test.expect(.td, texts: "0:02.5", "0:02.5") }
    }

    @Test("The search finds villages, whether it is submitted or typed", arguments: Script.allCases)
    func search(script: Script) {
        let test = ProgramTest(Search(), script: script, .loosely)
        test.fill("The name of a village", "elm")
        test.submit()
        test.expectAddress("/?q=elm")
        test.expectTitle("elm – Search")
        #expect((test.expectView()?.count(of: "ul.results") ?? 0) == 1)
    }

    @Test("A registration is refused field by field, then taken", arguments: Script.allCases)
    func registration(script: Script) {
        let test = ProgramTest(Registration(), script: script, .loosely)
        test.fill("Name", "Ada")
        test.click("Register")
        test.expectProblem(in: "email")
        test.expectProblem(in: "password")
        test.fill("E-mail", "ada@example.org")
        test.fill("Password", "a long one 1")
        test.fill("Date of birth", "1990-12-10")
        test.choose("Country", "Switzerland")
        test.attach("Picture", TestFile("me.gif", type: "image/gif", content: Array("GIF89a".utf8)))
        test.click("Register")
        test.expectNoProblems()
        test.expectView(text: "Ada")
    }
}
