import Elmwood
import ElmwoodHTTPServer
import Synchronization

/// Pages with what has made live pages fail: ways out of them, events that no visitor has made, documents that others change. Each path has one.
struct Probes: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var log: [String] = []
        var isOpen = false
        var version = 1
        var rows = [1, 2, 3]
    }

    enum Message: Codable, Equatable, Sendable {
        case add
        case note(String)
        case toggle
        case open(Bool)
        case leave(String)
        case go(String)
        case rename(Titled)
        case swap
        case tick
    }

    struct Titled: Codable, Equatable, Sendable {
        var version: Int
        var title: String
    }

    /// Whether the model changes by itself.
    var ticks = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        ticks ? [.every(.milliseconds(200), .tick)] : []
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add, .tick: model.count += 1
        case .note(let text): model.log.append(text)
        case .toggle:
            model.isOpen.toggle()
            model.log.append("toggle")
        case .open(let isOpen): model.isOpen = isOpen
        case .leave(let address): return .leave(to: address)
        case .go(let path): return .navigate(to: path)
        case .rename(let titled): model.log.append("\(titled.version):\(titled.title)")
        case .swap:
            model.rows.reverse()
            model.version += 1
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        Document("Probe \(page.path)", bodyAttributes: [.class("count-\(model.count)")]) {
            h1 { "Probe" }
            button("+", .add, .id("plus"))
            button("Swap", .swap, .id("swap"))
            output(.id("count")) { "\(model.count)" }
            input(.id("typed"), .ariaLabel("Typed"))
            switch page.path {
            case "/": ways(page)
            case "/toggles": toggles(model)
            case "/forms": forms(model)
            case "/events": events(model)
            case "/names": names()
            case "/made": made(model)
            case "/sorted": sorted(page)
            default: p { a(.id("back"), .href(page.link(to: "/"))) { "Back" } }
            }
            ul(.id("rows")) { for row in model.rows { li(.key(row)) { "Row \(row)" } } }
            p(.id("log")) { model.log.joined(separator: " ") }
        }
    }

    private func ways(_ page: Page) -> Html<Message> {
        div {
            for (id, path) in Self.ways { a(.id(id), .href(path.isEmpty ? Self.elsewhere() : path)) { id } }
            a(.id("self"), .href("/example/away"), .target("_self")) { "self" }
            a(.id("external"), .href(page.link(to: "/sorted")), .rel(.external)) { "external" }
            a(.id("sorted"), .href(page.link(to: "/sorted"))) { "sorted" }
            button("leave", .leave("/example/away"), .id("leave"))
            button("go", .go("/sorted"), .id("go"))
            form(.action("/example/search")) {
                input(.type(.hidden), .name("q"), .value("a"))
                button(.id("get-form")) { "Search" }
            }
            form(.action("/example/take"), .method(.post)) {
                input(.type(.hidden), .name("q"), .value("a"))
                button(.id("post-form")) { "Take" }
            }
        }
    }

    /// Links to what no program answers.
    static let ways = [
        ("away", "/example/away"), ("nothing", "/example/nothing"), ("empty", "/example/empty"),
        ("export", "/example/export"),
        ("forged", "/example/forged"), ("typed-forged", "/example/typed-forged"), ("missing", "/example/missing/page"),
        ("other", "/other"),
    ]

    /// The address of another site.
    private static let site = Mutex("")
    static func elsewhere() -> String { site.withLock { $0 } }
    static func lead(to address: String) { site.withLock { $0 = address } }
}

extension Probes {
    private func toggles(_ model: Model) -> Html<Message> {
        div {
            details(.id("details"), .open(model.isOpen), .onToggle(.toggle)) { summary(.id("summary")) { "More" } }
            details(.id("free"), .onToggle(.note("free"))) { summary(.id("free-summary")) { "Free" } }
            dialog(.id("dialog"), .open(model.isOpen), .onClose(.note("closed"))) {
                form(.method(.dialog)) { button(.id("close")) { "Close" } }
            }
            button("Open", .open(true), .id("open"))
            button("Close", .open(false), .id("shut"))
        }
    }

