import Elmwood
import ElmwoodSVG

/// A visitor's page of the whiteboard: it is drawn on by pointer, by touch, by keys, and without script by an image button.
package struct WhiteboardPage: Program {
    package struct Model: Codable, Equatable, Sendable {
        var ink = Ink.black
        /// Where the keys have moved the pen.
        var pen = Spot(x: 200, y: 150)
        /// Whether the pen is on the board, so that a move continues a line, and whether a pointer holds it there.
        var isDown = false
        var isHeld = false
    }

    package enum Message: Codable, Equatable, Sendable {
        case pressed(PointerPlace), moved(PointerPlace), released(PointerPlace), key(KeyPress), placed(Press)
        case chose(Ink), lift, undo, clear
    }

    /// What an image button sends.
    package struct Press: Codable, Equatable, Sendable { var at: Spot }

    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .pressed(let place):
            (model.isDown, model.isHeld) = (false, true)
            return draw(to: Spot(x: Int(place.x), y: Int(place.y)), &model)
        // It may have been released elsewhere.
        case .moved(let place) where place.buttons == 0: (model.isDown, model.isHeld) = (false, false)
        case .moved(let place): return model.isHeld ? draw(to: Spot(x: Int(place.x), y: Int(place.y)), &model) : .none
        case .released(let place):
            guard model.isHeld else { break }
            let command = draw(to: Spot(x: Int(place.x), y: Int(place.y)), &model)
            (model.isDown, model.isHeld) = (false, false)
            return command
        case .key(let press): return move(by: press.key, &model)
        case .placed(let press): return draw(to: Spot(x: press.at.x, y: press.at.y), &model)
        case .chose(let ink): (model.ink, model.isDown) = (ink, false)
        case .lift: model.isDown = false
        case .undo: return send(.undo, &model)
        case .clear: return send(.clear, &model)
        }
        return .none
    }

    private func draw(to spot: Spot, _ model: inout Model) -> Command<Self> {
        let message = model.isDown ? Whiteboard.Message.draw(spot) : .begin(spot, model.ink)
        (model.pen, model.isDown) = (spot, true)
        return .send(message, to: Whiteboard.self, "main")
    }

    private func send(_ message: Whiteboard.Message, _ model: inout Model) -> Command<Self> {
        model.isDown = false
        return .send(message, to: Whiteboard.self, "main")
    }

    /// Moves the pen by the arrow keys; the space bar puts it down or lifts it.
    private func move(by key: String, _ model: inout Model) -> Command<Self> {
        var spot = model.pen
        switch key {
        case "ArrowLeft": spot = Spot(x: spot.x - 10, y: spot.y)
        case "ArrowRight": spot = Spot(x: spot.x + 10, y: spot.y)
        case "ArrowUp": spot = Spot(x: spot.x, y: spot.y - 10)
        case "ArrowDown": spot = Spot(x: spot.x, y: spot.y + 10)
        default:
            if !model.isDown { return draw(to: spot, &model) }
            model.isDown = false
        }
        model.pen = spot
        return model.isDown ? draw(to: spot, &model) : .none
    }

    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let strokes = try page.read(Whiteboard.self, "main").strokes
        return Document("Whiteboard") {
            link(.rel("stylesheet"), .href(page.asset("style.css")))
            link(.rel("icon"), .href("/favicon.svg"))
        } body: {
            main(.class("whiteboard")) {
                nav { a(.href("/")) { "Examples" } }
                h1 { "Whiteboard" }
                div(.class("inks"), .role(.group), .ariaLabel("Ink")) {
                    for ink in Ink.allCases {
                        button(
                            ink.rawValue.capitalized,
                            .chose(ink),
                            .class(ink.rawValue),
                            .ariaPressed(model.ink == ink)
                        )
                    }
                }
                div(.class("sheet")) {
                    board(strokes, model)
                    imageButton
                }
                p(.class("note"), .id("keys")) {
                    "Draw with a mouse, a pen or a finger. With keys: the arrows move the pen, the space bar puts it down and lifts it."
                }
                p(.class("acts")) {
                    button("Lift the pen", .lift, .disabled(!model.isDown))
                    button("Undo", .undo)
                    button("Clear my lines", .clear)
                }
            }
        }
    }

    private func board(_ strokes: [Stroke], _ model: Model) -> Html<Message> {
        svg(
            .viewBox("0 0 400 300"),
            .tabindex(0),
            .role(.application),
            .ariaLabel("Board"),
            .ariaDescribedby("keys"),
            .preventsDefault,
            .onPointerDown("press", otherwise: .form("place")) { (at: PointerPlace) in .pressed(at) },
            // A pointer that draws nothing sends no moves.
            model.isHeld
                ? .onPointerMove("draw", otherwise: .form("place")) { (at: PointerPlace) in .moved(at) } : .none,
            .onPointerUp("lift", otherwise: .form("place")) { (at: PointerPlace) in .released(at) },
            .onKeyDown("keys", [.arrows, .key(" ")], otherwise: .form("place")) { (key: KeyPress) in .key(key) }
        ) {
            for stroke in strokes { polyline(.key(stroke.id), .class(stroke.color.rawValue), .points(stroke.points)) }
            circle(.class(model.isDown ? "pen down" : "pen"), .cx(model.pen.x), .cy(model.pen.y), .r(4))
        }
    }

    /// Over the board where there is no script.
    private var imageButton: Html<Message> {
        form("place", .onSubmit(Message.placed)) {
            input(.name("at"), .type(.image), .src(Self.clear), .width(400), .height(300), .alt("Draw a line to here"))
        }
    }

    /// A picture of one clear pixel.
    private static let clear = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
}
