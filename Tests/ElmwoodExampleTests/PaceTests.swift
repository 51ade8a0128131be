import ElmwoodTesting
import Foundation
import Testing

@testable import ElmwoodTodoMVCExample

/// How many tests are run, by the environment.
private let count = ProcessInfo.processInfo.environment["PACE"].flatMap { Int($0) } ?? 0

/// How long the kit's tests take. It is printed, and nothing fails by it:
///
/// ```sh
/// PACE=1000 ./dev test --filter PaceTests
/// ```
@Suite(.serialized, .enabled(if: count > 0)) struct PaceTests {
    @Test("So many tests of TodoMVC take their time", arguments: Script.allCases)
    func pace(script: Script) {
        let (start, used) = (ContinuousClock.now, processorTime())
        for _ in 0..<count { todos(script) }
        let took = ContinuousClock.now - start
        let each = (processorTime() - used) / count
        print("\(count) tests, script \(script): \(took), \(each) of the processor each")
    }

    /// How long the processor was at work for this thread.
    private func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Two todos are added, one is completed, the active ones are looked at, the completed one is cleared.
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
        test.check("Done: Milk")
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
