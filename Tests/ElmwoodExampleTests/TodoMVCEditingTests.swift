import ElmwoodTesting
import Testing

@testable import ElmwoodExamplePrograms

/// Editing in TodoMVC from a visitor's point of view.
@Suite struct TodoMVCEditingTests {
    private typealias Todo = TodoMVC.Todo

    @Test(arguments: Script.allCases)
    func `The title of an edited todo is in a field, which gets the focus`(script: Script) {
        let test = milkAndBread(script: script)
        test.click("Edit: Bread")
        test.expectModel { $0.editing = .init(id: 2, title: "Bread") }
        test.expectCommand(.focus("title-2"))
        test.expect("li.completed.editing", count: 1)
        test.expect("li.editing", count: 1)
        test.expectField("New title", "Bread")
        test.expect(".edit[autofocus]", count: 1)
        test.expectNone("#new-todo[autofocus]")
        test.within("li.editing form") { test.expectSnapshot("editing, script \(script)") }
    }

    @Test func `With script, a double click starts editing`() {
        let test = milkAndBread(script: .on)
        test.doubleClick("Milk")
        test.expectModel { $0.editing = .init(id: 1, title: "Milk") }
        test.expectCommand(.focus("title-1"))
    }

    @Test(arguments: Script.allCases)
    func `Enter saves the title without surrounding white space`(script: Script) {
        let test = milkAndBread(script: script)
        test.click("Edit: Bread")
        test.passOver()
        test.fill("New title", " Brown bread ")
        test.press(.enter, in: "New title")
        test.expectTodos(Todo(id: 1, title: "Milk"), Todo(id: 2, title: "Brown bread", isCompleted: true)) {
            $0.editing = nil
        }
        test.expectCommand(.focus("new-todo"))
        test.expectNone("li.editing")
    }

    @Test func `Without script, a button saves`() {
        let test = milkAndBread(script: .off)
        test.click("Edit: Milk")
        test.passOver()
        test.fill("New title", "Oat milk")
        test.click("Save")
        test.expectTodos(Todo(id: 1, title: "Oat milk"), Todo(id: 2, title: "Bread", isCompleted: true)) {
            $0.editing = nil
        }
        test.expectCommand(.focus("new-todo"))
    }

    @Test(arguments: ["", "  "], Script.allCases)
    func `A todo whose title is emptied is removed`(title: String, script: Script) {
        let test = milkAndBread(script: script)
        test.click("Edit: Milk")
        test.passOver()
        test.fill("New title", title)
        test.press(.enter, in: "New title")
        test.expectTodos(Todo(id: 2, title: "Bread", isCompleted: true)) { $0.editing = nil }
        test.expectCommand(.focus("new-todo"))
    }

    @Test func `With script, Escape cancels editing`() {
        let test = milkAndBread(script: .on)
        test.doubleClick("Milk")
        test.passOver()
        test.fill("New title", "Oat milk")
        test.press(.escape, in: "New title")
        test.expectModel { $0.editing = nil }
        test.expectCommand(.focus("new-todo"))
        test.expect(".todo-list label", texts: "Milk", "Bread")
        test.expectNone(.button, "Cancel")
    }

    @Test func `Without script, a button cancels editing`() {
        let test = milkAndBread(script: .off)
        test.click("Edit: Milk")
        test.passOver()
        test.fill("New title", "Oat milk")
        test.click("Cancel")
        test.expectModel { $0.editing = nil }
        test.expectCommand(.focus("new-todo"))
        test.expect(".todo-list label", texts: "Milk", "Bread")
    }

    @Test func `With script, input is sent after a pause, and saved when the field is left`() {
        let test = milkAndBread(script: .on)
        test.click("Edit: Milk")
        test.passOver()
        test.fill("New title", "Oat milk")
        test.advance(by: .milliseconds(499))
        test.expect(".todo-list label", texts: "Milk", "Bread")
        test.advance(by: .milliseconds(1))
        test.expectModel { $0.editing?.title = "Oat milk" }
        test.click("Active")
        test.expectTodos(Todo(id: 1, title: "Oat milk"), Todo(id: 2, title: "Bread", isCompleted: true)) {
            $0.editing = nil
        }
        test.expect(".todo-list label", texts: "Oat milk")
    }

    @Test func `With script, a todo whose title is emptied is removed when the field is left`() {
        let test = milkAndBread(script: .on)
        test.click("Edit: Milk")
        test.passOver()
        test.fill("New title", " ")
        test.click("Completed")
        test.expectTodos(Todo(id: 2, title: "Bread", isCompleted: true)) { $0.editing = nil }
    }

    @Test func `Editing continues if another todo is removed, and ends if the edited one is`() {
        let test = milkAndBread(script: .off)
        test.click("Edit: Bread")
        test.passOver()
        test.click("Delete: Milk")
        test.expectTodos(Todo(id: 2, title: "Bread", isCompleted: true))
        test.expectField("New title", "Bread")
        test.click("Clear completed")
        test.expectTodos { $0.editing = nil }
    }

    @Test(arguments: Script.allCases)
    func `Input is not stored during editing`(script: Script) {
        let test = milkAndBread(script: script)
        test.click("Edit: Milk")
        test.passOver()
        test.expectNoCommands()
        #expect(test.storage.keys() == [])
    }
}
