import ElmwoodTesting
import Testing

@testable import TodoMVCExample

extension ProgramTest<TodoMVC> {
    /// Adds a todo as a visitor does.
    fileprivate func add(_ title: String, file: StaticString = #filePath, line: UInt = #line) {
        fill("What needs to be done?", title, file: file, line: line)
        submit("new-todo", file: file, line: line)
    }

    /// Expects that the list has become this, and has been stored; `change` is what else has changed.
    fileprivate func expectTodos(
        _ todos: TodoMVC.Todo...,
        file: StaticString = #filePath,
        line: UInt = #line,
        and change: (inout TodoMVC.Model) -> Void = { _ in }
    ) {
        expectModel(file: file, line: line) { model in
            model.todos = todos
            model.nextID = max(model.nextID, (todos.map(\.id).max() ?? 0) + 1)
            change(&model)
        }
        expectCommand(.save(todos, as: "todomvc"), file: file, line: line)
    }
}

@Suite("TodoMVC, as a visitor has it before him") struct TodoMVCTests {
    private typealias Todo = TodoMVC.Todo

    /// A visitor whose list has these two todos.
    private func milkAndBread(script: Script, at path: String = "/") -> ProgramTest<TodoMVC> {
        let todos = [Todo(id: 1, title: "Milk"), Todo(id: 2, title: "Bread", isCompleted: true)]
        return ProgramTest(TodoMVC(), at: path, model: .init(todos: todos, nextID: 3), script: script)
    }

    @Test("An empty list has neither list nor footer", arguments: Script.allCases)
    func empty(script: Script) {
        let test = ProgramTest(TodoMVC(), script: script)
        test.expectCommand(.load("todomvc", TodoMVC.Message.loaded))
        test.expectMessage(.loaded(nil))
        test.expect(.h1, "todos")
        test.expectNone(".main")
        test.expectNone(".footer")
    }

    @Test("What was stored is there again", arguments: Script.allCases)
    func stored(script: Script) {
        let stored = [Todo(id: 4, title: "Milk", isCompleted: true)]
        let test = ProgramTest(TodoMVC(), script: script, stored: ["todomvc": stored])
        test.expectCommand(.load("todomvc", TodoMVC.Message.loaded))
        test.expectMessage(.loaded(stored))
        test.expectModel {
            $0.todos = stored
            $0.nextID = 5
        }
        test.expect("li.completed", count: 1)
    }

    @Test("A todo is added, without the white space around it", arguments: Script.allCases)
    func adds(script: Script) {
        let test = ProgramTest(TodoMVC(), model: .init(), script: script)
        test.add("Buy milk")
        test.expectTodos(Todo(id: 1, title: "Buy milk"))
        test.expectField("What needs to be done?", "")
        test.add("  Bake <bread>  ")
        test.expectTodos(Todo(id: 1, title: "Buy milk"), Todo(id: 2, title: "Bake <bread>"))
        test.expect(".todo-list label", texts: "Buy milk", "Bake <bread>")
        test.expect(".todo-count", "2 items left")
        test.add("   ")
        test.expectNoCommands()
        test.expect(".todo-list li", count: 2)
    }

    @Test("A todo is done and undone", arguments: Script.allCases)
    func completes(script: Script) {
        let test = milkAndBread(script: script)
        test.expect(".todo-count", "1 item left")
        test.check("Done: Milk")
        test.expectTodos(Todo(id: 1, title: "Milk", isCompleted: true), Todo(id: 2, title: "Bread", isCompleted: true))
        test.expectChecked("Mark all as complete")
        test.expect(".todo-count", "0 items left")
        test.uncheck("Done: Bread")
        test.expectTodos(Todo(id: 1, title: "Milk", isCompleted: true), Todo(id: 2, title: "Bread"))
        test.expectChecked("Mark all as complete", false)
        test.expect("li.completed label", texts: "Milk")
    }

    @Test("All are done and undone at once", arguments: Script.allCases)
    func completesAll(script: Script) {
        let test = milkAndBread(script: script)
        test.check("Mark all as complete")
        test.expectTodos(Todo(id: 1, title: "Milk", isCompleted: true), Todo(id: 2, title: "Bread", isCompleted: true))
        test.uncheck("Mark all as complete")
        test.expectTodos(Todo(id: 1, title: "Milk"), Todo(id: 2, title: "Bread"))
    }

