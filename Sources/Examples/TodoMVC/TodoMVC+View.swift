import Elmwood

extension TodoMVC {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard ["/", "/active", "/completed"].contains(page.path) else { throw NotFound() }
        return Document(
            "TodoMVC",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("icon"), .href("/favicon.svg"))
            },
            body: {
                nav { a(.href("/")) { "Examples" } }
                main(.class("todoapp")) {
                    header(.class("header")) {
                        h1 { "todos" }
                        newTodoForm(model)
                    }
                    if !model.todos.isEmpty {
                        list(model, on: page)
                        footer(model, on: page)
                    }
                }
                Elmwood.footer(.class("info")) {
                    if !page.isLive && !model.todos.isEmpty {
                        p { "Tick what is done, then save the ticks." }
                    }
                    p { "Part of TodoMVC" }
                }
            }
        )
    }

    private func newTodoForm(_ model: Model) -> Html<Message> {
        form("new-todo", .onSubmit(Message.add)) {
            input(
                .id("new-todo"),
                .class("new-todo"),
                .name("title"),
                .placeholder("What needs to be done?"),
                .autofocus(model.editing == nil),
                .autocomplete(.off),
                .ariaLabel("What needs to be done?"),
                .disabled(model.isFull),
                .maxlength(500)
            )
            button(.class("add")) { "Add" }
        }
    }

    private func list(_ model: Model, on page: Page) -> Html<Message> {
        section(.class("main")) {
            div(.class("tick-all")) {
                input(
                    .id("toggle-all"),
                    .class("toggle-all"),
                    .type(.checkbox),
                    .name("toggle-all"),
                    .checked(model.active.isEmpty),
                    .onChange(Message.setAllCompleted)
                )
                label(.for("toggle-all")) { "Mark all as complete" }
                if !page.isLive {
                    button(.form(PageForm.id), .class("save-ticks")) { "Save ticks" }
                }
            }
            ul(.class("todo-list")) {
                for todo in shown(model, on: page) {
                    item(todo, isEditing: model.editing?.id == todo.id, on: page)
                }
            }
        }
    }

    private func item(_ todo: Todo, isEditing: Bool, on page: Page) -> Html<Message> {
        li(.key(todo.id), .class(["completed": todo.isCompleted, "editing": isEditing])) {
            div(.class("view")) {
                input(
                    .class("toggle"),
                    .type(.checkbox),
                    .id("toggle-\(todo.id)"),
                    .name("toggle-\(todo.id)"),
                    .checked(todo.isCompleted),
                    .ariaLabelledby("label-\(todo.id)"),
                    .onChange { Message.setCompleted(id: todo.id, $0) }
                )
                // It names the box and does not tick it, since a double click would do that twice.
                label(.id("label-\(todo.id)"), .onDoubleClick(.edit(id: todo.id))) { todo.title }
                button("", .remove(id: todo.id), .class("destroy"), .ariaLabel("Delete: \(todo.title)"))
                // For the keyboard and for visitors without script: neither can double-click. The style sheet draws it, so that the text of
                // the row is the title alone.
                button("", .edit(id: todo.id), .class("edit-button"), .ariaLabel("Edit: \(todo.title)"))
            }
            if isEditing {
                editForm(todo, on: page)
            }
        }
    }

    /// The form for editing. Enter saves, and so does leaving the field; Escape cancels. Without script there are buttons for it.
    private func editForm(_ todo: Todo, on page: Page) -> Html<Message> {
        form("edit-\(todo.id)", .onSubmit { (new: NewTodo) in .rename(id: todo.id, title: new.title) }) {
            input(
                .id("title-\(todo.id)"),
                .class("edit"),
                .name("title"),
                .value(todo.title),
                .autofocus,
                .autocomplete(.off),
                .ariaLabel("New title"),
                .maxlength(500),
                .onInput { Message.typed(title: $0) },
                .debounce(.milliseconds(500)),
                .onKeyDown(.escape, .cancelEditing),
                .onBlur(.leaveField)
            )
            if !page.isLive {
                button(.class("save")) { "Save" }
                button("Cancel", .cancelEditing, .class("cancel"))
            }
        }
    }

    private func footer(_ model: Model, on page: Page) -> Html<Message> {
        Elmwood.footer(.class("footer")) {
            span(.class("todo-count")) {
                strong { "\(model.active.count)" }
                model.active.count == 1 ? " item left" : " items left"
            }
            ul(.class("filters")) {
                filter("All", "/", on: page)
                filter("Active", "/active", on: page)
                filter("Completed", "/completed", on: page)
            }
            if !model.completed.isEmpty {
                button("Clear completed", .clearCompleted, .class("clear-completed"))
            }
        }
    }

    private func filter(_ name: String, _ path: String, on page: Page) -> Html<Message> {
        li {
            a(
                .href(page.link(to: path)),
                .class(["selected": page.path == path]),
                .when(page.path == path, .ariaCurrent(.page))
            ) { name }
        }
    }

    /// Returns the todos that the page's path selects.
    private func shown(_ model: Model, on page: Page) -> [Todo] {
        switch page.path {
        case "/active": model.active
        case "/completed": model.completed
        default: model.todos
        }
    }
}
