import Elmwood

/// A program with the payloads of elements: what is scrolled, turned, dropped, pasted, opened and played.
struct PayloadKindsProgram: Program {
    struct Model: Codable, Equatable, Sendable {
        var log: [String] = []
        var moves = 0
    }

    enum Message: Codable, Equatable, Sendable {
        case scrolled(ScrollPlace), turned(WheelTurn), dropped(DroppedItems), pasted(PastedItems), toggled(OpenState),
            played(MediaState)
        case moved(PointerPlace), search, note(String)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.shortcut(.key("k", .control), .search), .shortcut(.key("g"), .note("g"))]
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .scrolled(let place): model.log.append("scroll \(Int(place.scrollTop)) \(place.isAtEnd)")
        case .turned(let turn): model.log.append("wheel \(Int(turn.deltaY))")
        case .dropped(let items):
            let files = items.files.map { "\($0.filename):\($0.size)" }.joined(separator: ",")
            model.log.append("drop \(items.text)[\(files)]")
        case .pasted(let items): model.log.append("paste \(items.text.count) \(items.text.prefix(5))")
        case .toggled(let state): model.log.append(state.isOpen ? "opened" : "closed")
        case .played(let state):
            model.log.append("media \(state.currentTime) \(state.isPaused) \(state.duration == nil)")
        case .moved: model.moves += 1
        case .search: model.log.append("search")
        case .note(let text): model.log.append(text)
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Kinds") {
            p(.id("log")) { model.log.joined(separator: " | ") }
            output(.id("moves")) { "\(model.moves)" }
            div(
                .id("scroll"),
                .style("height", "100px"),
                .onScrollEnd("scroll", otherwise: .needsScript) { (place: ScrollPlace) in Message.scrolled(place) }
            ) { div(.id("tall")) { "tall" } }
            div(
                .id("target"),
                .tabindex(0),
                .onWheel("wheel", otherwise: .needsScript) { (turn: WheelTurn) in Message.turned(turn) },
                .onDrop("drop", otherwise: .needsScript) { (items: DroppedItems) in Message.dropped(items) },
                .onPaste("paste", otherwise: .needsScript) { (items: PastedItems) in Message.pasted(items) }
            ) { "target" }
            details(
                .id("details"),
                .onToggle("details", otherwise: .needsScript) { (state: OpenState) in Message.toggled(state) }
            ) { summary { "more" } }
            audio(
                .id("audio"),
                .controls,
                .onPause("pause", otherwise: .needsScript) { (state: MediaState) in Message.played(state) }
            )
            div(
                .id("slow"),
                .throttle(.milliseconds(600)),
                .onPointerMove("slow", otherwise: .needsScript) { (place: PointerPlace) in Message.moved(place) }
            ) { "slow" }
            label {
                "Field"; input(.id("field"), .name("field"), .onChange(Message.note))
            }
        }
    }
}
