import Elmwood

/// A list whose items are renamed in a modal dialog, over which another one asks; with a dialog that only commands open and close.
struct DialogPantry: Program {
    struct Item: Codable, Equatable, Sendable {
        var id: Int
        var title: String
    }

    struct Model: Codable, Equatable, Sendable {
        var items = [Item(id: 1, title: "Flour"), Item(id: 2, title: "Salt")]
        var edited: Int?
        var isSure = false
        var shown: Int?
        var ticks = 0
        var closings = 0
    }

    struct Naming: Codable, Equatable, Sendable {
        var title: String
    }

    enum Message: Codable, Equatable, Sendable {
        case edit(Int)
        case closed
        case rename(Naming)
        case ask(Bool)
        case remove
        case show(Int)
        case hide
        case help(Bool)
        case tick
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .edit(let id): model.edited = id
        case .closed:
            model.edited = nil
            model.closings += 1
        case .rename(let naming):
            guard let index = model.items.firstIndex(where: { $0.id == model.edited }) else { break }
            if model.items.contains(where: { $0.title == naming.title }) {
                throw Problem(in: "title", "There is one already.")
            }
            model.items[index].title = naming.title
            model.edited = nil
        case .ask(let isSure): model.isSure = isSure
        case .remove:
            model.items.removeAll { $0.id == model.edited }
            (model.edited, model.isSure) = (nil, false)
        case .show(let id): model.shown = id
        case .hide: model.shown = nil
        case .help(let isShown): return isShown ? .showModal("help") : .close("help")
        case .tick: model.ticks += 1
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Pantry") {
            h1 { "Pantry" }
            ul {
                for item in model.items {
                    li(.key(item.id)) {
                        span(.class("title")) { item.title }
                        button("Rename", .edit(item.id), .id("rename-\(item.id)"), .ariaLabel("Rename \(item.title)"))
                        button("Show", .show(item.id), .id("show-\(item.id)"), .ariaLabel("Show \(item.title)"))
                    }
                }
            }
            button("Help", .help(true), .id("ask-help"))
            output(.id("state")) { "\(model.ticks) \(model.closings)" }
            dialog(.id("edit"), .modal(model.edited != nil), .onClose(.closed), .ariaLabelledby("edit-title")) {
                if let item = model.items.first(where: { $0.id == model.edited }) {
                    h2(.id("edit-title")) { "Rename \(item.title)" }
                    form("rename", .onSubmit(Message.rename)) {
                        input(
                            .id("title"),
                            .name("title"),
                            .ariaLabel("Title"),
                            .value(item.title),
                            .required,
                            .autofocus
                        )
                        button(.id("save")) { "Save" }
                        button("Cancel", .closed, .id("cancel"))
                        button("Remove…", .ask(true), .id("remove"))
                        button("Tick", .tick, .id("tick"))
                    }
                }
            }
            dialog(.id("sure"), .modal(model.isSure), .onClose(.ask(false)), .ariaLabel("Really?")) {
                button("Yes", .remove, .id("yes"))
                button("No", .ask(false), .id("no"))
            }
            if let id = model.shown {
                dialog(.id("card"), .modal(true), .onClose(.hide), .ariaLabel("Card")) {
                    p { "Number \(id)" }
                    button("Hide", .hide, .id("hide"))
                }
            }
            dialog(.id("help"), .ariaLabel("Help")) {
                button("Tick", .tick, .id("help-tick"))
                button("Understood", .help(false), .id("understood"))
                form(.method(.dialog)) { button(.id("leave-help")) { "Leave" } }
            }
        }
    }
}