    @Test("The filters are addresses of their own", arguments: Script.allCases)
    func filters(script: Script) {
        let test = milkAndBread(script: script)
        test.click("Active")
        test.expectAddress("/active")
        test.expect(".todo-list label", texts: "Milk")
        test.expect("a[aria-current=page]", "Active")
        test.click("Completed")
        test.expectAddress("/completed")
        test.expect(".todo-list label", texts: "Bread")
        test.expectNotOffered(.remove(id: 1))
        test.click("All")
        test.expect(".todo-list label", texts: "Milk", "Bread")
    }

    @Test("A todo is deleted, and what is done is cleared", arguments: Script.allCases)
    func deletes(script: Script) {
        let test = milkAndBread(script: script)
        test.within(".todo-list li", containing: "Milk") { test.click("Delete: Milk") }
        test.expectTodos(Todo(id: 2, title: "Bread", isCompleted: true))
        test.click("Clear completed")
        test.expectTodos()
        test.expectNone(".footer")
    }

    @Test("What is done is cleared from a filtered page", arguments: Script.allCases)
    func clears(script: Script) {
        let test = milkAndBread(script: script, at: "/active")
        test.click("Clear completed")
        test.expectTodos(Todo(id: 1, title: "Milk"))
        test.expectAddress("/active")
        test.expectNone(.button, "Clear completed")
    }

    // MARK: Editing

    @Test("A title is edited, and edited away", arguments: Script.allCases)
    func edits(script: Script) {
        let test = milkAndBread(script: script)
        test.click("Edit: Milk")
        test.expectModel {
            $0.editing = 1
            $0.draft = "Milk"
        }
        test.expectCommand(.focus("title-1"))
        test.expectField("New title", "Milk")
        test.fill("New title", " Oat milk ")
        test.submit("edit-1")
        test.expectTodos(Todo(id: 1, title: "Oat milk"), Todo(id: 2, title: "Bread", isCompleted: true)) {
            $0.editing = nil
            // With script, what was typed has been told before.
            if script == .on { $0.draft = " Oat milk " }
        }
        test.expectCommand(.focus("new-todo"))

        test.click("Edit: Bread")
        test.expectModel {
            $0.editing = 2
            $0.draft = "Bread"
        }
        test.expectCommand(.focus("title-2"))
        test.fill("New title", "  ")
        test.submit("edit-2")
        test.expectTodos(Todo(id: 1, title: "Oat milk")) {
            $0.editing = nil
            if script == .on { $0.draft = "  " }
        }
        test.expectCommand(.focus("new-todo"))
    }

    @Test("A double click begins to edit, Escape ends it, and nothing has changed")
    func cancelsByKey() {
        let test = milkAndBread(script: .on)
        test.doubleClick("Milk")
        test.expectModel {
            $0.editing = 1
            $0.draft = "Milk"
        }
        test.expectCommand(.focus("title-1"))
        test.fill("New title", "Oat milk")
        test.press(.escape, in: "New title")
        test.expectModel {
            $0.draft = "Oat milk"
            $0.editing = nil
        }
        test.expectCommand(.focus("new-todo"))
        test.expect(".todo-list label", texts: "Milk", "Bread")
    }

    @Test("Without script there is a button to cancel by")
    func cancelsByButton() {
        let test = milkAndBread(script: .off)
        test.click("Edit: Milk")
        test.expectModel {
            $0.editing = 1
            $0.draft = "Milk"
        }
        test.expectCommand(.focus("title-1"))
        test.fill("New title", "Oat milk")
        test.click("Cancel")
        test.expectModel { $0.editing = nil }
        test.expectCommand(.focus("new-todo"))
        test.expect(".todo-list label", texts: "Milk", "Bread")
    }

    @Test("What is typed is told after a pause, and kept when the field is left")
    func leaves() {
        let test = milkAndBread(script: .on)
        test.click("Edit: Milk")
        test.expectModel {
            $0.editing = 1
            $0.draft = "Milk"
        }
        test.expectCommand(.focus("title-1"))
        test.fill("New title", "Oat milk")
        test.advance(by: .milliseconds(500))
        test.expectModel { $0.draft = "Oat milk" }
        test.click("Active")
        test.expectTodos(Todo(id: 1, title: "Oat milk"), Todo(id: 2, title: "Bread", isCompleted: true)) {
            $0.editing = nil
        }
        test.expect(".todo-list label", texts: "Oat milk")
    }
}
