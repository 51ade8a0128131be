import Elmwood
import ElmwoodFormData

/// A program with a control of each kind. Its log contains the messages in the order in which they arrived.
struct BrowserControls: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var log: [String] = []
        var query = ""
        var name = "Ann"
        var number: Int? = 5
        var isOn = false
        var size = "small"
        var rows = [1, 2, 3]
        var next = 4
        var isPlaceShown = true
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Int)
        case note(String)
        case ring(String)
        case search(String)
        case rename(String)
        case number(Int?)
        case turn(Bool)
        case resize(String)
        case send(Letter)
        case remove(Int)
        case insert
        case hidePlace
        case go(String)
    }

    struct Letter: Codable, Equatable, Sendable {
        var text: String
        var urgency: String?
        var id: String?
        var submit: String?
        var action: String?
        var file: UploadedFile?
    }

    enum Effect: Codable, Equatable, Sendable { case listen }

    /// Sends messages to the program from outside. If it is nil there are none, and the pages need no stream.
    var bell: Bell?

    func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        bell == nil ? [] : [.running(.listen)]
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        guard let bell else { return }
        for await text in bell.texts() { send(.ring(text)) }
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let step): model.count += step
        case .note(let text): model.log.append(text)
        case .ring("row"):
            model.rows.insert(model.next, at: 0)
            model.next += 1
        case .ring("focus"):
            model.log.append("focus")
            return .focus("query")
        case .ring(let text): model.log.append(text)
        case .search(let text):
            model.query = text
            model.log.append("search:\(text)")
        case .rename(let text):
            model.name = text
            model.log.append("name:\(text)")
        case .number(let number):
            model.number = number
            model.log.append("number:\(number.map(String.init) ?? "none")")
        case .turn(let isOn):
            model.isOn = isOn
            model.log.append(isOn ? "on" : "off")
        case .resize(let size):
            model.size = size
            model.log.append(size)
        case .send(let letter):
            model.log.append(
                "sent:"
                    + [
                        letter.text, letter.urgency, letter.id, letter.submit, letter.action,
                        letter.file.flatMap { $0.filename.isEmpty ? nil : $0.filename },
                    ]
                    .map { $0 ?? "-" }.joined(separator: ",")
            )
        case .remove(let row):
            model.rows.removeAll { $0 == row }
            model.log.append("removed:\(row)")
        case .insert:
            model.rows.insert(model.next, at: 0)
            model.next += 1
        case .hidePlace: model.isPlaceShown = false
        case .go(let path): return .navigate(to: path)
        }
        return .none
    }
}

