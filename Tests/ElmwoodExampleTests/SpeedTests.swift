import ElmwoodTesting
import Foundation
import Testing

@testable import ElmwoodExamplePrograms

/// The number of tests to run, from the environment.
private let count = ProcessInfo.processInfo.environment["ELMWOOD_SPEED"].flatMap { Int($0) } ?? 0

/// Prints how long tests of the kit take. No test fails because it is slow:
///
/// ```sh
/// ELMWOOD_SPEED=1000 ./dev test --filter SpeedTests
/// ```
@Suite(.serialized, .enabled(if: count > 0)) struct SpeedTests {
    @Test(arguments: Script.allCases)
    func `Tests of TodoMVC pass, and their time is printed`(script: Script) {
        let (start, used) = (ContinuousClock.now, processorTime())
        for _ in 0..<count { todos(script) }
        let took = ContinuousClock.now - start
        let each = (processorTime() - used) / count
        print("\(count) tests, script \(script): \(took), \(each) of the processor each")
    }

    /// Returns the processor time that this thread has used.
    private func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Adds two todos, completes one, shows the active ones, and clears the completed one.
    private func todos(_ script: Script) {
        let test = ProgramTest(TodoMVC(), script: script)
        test.expectCommand(.load("todomvc", TodoMVC.Message.loaded))
        test.expectMessage(.loaded(nil))
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
        test.expect(".todo-list label", texts: "Bread")
        test.click("Clear completed")
        test.expectModel { $0.todos.removeFirst() }
        test.expectCommand(.save([TodoMVC.Todo(id: 2, title: "Bread")], as: "todomvc"))
        test.expect(".todo-count", "1 item left")
    }
}
