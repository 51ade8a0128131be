import ElmwoodTesting
import Testing

@testable import ElmwoodExamplePrograms

/// Returns a visitor's page with these two todos, of which the second is completed.
func milkAndBread(
    script: Script,
    at path: String = "/",
    _ accounting: Accounting = .exhaustively
) -> ProgramTest<TodoMVC> {
    let todos = [TodoMVC.Todo(id: 1, title: "Milk"), TodoMVC.Todo(id: 2, title: "Bread", isCompleted: true)]
    return ProgramTest(TodoMVC(), at: path, model: .init(todos: todos, nextID: 3), script: script, accounting)
}

extension ProgramTest<TodoMVC> {
    /// Adds a todo as a visitor does.
    func add(_ title: String, file: StaticString = #filePath, line: UInt = #line) {
        fill("What needs to be done?", title, file: file, line: line)
        submit("new-todo", file: file, line: line)
    }

    /// Expects that the list has become this one, and was stored; `change` contains all other changes.
    func expectTodos(
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

/// TodoMVC's public specification, rule for rule. Rules about its looks (hovered todos, editing) are tested in a browser.
@Suite struct TodoMVCTests {
    private typealias Todo = TodoMVC.Todo

    // MARK: No todos, new todo

    @Test(arguments: Script.allCases)
    func `Without todos the page has neither list nor footer`(script: Script) {
        let test = ProgramTest(TodoMVC(), script: script)
        test.expectCommand(.load("todomvc", TodoMVC.Message.loaded))
        test.expectMessage(.loaded(nil))
        test.expectTitle("TodoMVC")
        test.expect(.h1, "todos")
        test.expectNone(".main")
        test.expectNone(".footer")
        test.expectFocus("What needs to be done?")
    }

    @Test(arguments: Script.allCases)
    func `A todo is added without surrounding white space`(script: Script) {
        let test = ProgramTest(TodoMVC(), model: .init(), script: script)
        test.add("Buy milk")
        test.expectTodos(Todo(id: 1, title: "Buy milk"))
        test.expectField("What needs to be done?", "")
        test.add("  Bake <bread>  ")
        test.expectTodos(Todo(id: 1, title: "Buy milk"), Todo(id: 2, title: "Bake <bread>"))
        test.expect(".todo-list label", texts: "Buy milk", "Bake <bread>")
    }

    @Test(arguments: ["", "   "], Script.allCases)
    func `A title of only white space adds no todo`(title: String, script: Script) {
        let test = ProgramTest(TodoMVC(), model: .init(), script: script)
        test.fill("What needs to be done?", title)
        test.click("Add")
        test.expectNoCommands()
        test.expectNone(".todo-list")
    }

    @Test(arguments: Script.allCases)
    func `The length of the list is limited`(script: Script) {
        let todos = (1...999).map { Todo(id: $0, title: "Todo \($0)") }
        let test = ProgramTest(TodoMVC(), model: .init(todos: todos, nextID: 1_000), script: script, .loosely)
        test.add("The last one")
        test.expect(".todo-list label", "The last one")
        test.expect("#new-todo[disabled]", count: 1)
        test.send(.add(.init(title: "One more")))
        #expect(test.expectModel()?.todos.count == 1_000)
    }

    // MARK: Markup

    /// The names by which TodoMVC's own suite and others find everything, and how a row is built.
    @Test(arguments: Script.allCases)
    func `The page has the published markup, in which the text of a row is its title`(script: Script) {
        let test = milkAndBread(script: script, .loosely)
        test.expect("ul.todo-list li", texts: "Milk", "Bread")
        test.expect("ul.todo-list li .view label", texts: "Milk", "Bread")
        for (selector, count) in [
            ("main.todoapp header.header h1", 1), ("input.new-todo", 1), (".main input.toggle-all", 1),
            (".view input.toggle", 2), (".view button.destroy", 2), ("li.completed", 1), ("li.editing", 0),
            ("footer.footer span.todo-count strong", 1), ("ul.filters li a", 3), ("ul.filters a.selected", 1),
            ("button.clear-completed", 1),
        ] { test.expect(Selector(selector), count: count) }
        test.expect(".todo-count", "1 item left")
        test.expect("ul.filters a", texts: "All", "Active", "Completed")
        test.expect(".clear-completed", "Clear completed")
        // Each control has a name, though the style sheet draws its sign.
        test.expectChecked("Bread")
        test.click("Edit: Milk")
        test.expect("li.editing input.edit", count: 1)
        test.click("Delete: Bread")
        test.expectAccessible()
    }

    // MARK: Completing

    @Test(arguments: Script.allCases)
    func `A todo can be completed and made active again`(script: Script) {
        let test = milkAndBread(script: script)
        test.check("Milk")
        test.expectTodos(Todo(id: 1, title: "Milk", isCompleted: true), Todo(id: 2, title: "Bread", isCompleted: true))
        test.expectChecked("Mark all as complete")
        test.uncheck("Bread")
        test.expectTodos(Todo(id: 1, title: "Milk", isCompleted: true), Todo(id: 2, title: "Bread"))
        test.expectChecked("Mark all as complete", false)
        test.expect("li.completed label", texts: "Milk")
        // Ticking a checkbox twice counts once.
        test.send(.setCompleted(id: 1, true))
        test.expectNoCommands()
    }

    @Test(arguments: Script.allCases)
    func `All todos can be completed and made active again at once`(script: Script) {
        let test = milkAndBread(script: script)
        test.expectChecked("Mark all as complete", false)
        test.check("Mark all as complete")
        test.expectTodos(Todo(id: 1, title: "Milk", isCompleted: true), Todo(id: 2, title: "Bread", isCompleted: true))
        test.expectChecked("Milk")
        test.uncheck("Mark all as complete")
        test.expectTodos(Todo(id: 1, title: "Milk"), Todo(id: 2, title: "Bread"))
        test.expectChecked("Bread", false)
    }

    @Test(arguments: Script.allCases)
    func `Clearing completed todos also unticks the checkbox for all`(script: Script) {
        let test = milkAndBread(script: script, .loosely)
        test.check("Mark all as complete")
        test.click("Clear completed")
        test.add("Butter")
        test.expectChecked("Mark all as complete", false)
    }

    @Test func `Without script, a button saves the ticks`() {
        let test = milkAndBread(script: .off)
        test.expectView(text: "Tick what is done, then save the ticks.")
        test.check("Milk")
        test.uncheck("Bread")
        test.click("Save ticks")
        // Each tick is a message of its own, and stores the list.
        test.expectMessage(.setCompleted(id: 1, true))
        test.expectMessage(.setCompleted(id: 2, false))
        test.expectCommand(
            .save(
                [Todo(id: 1, title: "Milk", isCompleted: true), Todo(id: 2, title: "Bread", isCompleted: true)],
                as: "todomvc"
            )
        )
        test.expectTodos(Todo(id: 1, title: "Milk", isCompleted: true), Todo(id: 2, title: "Bread"))
    }

    @Test func `The button that saves ticks is absent with script, and on an empty list`() {
        milkAndBread(script: .on).expectNone(.button, "Save ticks")
        milkAndBread(script: .on).expect(".info p", texts: "Part of TodoMVC")
        ProgramTest(TodoMVC(), model: .init(), script: .off).expect(".info p", texts: "Part of TodoMVC")
    }

    // MARK: Counter, deleting

    @Test(arguments: Script.allCases)
    func `The remaining todos are counted, in the singular for one`(script: Script) {
        let test = milkAndBread(script: script, .loosely)
        test.expect(".todo-count", "1 item left")
        test.expect(".todo-count strong", "1")
        test.add("Butter")
        test.expect(".todo-count", "2 items left")
        test.expect(".todo-count strong", "2")
        test.check("Mark all as complete")
        test.expect(".todo-count", "0 items left")
    }

    @Test(arguments: Script.allCases)
    func `A todo can be deleted, and completed ones can be cleared`(script: Script) {
        let test = milkAndBread(script: script)
        test.click("Delete: Milk")
        test.expectTodos(Todo(id: 2, title: "Bread", isCompleted: true))
        test.click("Clear completed")
        test.expectTodos()
        test.expectNone(".footer")
    }

    @Test(arguments: Script.allCases)
    func `Completed todos can be cleared from a filtered page, and then the button disappears`(script: Script) {
        let test = milkAndBread(script: script, at: "/active")
        test.click("Clear completed")
        test.expectTodos(Todo(id: 1, title: "Milk"))
        test.expectAddress("/active")
        test.expectNone(.button, "Clear completed")
    }

    // MARK: Persistence

    @Test(arguments: Script.allCases)
    func `Stored todos are loaded, and a todo that is added then has a new number`(script: Script) {
        let stored = [Todo(id: 7, title: "Milk", isCompleted: true), Todo(id: 4, title: "Bread")]
        let test = ProgramTest(TodoMVC(), script: script, stored: ["todomvc": stored])
        test.expectCommand(.load("todomvc", TodoMVC.Message.loaded))
        test.expectMessage(.loaded(stored))
        test.expectModel {
            $0.todos = stored
            $0.nextID = 8
        }
        test.expect("li.completed label", texts: "Milk")
        test.add("Butter")
        test.expectTodos(stored[0], stored[1], Todo(id: 8, title: "Butter"))
        #expect(test.storage.load("todomvc", as: [Todo].self)?.count == 3)
    }

    @Test(arguments: Script.allCases)
    func `The list and the edited todo survive a restart of the server`(script: Script) {
        let test = milkAndBread(script: script)
        test.click("Edit: Milk")
        test.passOver()
        test.restart()
        test.expect(".todo-list label", texts: "Milk", "Bread")
        test.expectField("New title", "Milk")
    }

    @Test func `Todos that are added while the list is loading come after it`() {
        let added = [Todo(id: 1, title: "Butter", isCompleted: true)]
        let test = ProgramTest(TodoMVC(), model: .init(todos: added, nextID: 2))
        test.send(.loaded([Todo(id: 1, title: "Milk")]))
        test.expectTodos(Todo(id: 1, title: "Milk"), Todo(id: 2, title: "Butter", isCompleted: true))
        // An empty list replaces nothing.
        test.send(.loaded([]))
        test.expectNoCommands()
        test.expect(".todo-list li", count: 2)
    }

    // MARK: Routing

    @Test(arguments: Script.allCases)
    func `The filters are addresses, and reloading retains them`(script: Script) {
        let test = milkAndBread(script: script)
        for (name, address, todos) in [
            ("Active", "/active", ["Milk"]), ("Completed", "/completed", ["Bread"]), ("All", "/", ["Milk", "Bread"]),
        ] {
            test.click(name)
            for _ in 1...2 {
                test.expectAddress(address)
                #expect(test.expectView()?.texts(of: ".todo-list label") == todos)
                test.expect(".filters a.selected", texts: name)
                test.expect(".filters a[aria-current=page]", texts: name)
                test.reload()
            }
        }
    }

    @Test(arguments: Script.allCases)
    func `Todos that a filter hides cannot be changed`(script: Script) {
        let test = milkAndBread(script: script, at: "/completed")
        test.expectOffers(.remove(id: 2))
        test.expectNotOffered(.remove(id: 1), .edit(id: 1))
    }

    @Test(arguments: Script.allCases)
    func `A todo that is completed on the page of active todos disappears from it`(script: Script) {
        let test = milkAndBread(script: script, at: "/active")
        test.check("Milk")
        test.expectTodos(Todo(id: 1, title: "Milk", isCompleted: true), Todo(id: 2, title: "Bread", isCompleted: true))
        test.expectNone(".todo-list li")
        test.expect(".todo-count", "0 items left")
        test.expectAddress("/active")
    }

    @Test(arguments: Script.allCases)
    func `Other addresses are not found`(script: Script) {
        let test = ProgramTest(TodoMVC(), at: "/nowhere", model: .init(), script: script)
        test.expectFailure(NotFound())
    }

    @Test func `The list matches its snapshot`() { milkAndBread(script: .on).expectSnapshot("milk and bread") }
}
