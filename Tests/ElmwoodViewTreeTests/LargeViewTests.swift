import Testing

@testable import ElmwoodViewTree

// A view of 300 lines in one function, as large as views get. After a change of the builder or the elements, compile it with
// `-Xfrontend -debug-time-function-bodies` to see whether type checking has become slow.

struct FixtureItem: Codable, Equatable, Sendable {
    var id: Int
    var title: String
    var isDone: Bool
}

struct FixtureModel: Codable, Equatable, Sendable {
    var title = ""
    var isBusy = false
    var items: [FixtureItem] = []
}

enum FixtureMessage: Codable, Equatable, Sendable {
    case refresh
    case remove(id: Int)
    case toggle(id: Int, to: Bool)
    case add(NewItem)
}

@HtmlBuilder<FixtureMessage>
func largeView(_ model: FixtureModel) -> Html<FixtureMessage> {
    section(.class("card"), .id("card-0")) {
        header {
            h2 { "Card 0: \(model.title)" }
            if model.isBusy {
                p(.class("busy")) { "Busy" }
            } else {
                button("Refresh", .refresh, .class("small"))
            }
        }
        ul(.class("items")) {
            for item in model.items {
                li(.key(item.id), item.isDone ? .class("done") : .none) {
                    label {
                        input(
                            .type(.checkbox),
                            .name("done-\(item.id)"),
                            .checked(item.isDone),
                            .onChange { .toggle(id: item.id, to: $0) }
                        )
                        span { item.title }
                    }
                    div { span { em { button(.onClick(.remove(id: item.id)), .title("Remove")) { "×" } } } }
                }
            }
        }
        form("form-0", .onSubmit(FixtureMessage.add)) {
            input(.name("title"), .required, .maxlength(100), .placeholder("What?"))
            button { "Add" }
        }
    }

    section(.class("card"), .id("card-1")) {
        header {
            h2 { "Card 1: \(model.title)" }
            if model.isBusy {
                p(.class("busy")) { "Busy" }
            } else {
                button("Refresh", .refresh, .class("small"))
            }
        }
        ul(.class("items")) {
            for item in model.items {
                li(.key(item.id), item.isDone ? .class("done") : .none) {
                    label {
                        input(
                            .type(.checkbox),
                            .name("done-\(item.id)"),
                            .checked(item.isDone),
                            .onChange { .toggle(id: item.id, to: $0) }
                        )
                        span { item.title }
                    }
                    div { span { em { button(.onClick(.remove(id: item.id)), .title("Remove")) { "×" } } } }
                }
            }
        }
        form("form-1", .onSubmit(FixtureMessage.add)) {
            input(.name("title"), .required, .maxlength(100), .placeholder("What?"))
            button { "Add" }
        }
    }

    section(.class("card"), .id("card-2")) {
        header {
            h2 { "Card 2: \(model.title)" }
            if model.isBusy {
                p(.class("busy")) { "Busy" }
            } else {
                button("Refresh", .refresh, .class("small"))
            }
        }
        ul(.class("items")) {
            for item in model.items {
                li(.key(item.id), item.isDone ? .class("done") : .none) {
                    label {
                        input(
                            .type(.checkbox),
                            .name("done-\(item.id)"),
                            .checked(item.isDone),
                            .onChange { .toggle(id: item.id, to: $0) }
                        )
                        span { item.title }
                    }
                    div { span { em { button(.onClick(.remove(id: item.id)), .title("Remove")) { "×" } } } }
                }
            }
        }
        form("form-2", .onSubmit(FixtureMessage.add)) {
            input(.name("title"), .required, .maxlength(100), .placeholder("What?"))
            button { "Add" }
        }
    }

    section(.class("card"), .id("card-3")) {
        header {
            h2 { "Card 3: \(model.title)" }
            if model.isBusy {
                p(.class("busy")) { "Busy" }
            } else {
                button("Refresh", .refresh, .class("small"))
            }
        }
        ul(.class("items")) {
            for item in model.items {
                li(.key(item.id), item.isDone ? .class("done") : .none) {
                    label {
                        input(
                            .type(.checkbox),
                            .name("done-\(item.id)"),
                            .checked(item.isDone),
                            .onChange { .toggle(id: item.id, to: $0) }
                        )
                        span { item.title }
                    }
                    div { span { em { button(.onClick(.remove(id: item.id)), .title("Remove")) { "×" } } } }
                }
            }
        }
        form("form-3", .onSubmit(FixtureMessage.add)) {
            input(.name("title"), .required, .maxlength(100), .placeholder("What?"))
            button { "Add" }
        }
    }

    section(.class("card"), .id("card-4")) {
        header {
            h2 { "Card 4: \(model.title)" }
            if model.isBusy {
                p(.class("busy")) { "Busy" }
            } else {
                button("Refresh", .refresh, .class("small"))
            }
        }
        ul(.class("items")) {
            for item in model.items {
                li(.key(item.id), item.isDone ? .class("done") : .none) {
                    label {
                        input(
                            .type(.checkbox),
                            .name("done-\(item.id)"),
                            .checked(item.isDone),
                            .onChange { .toggle(id: item.id, to: $0) }
                        )
                        span { item.title }
                    }
                    div { span { em { button(.onClick(.remove(id: item.id)), .title("Remove")) { "×" } } } }
                }
            }
        }
        form("form-4", .onSubmit(FixtureMessage.add)) {
            input(.name("title"), .required, .maxlength(100), .placeholder("What?"))
            button { "Add" }
        }
    }

    section(.class("card"), .id("card-5")) {
        header {
            h2 { "Card 5: \(model.title)" }
            if model.isBusy {
                p(.class("busy")) { "Busy" }
            } else {
                button("Refresh", .refresh, .class("small"))
            }
        }
        ul(.class("items")) {
            for item in model.items {
                li(.key(item.id), item.isDone ? .class("done") : .none) {
                    label {
                        input(
                            .type(.checkbox),
                            .name("done-\(item.id)"),
                            .checked(item.isDone),
                            .onChange { .toggle(id: item.id, to: $0) }
                        )
                        span { item.title }
                    }
                    div { span { em { button(.onClick(.remove(id: item.id)), .title("Remove")) { "×" } } } }
                }
            }
        }
        form("form-5", .onSubmit(FixtureMessage.add)) {
            input(.name("title"), .required, .maxlength(100), .placeholder("What?"))
            button { "Add" }
        }
    }

    section(.class("card"), .id("card-6")) {
        header {
            h2 { "Card 6: \(model.title)" }
            if model.isBusy {
                p(.class("busy")) { "Busy" }
            } else {
                button("Refresh", .refresh, .class("small"))
            }
        }
        ul(.class("items")) {
            for item in model.items {
                li(.key(item.id), item.isDone ? .class("done") : .none) {
                    label {
                        input(
                            .type(.checkbox),
                            .name("done-\(item.id)"),
                            .checked(item.isDone),
                            .onChange { .toggle(id: item.id, to: $0) }
                        )
                        span { item.title }
                    }
                    div { span { em { button(.onClick(.remove(id: item.id)), .title("Remove")) { "×" } } } }
                }
            }
        }
        form("form-6", .onSubmit(FixtureMessage.add)) {
            input(.name("title"), .required, .maxlength(100), .placeholder("What?"))
            button { "Add" }
        }
    }

    section(.class("card"), .id("card-7")) {
        header {
            h2 { "Card 7: \(model.title)" }
            if model.isBusy {
                p(.class("busy")) { "Busy" }
            } else {
                button("Refresh", .refresh, .class("small"))
            }
        }
        ul(.class("items")) {
            for item in model.items {
                li(.key(item.id), item.isDone ? .class("done") : .none) {
                    label {
                        input(
                            .type(.checkbox),
                            .name("done-\(item.id)"),
                            .checked(item.isDone),
                            .onChange { .toggle(id: item.id, to: $0) }
                        )
                        span { item.title }
                    }
                    div { span { em { button(.onClick(.remove(id: item.id)), .title("Remove")) { "×" } } } }
                }
            }
        }
        form("form-7", .onSubmit(FixtureMessage.add)) {
            input(.name("title"), .required, .maxlength(100), .placeholder("What?"))
            button { "Add" }
        }
    }

    section(.class("card"), .id("card-8")) {
        header {
            h2 { "Card 8: \(model.title)" }
            if model.isBusy {
                p(.class("busy")) { "Busy" }
            } else {
                button("Refresh", .refresh, .class("small"))
            }
        }
        ul(.class("items")) {
            for item in model.items {
                li(.key(item.id), item.isDone ? .class("done") : .none) {
                    label {
                        input(
                            .type(.checkbox),
                            .name("done-\(item.id)"),
                            .checked(item.isDone),
                            .onChange { .toggle(id: item.id, to: $0) }
                        )
                        span { item.title }
                    }
                    div { span { em { button(.onClick(.remove(id: item.id)), .title("Remove")) { "×" } } } }
                }
            }
        }
        form("form-8", .onSubmit(FixtureMessage.add)) {
            input(.name("title"), .required, .maxlength(100), .placeholder("What?"))
            button { "Add" }
        }
    }
}

@Test func `A large view with messages at any depth offers each of them`() throws {
    let items = [FixtureItem(id: 1, title: "a", isDone: true), FixtureItem(id: 2, title: "b", isDone: false)]
    let rendering = try Rendering.render { largeView(FixtureModel(title: "t", items: items)) }
    let text = rendering.htmlText
    #expect(rendering.diagnostics.isEmpty)
    #expect(text.split(separator: "value=\"remove(id:2)\"").count == 10)
    #expect(text.split(separator: "value=\"refresh\"").count == 10)
}
