import Elmwood

/// A program with forms and fields of every kind, to test what a browser lets a visitor do with them.
struct Gallery: Program {
    struct Model: Codable, Equatable, Sendable {
        var sent: [String] = []
        var isOpen = false
    }

    struct Entry: Codable, Equatable, Sendable {
        var a: String?
        var b: String?
        var tags: [String]?
    }

    enum Message: Codable, Equatable, Sendable {
        case sent(Entry)
        case one(Entry)
        case loaded(Int?)
        case heard(String)
        case open
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model(), .load("visits", Message.loaded)) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .sent(let entry), .one(let entry):
            model.sent.append(([entry.a, entry.b].compactMap(\.self) + (entry.tags ?? [])).joined(separator: " "))
        case .loaded, .heard: break
        case .open: model.isOpen = true
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.topic("talk", Message.heard)] }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Gallery") {
            p(.id("sent")) { model.sent.joined(separator: "; ") }
            // No button, and two fields: Enter sends nothing.
            form("two", .onSubmit(Message.sent)) {
                input(.name("a"), .ariaLabel("First of two"))
                input(.name("b"), .ariaLabel("Second of two"))
            }
            // No button, and one field: Enter sends it.
            form("one", .onSubmit(Message.one)) {
                input(.name("a"), .ariaLabel("Alone"))
                select(.name("tags"), .ariaLabel("Tags"), .multiple) {
                    option("Red", value: "red")
                    option("Green", value: "green")
                    option("Blue", value: "blue", selected: true)
                }
            }
            form("tired", .onSubmit(Message.sent)) {
                input(.name("a"), .ariaLabel("Tired"))
                button(.disabled) { "Tired button" }
            }
            fieldset(.disabled) {
                input(.name("off"), .ariaLabel("Off"), .value("held"))
                input(.type(.checkbox), .name("offbox"), .ariaLabel("Off box"), .checked)
            }
            fieldset {
                legend { "Mood" }
                label {
                    input(.type(.radio), .name("mood"), .value("good")); "Good"
                }
                label {
                    input(.type(.radio), .name("mood"), .value("bad")); "Bad"
                }
            }
            form("files", .onSubmit(Message.sent)) {
                input(.type(.file), .name("f"), .ariaLabel("Files"), .multiple)
                button { "Send files" }
            }
            details {
                summary { "More" }
                button("Within", .open)
            }
            dialog { button("In dialog", .open) }
            button(.type(.button), .popovertarget("menu")) { "Menu" }
            div(.id("menu"), .popover) { button("In menu", .open) }
            button(.type(.button), .commandfor("box"), .command(.showModal)) { "Box" }
            dialog(.id("box")) {
                p { "Of the box" }
                button(.type(.button), .commandfor("box"), .command(.close)) { "Shut" }
            }
            a(.href("https://example.com/there")) { "Away" }
        }
    }
}
