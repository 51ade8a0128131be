import Elmwood

/// A visitor's pages of the board: all of it at `/`, and one card at `/card/7`.
package struct BoardPage: App {
    package struct Model: Codable, Equatable, Sendable {
        /// The name under which the others see the visitor.
        var name = "Somebody"
        /// What the visitor can undo, in words.
        var undo: String?
    }

    /// A card as the visitor has seen it: a move states how often it had been changed.
    package struct SeenCard: Codable, Equatable, Sendable {
        var card: Int
        var changes: Int
        var title: String
    }

    /// The field of a form.
    package struct Text: Codable, Equatable, Sendable {
        var text: String
    }

    /// The fields of a card's form. It contains which title it was made for, so that one of an outdated page is refused.
    package struct Renaming: Codable, Equatable, Sendable {
        var text: String
        var changes: Int
    }

    package enum Message: Codable, Equatable, Sendable {
        case named(Text)
        case added(Text)
        case moved(SeenCard, to: Place)
        case renamed(Int, Renaming)
        case removed(Int, after: Int)
        case undo
        /// What came of a message to the board. No control offers it.
        case answered(SendOutcome)
    }

    /// The key of the board.
    static let main = "main"

    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .named(let form):
            model.name = try trimmed(form.text)
            return .none
        case .added(let form):
            return .batch(send(.add(try trimmed(form.text))), .focus("added-text"))
        case .moved(let card, let place):
            model.undo = "“\(card.title)” to “\(place.column.title)”"
            return send(.move(card.card, to: place, after: card.changes))
        case .renamed(let card, let form):
            return .batch(send(.rename(card, try trimmed(form.text), after: form.changes)), .navigate(to: "/"))
        case .removed(let card, let changes):
            return .batch(send(.remove(card, after: changes)), .navigate(to: "/"))
        case .undo:
            model.undo = nil
            return send(.undo)
        case .answered(.applied):
            return .none
        case .answered(.failed(let sentence)):
            model.undo = nil
            return .notice(sentence)
        }
    }

    private func send(_ message: Board.Message) -> Command<Self> {
        .send(message, to: Board.self, Self.main, answered: Message.answered)
    }

    private func trimmed(_ text: String) throws -> String {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if text.isEmpty { throw Problem(in: "text", "Please write something.") }
        return text
    }
}
