import Elmwood
import ElmwoodSVG

/// A program with an element for each kind of payload. Its log contains what arrived, in order.
struct PayloadProgram: Program {
    struct Model: Codable, Equatable, Sendable {
        var log: [String] = []
        var moves = 0
        var last = ""
    }

    enum Message: Codable, Equatable, Sendable {
        case pressed(PointerPlace)
        case placed(PointerPlace)
        case moved(PointerPlace)
        case released
        case key(KeyPress)
        case pageKey
        case note(String)
        case outer
        case place(Place)
    }

    struct Place: Codable, Equatable, Sendable { var at: Spot }
    struct Spot: Codable, Equatable, Sendable { var x: Int; var y: Int }
    struct Nothing: EventPayload {}

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.key(.escape, .pageKey)] }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .pressed(let at):
            let held = at.modifiers == .shift ? "+shift" : ""
            model.log.append(
                "\(at.pointerType.rawValue)\(held) \(Int(at.x.rounded())),\(Int(at.y.rounded())) \(at.buttons)"
            )
        case .placed(let at): model.log.append("box \(Int(at.x.rounded())),\(Int(at.y.rounded()))")
        case .moved(let at):
            model.moves += 1
            model.last = "\(Int(at.x.rounded())),\(Int(at.y.rounded()))"
        case .released: model.log.append("up")
        case .key(let key):
            let held = key.modifiers.contains(.control) ? "control+" : ""
            model.log.append("\(held)\(key.key)\(key.code.isEmpty ? "" : "!")")
        case .pageKey: model.log.append("page")
        case .note(let text): model.log.append(text)
        case .outer: model.log.append("outer")
        case .place(let place): model.log.append("image \(place.at.x),\(place.at.y)")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Payloads") {
            p(.id("log")) { model.log.joined(separator: " | ") }
            p(.id("moves")) { "\(model.moves) \(model.last)" }
            svg(
                .id("board"),
                .viewBox("0 0 400 300"),
                .width(800),
                .height(300),
                .onPointerDown("board", otherwise: .form("place")) { (at: PointerPlace) in Message.pressed(at) },
                .onPointerMove("move", otherwise: .form("place")) { (at: PointerPlace) in Message.moved(at) },
                .onPointerUp("up", otherwise: .form("place")) { (_: Nothing) in Message.released }
            ) {
                circle(.id("dot"), .cx(200), .cy(150), .r(40), .fill("red"))
            }
            keys
            form("place", .onSubmit(Message.place)) {
                input(.name("at"), .type(.image), .src(Self.pixel), .width(100), .height(60), .alt("Place"))
            }
        }
    }

    private var keys: Html<Message> {
        section {
            div(
                .id("box"),
                .tabindex(0),
                .width(100),
                .onClick("box", otherwise: .needsScript) { (at: PointerPlace) in Message.placed(at) }
            ) { "box" }
            div(
                .id("keys"),
                .tabindex(0),
                .preventsDefault,
                .onKeyDown("keys", [.arrows, .key("k", .control)], otherwise: .needsScript) { (key: KeyPress) in
                    Message.key(key)
                }
            ) { "keys" }
            div(.onClick(.outer)) {
                span(.id("inner")) { "inner" }
                span(.stopsPropagation) {
                    button(.id("stop"), .onClick(.note("stop"))) { "stop" }
                    input(.id("quiet"), .ariaLabel("Quiet"))
                }
            }
        }
    }

    private static var pixel: String {
        "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    }
}
