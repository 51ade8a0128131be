import Elmwood
import ElmwoodSVG

/// A program with a control of each kind that says more than its name, shows something before its answer, or asks before it is sent. Its log
/// has what arrived, in order.
struct Errands: Program {
    struct Model: Codable, Equatable, Sendable {
        var log: [String] = []
        var steps = 0
        var likes = 0
        var removed = 0
    }

    struct Spot: Codable, Equatable, EventPayload {
        var x: Double
        var y: Double
    }

    struct Volume: Codable, Equatable, EventPayload {
        var value: Int
        static var ranges: [String: ClosedRange<Double>] { ["value": 0...100] }
    }

    struct Review: Codable, Equatable, Sendable { var stars: Int }

    enum Message: Codable, Equatable, Sendable {
        case pressed(Spot), volume(Volume), review(Review), like, step, remove
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .pressed(let spot): model.log.append("press \(Int(spot.x.rounded()))")
        case .volume(let volume): model.log.append("volume \(volume.value)")
        case .review(let review): model.log.append("stars \(review.stars)")
        case .like:
            model.likes += 1
            model.log.append("like \(model.likes)")
        case .step:
            model.steps += 1
            model.log.append("step \(model.steps)")
        case .remove:
            model.removed += 1
            model.log.append("remove \(model.removed)")
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Errands") {
            svg(
                .id("board"),
                .viewBox("0 0 100 100"),
                .width(100),
                .height(100),
                .onPointerDown("board", otherwise: .needsScript) { (at: Spot) in Message.pressed(at) }
            ) {
                circle(.cx(50), .cy(50), .r(50), .fill("red"))
            }
            element("x-volume", .id("volume"), .on("x-change", "volume") { (at: Volume) in .volume(at) })
            form("review", .onSubmit(Message.review)) {
                element("star-rating", .id("stars"), .name("stars"), .field(.number), .min(1), .max(5), .required)
                button(.id("send")) { "Send" }
            }
            button(
                "♥ \(model.likes)",
                .like,
                .id("like"),
                .meanwhile(.text("♥ \(model.likes + 1)"), .class("liked"))
            )
            button("Step", .step, .id("step"), .foreseen)
            output(.id("steps")) { "\(model.steps)" }
            button("Remove", .remove, .id("remove"), .confirm("Remove one?"))
            output(.id("removed")) { "\(model.removed)" }
            p(.id("log")) { model.log.joined(separator: ", ") }
        }
    }
}
