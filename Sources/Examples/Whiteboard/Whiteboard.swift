import Elmwood

/// A point of the board, which is 400 by 300.
package struct Spot: Codable, Equatable, Sendable {
    var x: Int
    var y: Int

    init(x: Int, y: Int) { (self.x, self.y) = (min(max(x, 0), 400), min(max(y, 0), 300)) }
}

/// A line that a visitor has drawn.
package struct Stroke: Codable, Equatable, Sendable {
    var id: Int
    var visitor: String
    var color: Ink
    var spots: [Spot]

    /// The points as SVG writes them. A single one is a line to itself, which is a dot.
    var points: String { (spots.prefix(1) + spots).map { "\($0.x),\($0.y)" }.joined(separator: " ") }
}

/// The colors of the lines.
package enum Ink: String, CaseIterable, Codable, Sendable { case black, red, green, blue }

/// A whiteboard, which all visitors share.
package struct Whiteboard: SharedProgram {
    package struct Model: Codable, Equatable, Sendable {
        var strokes: [Stroke] = []
        var lastID = 0
    }

    package enum Message: Codable, Equatable, Sendable {
        case begin(Spot, Ink)
        /// Continues the visitor's last line.
        case draw(Spot)
        case undo, clear
    }

    /// The most lines, of which the oldest give way, and the most points of one.
    static let limits = (lines: 200, spots: 200)

    package init() {}

    package func start(_ key: String) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        let own = model.strokes.lastIndex { $0.visitor == sender.id }
        switch message {
        case .begin(let spot, let color):
            model.lastID += 1
            model.strokes.append(Stroke(id: model.lastID, visitor: sender.id, color: color, spots: [spot]))
            if model.strokes.count > Self.limits.lines { model.strokes.removeFirst() }
        case .draw(let spot):
            guard let own, model.strokes[own].spots.count < Self.limits.spots, model.strokes[own].spots.last != spot
            else { break }
            model.strokes[own].spots.append(spot)
        case .undo: if let own { model.strokes.remove(at: own) }
        case .clear: model.strokes.removeAll { $0.visitor == sender.id }
        }
        return .none
    }
}
