import FoundationEssentials
import ElmwoodMessageText

/// One message of a history, and what it came with.
package struct HistoryTurn<Message: Codable & Equatable & Sendable>: Sendable {
    /// What is known of the message.
    package enum Content: Sendable {
        /// The message itself.
        case message(Message)
        /// A message with something in it that nobody is to read, a password: the name of its case is all that is kept.
        case secret(String)
        /// A message that did not decode when the history was read: its text.
        case unreadable(String)
    }

    /// What is known of the message.
    package var content: Content
    /// Where it came from, in words: `visitor`, `effect load(3)`, `clock`.
    package var origin: String
    /// When it had its turn.
    package var time: Date
    /// The commands that its update returned, each as it prints.
    package var commands: [String]
    /// What the program subscribed to after it, each as it prints.
    package var subscriptions: [String]
    /// What all of it takes as texts, roughly, in bytes.
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

    /// The message as it is shown: its text, or the name of its case where it is secret.
    package var title: String {
        switch content {
        case .message(let message): (try? Self.text(of: message)) ?? String(describing: message)
        case .secret(let name): "\(name)(…)"
        case .unreadable(let text): text
        }
    }

    /// Whether the message is kept by the name of its case alone.
    package var isSecret: Bool { if case .secret = content { true } else { false } }

    /// The text of a message. A message of an effect may be longer than any that a page can offer.
    static func text(of message: Message) throws -> String {
        try MessageText.text(of: message, limit: textLimit)
    }

    /// In bytes.
    static var textLimit: Int { 4 * 1024 * 1024 }
}
