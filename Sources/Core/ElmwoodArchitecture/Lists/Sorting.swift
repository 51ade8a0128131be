import ElmwoodFormData
import ElmwoodLanguages
import ElmwoodViewTree

/// Lists whose rows the visitor sorts: within a list, and from one to another.
///
/// ```swift
/// let sorting = Sorting("board", Column.allCases.map { column in
///     SortableList("\(column)", column.title, model.cards(in: column).map(\.id))
/// }) { move in .moved(move) }
///
/// for column in Column.allCases {
///     sorting.list("\(column)") {
///         for card in model.cards(in: column) { li(.key(card.id)) { sorting.handle(card.id, card.title); card.title } }
///     }
/// }
/// ```
///
/// With script a row is dragged by its handle, with a mouse, a pen or a finger, or moved by the arrow keys while the handle has the focus. The move
/// is shown at once, and undone if the program does not make it. Without script, and for those who do not drag, the handle opens to buttons. The
/// message is made of keys and lists that the view has; anything else is refused.
///
/// Style sheets find the handle by the class `elmwood-handle`, the row that is dragged by `elmwood-dragged`, and the place where it would come by
/// `elmwood-place`.
public struct Sorting<Key: CustomStringConvertible & Sendable, Message: Encodable & Sendable>: Sendable {
    private struct Place {
        var list: Int
        var index: Int
    }

    private let name: String
    private let lists: [SortableList<Key>]
    private let sentences: Sentences
    private let onMove: @Sendable (Move<Key>) -> Message
    /// Where each row is, by the text of its key.
    private let places: [ReceivedText: Place]

    /// Creates the lists of a view, between which rows can be moved.
    ///
    /// - Parameters:
    ///   - name: a name that no other lists of the view have, without white space.
    ///   - lists: the lists with the keys of their rows, in the order of the view. All keys differ.
    ///   - sentences: the texts of the handles, in the language of the page.
    ///   - onMove: the message of a move. It is made by the view that the visitor sees.
    public init(
        _ name: String,
        _ lists: [SortableList<Key>],
        in sentences: Sentences = .english,
        onMove: @escaping @Sendable (Move<Key>) -> Message
    ) {
        self.name = name
        self.lists = lists
        self.sentences = sentences
        self.onMove = onMove
        var places: [ReceivedText: Place] = [:]
        for (number, list) in lists.enumerated() {
            for (index, key) in list.keys.enumerated() {
                places[ReceivedText(key.description)] = Place(list: number, index: index)
            }
        }
        self.places = places
    }

    /// Writes the list of that name. Its rows are its children, each with the `.key` that the list names, and a ``handle(_:_:)``.
    ///
    /// - Parameters:
    ///   - list: the name of one of the lists.
    ///   - tag: the element: an `ol` unless it says otherwise.
    public func list(
        _ list: String,
        as tag: HtmlElement = ol,
        _ attributes: Attribute<Message>...,
        @HtmlBuilder<Message> content: () throws -> Html<Message>
    ) rethrows -> Html<Message> {
        try element(tag.name, attributes, own: ownAttributes(of: list), content)
    }

    private func ownAttributes(of name: String) -> [AttributeValue] {
        guard let number = lists.firstIndex(where: { $0.name == name }) else {
            let reason = "“\(self.name)” has no list “\(name)”: its rows cannot be moved."
            return [AttributeValue(kind: .refused, name: .custom, text: reason)]
        }
        let title = lists.count > 1 ? lists[number].title : nil
        // The script puts the row, the place and the number of rows into these.
        let moved = sentences[.rowMoved("{0}", place: "{1}", count: "{2}", list: title)]
        return [
            Attribute<Message>.ariaLabel(lists[number].title).value,
            Attribute<Message>.attribute("data-moved", moved).value,
            Attribute<Message>.attribute("data-not-moved", sentences[.rowNotMoved("{0}")]).value,
            Attribute<Message>(
                dispatched: "x-sort",
                "\(self.name):\(name)",
                otherwise: .controls,
                { try message(of: $0, to: number) }
            ).value,
        ]
    }

    /// Returns the message of a move that a script has sent.
    ///
    /// - Throws: if it names a row that the lists do not have.
    @Sendable
    private func message(of moved: MovedRow, to list: Int) throws -> Message {
        guard let place = places[ReceivedText(moved.key)] else { throw UnknownRow() }
        var before: Int?
        if let key = moved.before {
            guard let next = places[ReceivedText(key)], next.list == list, !key.hasBytes(of: moved.key) else {
                throw UnknownRow()
            }
            before = next.index
        }
        return message(of: place, to: list, before: before)
    }

    private func message(of place: Place, to list: Int, before index: Int?) -> Message {
        let to = lists[list]
        let before = index.flatMap { to.keys.indices.contains($0) ? to.keys[$0] : nil }
        let from = lists[place.list]
        return onMove(Move(key: from.keys[place.index], from: from.name, to: to.name, before: before))
    }

    /// Writes the handle of a row: what it is dragged by, and what opens to the buttons that move it.
    ///
    /// - Parameters:
    ///   - key: the row's key.
    ///   - title: what visitors call the row.
    public func handle(_ key: Key, _ title: String) -> Html<Message> {
        guard let place = places[ReceivedText(key.description)] else { return .empty }
        let last = lists[place.list].keys.count - 1
        return details(.class("elmwood-handle"), .attribute("data-handle", title)) {
            summary(.ariaLabel(sentences[.moveRow(title)])) { "↕" }
            if place.index > 0 {
                button(
                    sentences[.moveRowUp],
                    message(of: place, to: place.list, before: place.index - 1),
                    .class("elmwood-up")
                )
            }
            if place.index < last {
                button(
                    sentences[.moveRowDown],
                    message(of: place, to: place.list, before: place.index + 2),
                    .class("elmwood-down")
                )
            }
            for (number, list) in lists.enumerated() where number != place.list {
                button(
                    sentences[.moveRowTo(list.title)],
                    message(of: place, to: number, before: nil),
                    .attribute("data-to", list.name)
                )
            }
        }
    }
}

/// The members that the script sends of a move: the keys of the row, and of the one that it comes before.
private struct MovedRow: EventPayload {
    var key: String
    var before: String?
}

/// A move names a row that the lists of the view do not have.
private struct UnknownRow: Error {}

/// A list of a ``Sorting``.
public struct SortableList<Key: Sendable>: Sendable {
    /// Its name, which no other list of the sorting has, without white space.
    public var name: String
    /// What visitors call it.
    public var title: String
    /// The keys of its rows, in their order.
    public var keys: [Key]

    /// Creates a list.
    public init(_ name: String, _ title: String, _ keys: [Key]) {
        (self.name, self.title, self.keys) = (name, title, keys)
    }
}

/// A visitor's wish to move a row: see ``Sorting``.
public struct Move<Key: Sendable>: Sendable {
    /// The key of the row.
    public var key: Key
    /// The name of the list that has it.
    public var from: String
    /// The name of the list that it comes to, which may be the same.
    public var to: String
    /// The key of the row that it comes before; nil at the end of the list.
    public var before: Key?

    /// Creates a move: for tests.
    public init(key: Key, from: String, to: String, before: Key? = nil) {
        (self.key, self.from, self.to, self.before) = (key, from, to, before)
    }
}

extension Move: Equatable where Key: Equatable {}
extension Move: Hashable where Key: Hashable {}
extension Move: Encodable where Key: Encodable {}
extension Move: Decodable where Key: Decodable {}
