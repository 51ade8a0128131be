import Elmwood

/// TodoMVC, by its public specification, with real paths for its three filters. The list is stored for each visitor.
package struct TodoMVC: App {
    /// One thing to do.
    package struct Todo: Codable, Equatable, Sendable {
        var id: Int
        var title: String
        var isCompleted = false
    }

    /// The edit of a title.
    package struct Editing: Codable, Equatable, Sendable {
        /// The id of the edited todo.
        var id: Int
        /// The current text, as far as the page has reported it.
        var title: String
    }

    /// The list, and the current edit.
    package struct Model: Codable, Equatable, Sendable {
        var todos: [Todo] = []
        /// The id of the next todo; ids are never reused.
        var nextID = 1
        /// The current edit of a title.
        var editing: Editing?

        var active: [Todo] { todos.filter { !$0.isCompleted } }
        var completed: [Todo] { todos.filter(\.isCompleted) }
        /// Whether the list has reached its limit, which is needed since every visitor can add to it.
        var isFull: Bool { todos.count >= 1_000 }
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case add(NewTodo)
        case setCompleted(id: Int, Bool)
        case setAllCompleted(Bool)
        case remove(id: Int)
        case edit(id: Int)
        case typed(title: String)
        case rename(id: Int, title: String)
        /// The focus has left the field of the edit.
        case leaveField
        case cancelEditing
        case clearCompleted
        /// The stored list, if there is one. No control offers it, so no visitor can send it.
        case loaded([Todo]?)
    }

    /// The fields of the form at the top.
    package struct NewTodo: Codable, Equatable, Sendable {
        var title: String
    }

    /// Creates the program.
    package init() {}

    /// The key at which the list is stored, for each visitor.
    static let key = "todomvc"

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model(), .load(Self.key, Message.loaded))
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        if case .loaded(let todos) = message { return take(todos ?? [], in: &model) }
        let before = model.todos
        let focus = apply(message, to: &model)
        return model.todos == before ? focus : .batch(focus, .save(model.todos, as: Self.key))
    }

    /// Applies the message, and returns the command that moves the focus.
    private func apply(_ message: Message, to model: inout Model) -> Command<Self> {
        switch message {
        case .add(let new):
            guard let title = trimmed(new.title) else { break }
            add(Todo(id: model.nextID, title: title), to: &model)
        case .setCompleted(let id, let isCompleted):
            change(id, in: &model) { $0.isCompleted = isCompleted }
        case .setAllCompleted(let isCompleted):
            for index in model.todos.indices {
                model.todos[index].isCompleted = isCompleted
            }
        case .remove(let id):
            remove(from: &model) { $0.id == id }
        case .edit(let id):
            model.editing = model.todos.first { $0.id == id }.map { Editing(id: id, title: $0.title) }
            return .focus("title-\(id)")
        case .typed(let title):
            model.editing?.title = title
        case .rename(let id, let title):
            rename(id, to: title, in: &model)
            return .focus("new-todo")
        case .leaveField:
            if let editing = model.editing { rename(editing.id, to: editing.title, in: &model) }
        case .cancelEditing:
            model.editing = nil
            return .focus("new-todo")
        case .clearCompleted:
            remove(from: &model, where: \.isCompleted)
        case .loaded:
            break
        }
        return .none
    }

    /// Takes over the stored list. Todos that were added during the load come after it.
    private func take(_ stored: [Todo], in model: inout Model) -> Command<Self> {
        guard !stored.isEmpty else { return .none }
        let added = model.todos
        model.todos = stored
        model.nextID = (stored.map(\.id).max() ?? 0) + 1
        for todo in added {
            add(Todo(id: model.nextID, title: todo.title, isCompleted: todo.isCompleted), to: &model)
        }
        return added.isEmpty ? .none : .save(model.todos, as: Self.key)
    }

    private func add(_ todo: Todo, to model: inout Model) {
        guard !model.isFull else { return }
        model.todos.append(todo)
        model.nextID = todo.id + 1
    }

    /// Renames a todo. An empty title removes it, as the specification requires.
    private func rename(_ id: Int, to title: String, in model: inout Model) {
        if let title = trimmed(title) {
            change(id, in: &model) { $0.title = title }
        } else {
            remove(from: &model) { $0.id == id }
        }
        model.editing = nil
    }

    private func change(_ id: Int, in model: inout Model, _ body: (inout Todo) -> Void) {
        guard let index = model.todos.firstIndex(where: { $0.id == id }) else { return }
        body(&model.todos[index])
    }

    private func remove(from model: inout Model, where isMeant: (Todo) -> Bool) {
        model.todos.removeAll(where: isMeant)
        if !model.todos.contains(where: { $0.id == model.editing?.id }) {
            model.editing = nil
        }
    }

    /// Returns the title trimmed of white space; nil if nothing remains.
    private func trimmed(_ title: String) -> String? {
        guard let first = title.firstIndex(where: { !$0.isWhitespace }),
            let last = title.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(title[first...last])
    }
}