    private func forms(_ model: Model) -> Html<Message> {
        div {
            button(.type(.button), .id("show"), .commandfor("d"), .command(.showModal)) { "Rename" }
            dialog(.id("d")) {
                form("rename", .id("rename"), .onSubmit(Message.rename)) {
                    input(.type(.hidden), .id("version"), .name("version"), .value(model.version))
                    input(.id("title"), .name("title"), .required)
                    button(.id("save")) { "Save" }
                    button(.id("cancel"), .formmethod(.dialog), .formnovalidate) { "Cancel" }
                    button(.id("elsewhere"), .formaction("/example/take"), .formmethod(.post)) { "Elsewhere" }
                    button(.type(.reset), .id("reset")) { "Reset" }
                }
            }
            button(.id("outside"), .form("rename"), .formmethod(.dialog), .formnovalidate) { "Outside" }
        }
    }

    private func events(_ model: Model) -> Html<Message> {
        div {
            ul {
                li(.id("row"), .onClick(.note("row"))) {
                    label(.id("label")) {
                        input(.type(.checkbox), .id("box"), .name("done"))
                        span(.id("text")) { "Milk" }
                    }
                }
            }
            input(.id("keys"), .ariaLabel("Keys"), .onKeyDown(.enter, .note("enter")))
            input(.id("search"), .name("search"), .onInput { (text: String) in Message.note("search:\(text)") })
            input(.type(.range), .name("range"), .onChange { (_: String) in Message.note("range") })
            input(.type(.color), .name("color"), .value("#FF0000"), .onChange { (_: String) in Message.note("color") })
            input(
                .type(.datetimeLocal),
                .name("date"),
                .value("2026-03-29T02:30:00"),
                .onChange { (_: String) in Message.note("date") }
            )
            input(
                .type(.email),
                .name("email"),
                .value("a@b.example "),
                .onChange { (_: String) in Message.note("email") }
            )
            input(
                .type(.range),
                .name("step"),
                .step(10),
                .value(33),
                .onChange { (_: String) in Message.note("step") }
            )
        }
    }

    private func names() -> Html<Message> {
        div {
            for name in [
                "hidden", "body", "activeElement", "title", "querySelectorAll", "getElementById", "addEventListener",
            ] {
                iframe(.name(name), .title(name))
                form(.name(name)) {}
                img(.name(name), .alt(""))
            }
            form("named", .onSubmit(Message.rename)) {
                for name in ["elements", "matches", "getAttribute2", "method", "target", "action"] {
                    input(.type(.hidden), .name(name), .value("1"))
                }
                button(.type(.reset), .id("reset-named")) { "Reset" }
            }
        }
    }

    private func made(_ model: Model) -> Html<Message> {
        div {
            if model.count > 0 {
                video(.id("video"), .autoplay, .muted, .src("/none.mp4"))
                input(.id("range"), .ariaLabel("Range"), .type(.range), .value(500), .max(1000))
                img(.id("lazy"), .src("/example/lazy"), .loading(.lazy), .alt(""))
                select(.id("fruit"), .name("fruit")) {
                    button { selectedcontent() }
                    for name in ["Apple", "Pear \(model.count)", "Plum"] { option { name } }
                }
            }
        }
    }

    private func sorted(_ page: Page) -> Html<Message> {
        div {
            a(.id("by-name"), .href(page.link(to: "/sorted?by=name"))) { "Name" }
            a(.id("by-age"), .href(page.link(to: "/sorted?by=age"))) { "Age" }
            a(.id("home"), .href(page.link(to: "/"))) { "Home" }
            p(.id("order")) { page.query["by"] ?? "none" }
        }
    }
}
