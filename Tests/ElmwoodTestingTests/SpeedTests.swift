import ElmwoodTesting
import Testing

@testable import ElmwoodTodoMVCExample

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What a test costs.
@Suite struct SpeedTests {
    @Test("A thousand tests of TodoMVC take about two seconds of one processor", arguments: Script.allCases)
    func thousand(script: Script) {
        let milk = TodoMVC.Todo(id: 1, title: "Buy milk")
        let before = Self.processorTime
        for _ in 0..<1_000 {
            let test = ProgramTest(TodoMVC(), model: .init(), script: script)
            test.fill("What needs to be done?", "Buy milk")
            test.submit("new-todo")
            test.expectModel {
                $0.todos = [milk]
                $0.nextID = 2
            }
            test.expectCommand(.save([milk], as: "todomvc"))
            test.expect(".todo-count", "1 item left")
        }
        let time = Self.processorTime - before
        print("1,000 tests of TodoMVC, script \(script): \(time)")
        // Five times as much, for machines that are slower, or do other things beside.
        #expect(time < .seconds(10))
    }

    /// What this thread has had of a processor.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
