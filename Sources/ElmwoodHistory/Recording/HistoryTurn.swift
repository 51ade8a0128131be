import FoundationEssentials
import ElmwoodMessageText

/// One message of a history, with its circumstances.
package struct HistoryTurn<Message: Codable & Equatable & Sendable>: Sendable {
    /// The known content of the message.
    package enum Content: Sendable {
        /// The message itself.
        case message(Message)
        /// A message with secret content, such as a password: only the name of its case is stored.
        case secret(String)
        /// A message that did not decode when the history was read: its text.
        case unreadable(String)
    }

    /// The known content of the message.
    package var content: Content
    /// Its source, in words: `visitor`, `effect load(3)`, `clock`.
    package var origin: String
    /// When it had its turn.
    package var time: Date
    /// The printed commands that its update returned.
    package var commands: [String]
    /// The printed subscriptions of the program after it.
    package var subscriptions: [String]
    /// The approximate size of all of it as texts, in bytes.
    let size: Int

    /// Creates a turn.
    package init(
        _ content: Content,
        origin: String,
        time: Date,
        commands: [String] = [],
        subscriptions: [String] = []
    ) {
        self.content = content
        self.origin = origin
        self.time = time
        self.commands = commands
        self.subscriptions = subscriptions
        let length =
            switch content {
            case .message(let message): (try? Self.text(of: message))?.utf8.count ?? Self.textLimit
            case .secret(let text), .unreadable(let text): text.utf8.count
            }
        size = (commands + subscriptions).reduce(100 + origin.utf8.count + length) { $0 + $1.utf8.count }
    }

    /// The message as displayed: its text, or the name of its case if it is secret.
    package var title: String {
        switch content {
        case .message(let message): (try? Self.text(of: message)) ?? String(describing: message)
        case .secret(let name): "\(name)(…)"
        case .unreadable(let text): text
        }
    }

    /// Whether only the name of the message's case is stored.
    package var isSecret: Bool { if case .secret = content { true } else { false } }

    /// Returns the text of a message. A message of an effect may be longer than any that a page can offer.
    static func text(of message: Message) throws -> String {
        try MessageText.text(of: message, limit: textLimit)
    }

    /// In bytes.
    static var textLimit: Int { 4 * 1024 * 1024 }
}
