import Elmwood

/// A program with a control of each kind. Its log contains the messages in the order in which they arrived.
struct Controls: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var log: [String] = []
        var name = "Ann"
        var query = ""
        var isOn = false
        var size = "small"
        var color = "red"
        var rows = [1, 2, 3]
        var isPlaceShown = true
        var notice = ""
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Int)
        case note(String)
        case rename(String)
        case search(String)
        case turn(Bool)
        case resize(String)
        case paint(String)
        case send(Letter)
        case remove(Int)
        case hidePlace
        case go(String)
        case leave
        case fail
        case slow
        case slept
        case seen
        case away
    }

    struct Letter: Codable, Equatable, Sendable {
        var text: String
        var urgency: String?
        var id: String?
        var file: UploadedFile?
    }

    struct Failure: Error {}

    enum Effect: Codable, Equatable, Sendable { case sleep }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.pageVisible(.seen), .pageHidden(.away)] + (model.log.contains("tick") ? [.every(.seconds(1), .add(1))] : [])
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws { send(.slept) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .add(let step): model.count += step
        case .note(let text): model.log.append(text)
        case .rename(let name):
            model.name = name
            model.log.append("name:\(name)")
        case .search(let text):
            model.query = text
            model.log.append("search:\(text)")
        case .turn(let isOn):
            model.isOn = isOn
            model.log.append(isOn ? "on" : "off")
        case .resize(let size):
            model.size = size
            model.log.append(size)
        case .paint(let color):
            model.color = color
            model.log.append(color)
        case .send(let letter):
            let file = letter.file.map { "\($0.filename) \($0.size)" }
            let parts: [String?] = [letter.text, letter.urgency, letter.id, file]
            model.log.append("sent:" + parts.map { $0 ?? "-" }.joined(separator: ","))
        case .remove(let row):
            model.rows.removeAll { $0 == row }
            model.log.append("removed:\(row)")
        case .hidePlace: model.isPlaceShown = false
        case .go(let path): return .navigate(to: path)
        case .leave: return .leave(to: "https://example.org/")
        case .fail: throw Failure()
        case .slow: return .after(.seconds(2), .note("later"))
        case .slept: model.log.append("slept")
        case .seen: model.log.append("seen")
        case .away: model.log.append("away")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        switch page.path {
        case "/": home(model, on: page)
        case "/other":
            Document("Other") {
                h1 { "Other \(page.query["q"] ?? "")" }
                p(.id("log")) { model.log.joined(separator: " ") }
                a(.href(page.link(to: "/"))) { "Home" }
            }
        default: throw NotFound()
        }
    }

    private func home(_ model: Model, on page: Page) -> Document<Message> {
        Document("Bench \(model.count)") {
            h1 { "Bench" }
            output(.id("count")) { "\(model.count)" }
            p(.id("log")) { model.log.joined(separator: " ") }
            buttons(page)
            fields(model, on: page)
            letter(page)
            ul(.id("rows")) {
                for row in model.rows {
                    li(.key(row)) {
                        "Row \(row)"
                        input(.id("own-\(row)"), .ariaLabel("Own \(row)"))
                        button("Remove", .remove(row))
                    }
                }
            }
            details(.id("more")) {
                summary { "More" }
                p { "Within" }
                button("Inside", .note("inside"))
            }
        }
    }

    @HtmlBuilder<Message>
    private func buttons(_ page: Page) -> Html<Message> {
        button("+", .add(1))
        button("−", .add(-1), .disabled)
        button("Hidden", .note("hidden"), .hidden)
        button("Go", .go("/other?q=gone"))
        button("Leave", .leave)
        button("Fail", .fail)
        button("Slow", .slow)
        button("Tick", .note("tick"))
        nav {
            a(.href(page.link(to: "/other"))) { "Other" }
            a(.href(page.link(to: "/nothing"))) { "Nothing" }
            a(.href("https://example.com/")) { "Example" }
            a(.href("#rows")) { "Down" }
        }
        div(.onDoubleClick(.note("double")), .onClick(.note("single"))) { "Here" }
        form("find", .method(.get), .action(page.link(to: "/other")), .ariaLabel("Find")) {
            input(.name("q"), .type(.search), .ariaLabel("Words"))
            button(.type(.submit)) { "Find" }
        }
    }

    @HtmlBuilder<Message>
    private func fields(_ model: Model, on page: Page) -> Html<Message> {
        label("Name:", for: "name")
        input(.id("name"), .name("name"), .maxlength(10), .required, .value(model.name), .onChange(Message.rename))
        input(
            .id("query"),
            .placeholder("Query"),
            .value(model.query),
            .onInput(Message.search),
            .debounce(.milliseconds(300))
        )
        label {
            input(.id("on"), .name("on"), .type(.checkbox), .checked(model.isOn), .onChange(Message.turn))
            "Switch"
        }
        label("Size", for: "size")
        select(.id("size"), .name("size"), .onChange(Message.resize)) {
            for size in ["small", "medium", "large"] {
                option(size.uppercased(), value: size, selected: model.size == size)
            }
            option(.value("huge"), .disabled) { "HUGE" }
        }
        fieldset {
            legend { "Color" }
            for color in ["red", "blue"] {
                label {
                    input(
                        .type(.radio),
                        .name("color"),
                        .value(color),
                        .checked(model.color == color),
                        .onChange(Message.paint)
                    )
                    color.uppercased()
                }
            }
        }
        input(.name("locked"), .ariaLabel("Locked"), .readonly, .value("x"), .onChange(Message.rename))
        fieldset(.disabled) {
            input(.name("off"), .ariaLabel("Off"), .onChange(Message.rename))
        }
        if model.isPlaceShown {
            input(
                .id("place"),
                .ariaLabel("Place"),
                .onFocus(.note("focus")),
                .onBlur(.note("blur")),
                .onKeyDown(.escape, .hidePlace)
            )
        }
    }

    private func letter(_ page: Page) -> Html<Message> {
        form("letter", .onSubmit(Message.send)) {
            textarea(.name("text"), .ariaLabel("Letter"), .minlength(2)) { "" }
            input(.type(.hidden), .name("id"), .value("i"))
            input(.type(.file), .name("file"), .ariaLabel("File"))
            button(.name("urgency"), .value("low")) { "Send" }
            button(.name("urgency"), .value("high")) { "Hurry" }
            button(.type(.reset)) { "Reset" }
            if let problem = page.problem(in: "text") { p(.class("problem")) { problem } }
        }
    }
}
