import ElmwoodArchitecture
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

    /// The sender of its message, if that is one of a shared program, and known.
    var sender: Sender? {
        if case .message(let message) = content { (message as? any SentMessage)?.sender } else { nil }
    }

    /// Returns the text of a message, without its sender. A message of an effect may be longer than any that a page can offer.
    static func text(of message: Message) throws -> String {
        try (message as? any SentMessage)?.text(limit: textLimit) ?? MessageText.text(of: message, limit: textLimit)
    }

    /// Returns the message of a text.
    ///
    /// - Parameter sender: its sender, if it is one of a shared program.
    static func message(of text: String, from sender: Sender?) throws -> Message? {
        guard let type = Message.self as? any SentMessage.Type else {
            return try MessageText.decode(Message.self, from: text, limit: textLimit)
        }
        return try type.init(text: text, from: sender ?? .itself, limit: textLimit) as? Message
    }

    /// In bytes.
    static var textLimit: Int { 4 * 1024 * 1024 }
}
