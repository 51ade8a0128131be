import Elmwood

/// TodoMVC, by its public specification, with real paths for its three filters.
package struct TodoMVC: App {
    /// One thing to do.
    package struct Todo: Codable, Equatable, Sendable {
        var id: Int
        var title: String
        var isCompleted = false
    }

    /// The list, and what is being edited.
    package struct Model: Codable, Equatable, Sendable {
        var todos: [Todo] = []
        /// The number that the next todo gets; numbers are never given twice.
        var nextID = 1
        /// The todo whose title is being edited.
        var editing: Int?

        var active: [Todo] { todos.filter { !$0.isCompleted } }
        var completed: [Todo] { todos.filter(\.isCompleted) }
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case add(NewTodo)
        case setCompleted(id: Int, Bool)
        case setAllCompleted(Bool)
        case remove(id: Int)
        case edit(id: Int)
        case rename(id: Int, title: String)
        case cancelEditing
        case clearCompleted
    }

    /// The fields of the form at the top.
    package struct NewTodo: Codable, Equatable, Sendable {
        var title: String
    }

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let new):
            guard let title = trimmed(new.title) else { break }
            model.todos.append(Todo(id: model.nextID, title: title))
            model.nextID += 1
        case .setCompleted(let id, let isCompleted):
            change(id, in: &model) { $0.isCompleted = isCompleted }
        case .setAllCompleted(let isCompleted):
            for index in model.todos.indices {
                model.todos[index].isCompleted = isCompleted
            }
        case .remove(let id):
            remove(id, from: &model)
        case .edit(let id):
            model.editing = id
        case .rename(let id, let title):
            // A title edited away takes the todo with it, as the specification wants it.
            if let title = trimmed(title) {
                change(id, in: &model) { $0.title = title }
            } else {
                remove(id, from: &model)
            }
            model.editing = nil
        case .cancelEditing:
            model.editing = nil
        case .clearCompleted:
            model.todos.removeAll(where: \.isCompleted)
        }
        return .none
    }

    private func change(_ id: Int, in model: inout Model, _ body: (inout Todo) -> Void) {
        guard let index = model.todos.firstIndex(where: { $0.id == id }) else { return }
        body(&model.todos[index])
    }

    private func remove(_ id: Int, from model: inout Model) {
        model.todos.removeAll { $0.id == id }
        if model.editing == id {
            model.editing = nil
        }
    }

    /// The title without white space around it; nil where nothing is left.
    private func trimmed(_ title: String) -> String? {
        guard let first = title.firstIndex(where: { !$0.isWhitespace }),
            let last = title.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(title[first...last])
    }
}
