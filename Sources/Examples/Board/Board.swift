import Elmwood

/// Where a card stands.
package enum Column: String, CaseIterable, Codable, Sendable {
    case planned, doing, done

    var title: String { rawValue.capitalized }
}

/// A card of the board.
package struct Card: Codable, Equatable, Sendable {
    var id: Int
    var title: String
    var column = Column.planned
    /// How often it was changed. A change states which one it follows, so that nobody undoes another's without having seen it.
    var changes = 0
}

/// Where a card goes: before another one, or to the end of the column.
package struct Place: Codable, Equatable, Sendable {
    var column: Column
    var before: Int?
}

/// A board of cards, which all visitors share.
package struct Board: SharedProgram {
    package struct Model: Codable, Equatable, Sendable {
        /// The cards of all columns, in their order.
        var cards: [Card] = []
        var lastID = 0
        /// Who has a page of the board open: at `/card/7`, that of a card.
        var watchers: [Watcher] = []
        /// By visitor, the card that they moved last, where it came from, and its number of changes since.
        var lastMoves: [String: LastMove] = [:]

        func cards(in column: Column) -> [Card] { cards.filter { $0.column == column } }

        func card(_ id: Int) -> Card? { cards.first { $0.id == id } }
    }

    package struct LastMove: Codable, Equatable, Sendable {
        var card: Int
        var origin: Place
        var changes: Int
    }

    package enum Message: Codable, Equatable, Sendable {
        case add(String)
        /// `after`: the number of changes of the card that the visitor has seen.
        case move(Int, to: Place, after: Int)
        case rename(Int, String, after: Int)
        case remove(Int, after: Int)
        case undo
        case present(Watchers)
    }

    /// The greatest number of cards.
    static let limit = 200

    package init() {}

    package func start(_ key: String) -> Start<Self> { Start(Model()) }

    package func subscriptions(_ model: Model) -> [Subscription<Self>] { [.watchers(Message.present)] }

    package func update(_ model: inout Model, on message: Message, from sender: Sender) throws -> Command<Self> {
        switch message {
        case .add(let title):
            guard model.cards.count < Self.limit else {
                throw Problem("The board is full: it has \(Self.limit) cards.")
            }
            model.lastID += 1
            model.cards.append(Card(id: model.lastID, title: title))
        case .move(let id, let place, let changes):
            // Several moves in a row follow one another faster than the page is told of them.
            let last = model.lastMoves[sender.id]
            let seen = last?.card == id ? max(changes, last?.changes ?? 0) : changes
            let card = try unchanged(id, since: seen, in: model)
            model.lastMoves[sender.id] = LastMove(card: id, origin: origin(of: card, in: model), changes: seen + 1)
            move(card, to: place, in: &model)
        case .rename(let id, let title, let changes):
            let card = try unchanged(id, since: changes, in: model)
            change(card, in: &model) { $0.title = title }
        case .remove(let id, let changes):
            let card = try unchanged(id, since: changes, in: model)
            model.cards.removeAll { $0 == card }
            model.lastMoves = model.lastMoves.filter { $0.value.card != id }
        case .undo:
            guard let last = model.lastMoves.removeValue(forKey: sender.id) else {
                throw Problem("There is no move of yours to undo.")
            }
            move(try unchanged(last.card, since: last.changes, in: model), to: last.origin, in: &model)
        case .present(let watchers):
            model.watchers = watchers.all
        }
        return .none
    }

    /// Returns a card, unless somebody has changed it since the visitor saw it.
    private func unchanged(_ id: Int, since changes: Int, in model: Model) throws -> Card {
        guard let card = model.card(id) else { throw Problem("Somebody has removed that card meanwhile.") }
        guard card.changes == changes else {
            throw Problem("Somebody has changed “\(card.title)” meanwhile: it is in “\(card.column.title)”.")
        }
        return card
    }

    private func origin(of card: Card, in model: Model) -> Place {
        let next = model.cards(in: card.column).drop { $0.id != card.id }.dropFirst().first
        return Place(column: card.column, before: next?.id)
    }

    private func move(_ card: Card, to place: Place, in model: inout Model) {
        guard place.before != card.id else { return change(card, in: &model) { $0.column = place.column } }
        var moved = card
        moved.column = place.column
        moved.changes += 1
        model.cards.removeAll { $0.id == card.id }
        let next = model.cards.firstIndex { $0.id == place.before && $0.column == place.column }
        model.cards.insert(moved, at: next ?? model.cards.endIndex)
    }

    private func change(_ card: Card, in model: inout Model, _ change: (inout Card) -> Void) {
        guard let index = model.cards.firstIndex(where: { $0.id == card.id }) else { return }
        change(&model.cards[index])
        model.cards[index].changes += 1
    }
}
