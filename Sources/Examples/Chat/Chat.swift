import Elmwood

/// A visitor's page of the chat room.
package struct Chat: App {
    package struct Model: Codable, Equatable, Sendable {
        /// The visitor as a person; nil until they have entered a name.
        var me: Person?
        /// How many lines the visitor has written.
        var written = 0
    }

    /// The fields of the form for entering.
    package struct Introduction: Codable, Equatable, Sendable {
        var name: String
    }

    /// The fields of the form for a line.
    package struct Remark: Codable, Equatable, Sendable {
        var text: String
    }

    package enum Message: Codable, Equatable, Sendable {
        case introduced(Introduction)
        /// No control offers it.
        case numbered(Int, name: String)
        case wrote(Remark)
        case leave
    }

    /// The key of the room.
    static let lobby = "lobby"

    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .introduced(let introduction):
            guard let name = trimmed(introduction.name) else { return .none }
            // Two people may have the same name, so each has a number.
            return .random(in: 1...Int.max) { .numbered($0, name: name) }
        case .numbered(let number, let name):
            model = Model(me: Person(id: number, name: name))
            return .focus("text")
        case .wrote(let remark):
            guard let me = model.me, let text = trimmed(remark.text) else { return .none }
            model.written += 1
            let line = Line(author: me, number: model.written, text: text)
            return .batch(.send(.said(line), to: Room.self, Self.lobby), .scroll(to: line.id))
        case .leave:
            model = Model()
            return .none
        }
    }

    /// Returns the text trimmed of white space; nil if nothing remains.
    private func trimmed(_ text: String) -> String? {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(text[first...last])
    }
}