extension BrowserControls {
    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        switch page.path {
        case "/": home(model, on: page)
        case "/long": long(model, on: page)
        case "/other":
            Document(
                "Other",
                language: "de",
                htmlAttributes: [.class("other")],
                bodyAttributes: [.class("quiet")],
                body: {
                    h1 { "Other" }
                    shown(model)
                    links(page)
                }
            )
        default: throw NotFound()
        }
    }

    private func home(_ model: Model, on page: Page) -> Document<Message> {
        Document("Bench \(model.count)", bodyAttributes: [.class(model.isOn ? "bright" : "dark")]) {
            h1 { "Bench" }
            button("+", .add(1), .id("plus"))
            button("New row", .insert, .id("insert"))
            // Each patch replaces what is in it, and leaves the button itself.
            button(.onClick(.add(1)), .id("icon")) { span(.key(model.count)) { "Count" } }
            button(.form(PageForm.id), .id("save")) { "Save" }
            links(page)
            fields(model)
            place(model)
            letter(page)
            ul(.id("rows")) {
                for row in model.rows {
                    li(.key(row)) {
                        "Row \(row)"
                        input(.id("own-\(row)"), .ariaLabel("Own \(row)"))
                        button("Remove", .remove(row), .id("remove-\(row)"))
                    }
                }
            }
            details(.id("more")) {
                summary { "More" }
                p { "Within" }
            }
            // It is below all elements that tests click on: a growing log would move them away from under the pointer.
            shown(model)
        }
    }

    @HtmlBuilder<Message>
    private func shown(_ model: Model) -> Html<Message> {
        p { output(.id("count")) { "\(model.count)" } }
        p(.id("log")) { model.log.joined(separator: " ") }
    }

    private func links(_ page: Page) -> Html<Message> {
        nav {
            a(.id("to-home"), .href(page.link(to: "/"))) { "Home" }
            a(.id("to-other"), .href(page.link(to: "/other"))) { "Other" }
            a(.id("to-long"), .href(page.link(to: "/long"))) { "Long" }
            a(.id("to-end"), .href(page.link(to: "/long") + "#end")) { "End" }
            a(.id("to-nothing"), .href(page.link(to: "/nothing"))) { "Nothing" }
            a(.id("in-tab"), .href(page.link(to: "/other")), .target("_blank")) { "In a tab" }
            a(.id("to-file"), .href("/style.css")) { "File" }
            button("Go", .go("/other"), .id("go"))
        }
    }

    @HtmlBuilder<Message>
    private func fields(_ model: Model) -> Html<Message> {
        input(
            .id("query"),
            .name("query"),
            .type(.search),
            .value(model.query),
            .onInput(Message.search),
            .debounce(.milliseconds(50))
        )
        input(.id("echo"), .name("echo"), .value(model.name), .onInput(Message.rename))
        input(.id("name"), .name("name"), .value(model.name), .onChange(Message.rename))
        input(.id("number"), .name("number"), .type(.number), .value(model.number ?? 0), .onInput(Message.number))
        input(.id("on"), .name("on"), .type(.checkbox), .checked(model.isOn), .onChange(Message.turn))
        select(.id("size"), .name("size"), .onChange(Message.resize)) {
            for size in ["small", "medium", "large"] {
                option(.value(size), .selected(model.size == size)) { size }
            }
        }
        input(.id("keys"), .name("keys"), .onKeyDown(.escape, .note("escape")), .onKeyDown(.enter, .note("enter")))
        input(.id("free"), .name("free"), .onChange { Message.note("free:\($0 as String)") })
        button(.type(.reset), .form(PageForm.id), .id("reset-all")) { "Reset all" }
        div(.id("double"), .onDoubleClick(.note("double")), .onClick(.note("single"))) { "Here" }
    }

    @HtmlBuilder<Message>
    private func place(_ model: Model) -> Html<Message> {
        if model.isPlaceShown {
            input(
                .id("place"),
                .name("place"),
                .onFocus(.note("focus")),
                .onBlur(.note("blur")),
                .onKeyDown(.escape, .hidePlace)
            )
        }
    }

    private func letter(_ page: Page) -> Html<Message> {
        form("letter", .id("letter"), .onSubmit(Message.send)) {
            input(.id("text"), .name("text"), .required)
            input(.type(.hidden), .name("id"), .value("i"))
            input(.type(.hidden), .name("action"), .value("a"))
            input(.id("file"), .name("file"), .type(.file))
            progress(.id("progress"), .uploadProgress)
            button(.id("send"), .name("submit"), .value("plain")) { "Send" }
            button(.id("hurry"), .name("urgency"), .value("high")) { "Hurry" }
            button(.type(.reset), .id("reset")) { "Reset" }
            if let problem = page.problem(in: "text") { p(.id("problem")) { problem } }
        }
    }

    private func long(_ model: Model, on page: Page) -> Document<Message> {
        Document("Long") {
            shown(model)
            links(page)
            textarea(.id("box"), .rows(2)) {
                (1...50).map { "Line \($0)" }.joined(separator: "\n")
            }
            ul(.id("rows")) { for row in model.rows { li(.key(row)) { "Row \(row)" } } }
            for line in 1...200 { p(.id("line-\(line)")) { "Line \(line)" } }
            p(.id("end")) { "The end" }
            links2(page)
        }
    }

    private func links2(_ page: Page) -> Html<Message> {
        a(.id("down-to-other"), .href(page.link(to: "/other"))) { "Other" }
    }
}
