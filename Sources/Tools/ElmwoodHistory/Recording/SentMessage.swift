import ElmwoodArchitecture
import ElmwoodMessageText

/// A message of a shared program, with its sender. A history shows the two apart.
protocol SentMessage: Codable, Equatable, Sendable {
    var sender: Sender { get }
    /// The path or pattern of the visitor's program that has sent it; nil if it is not known, or a shared program has.
    var program: String? { get }
    /// The message alone.
    var content: any Codable & Equatable & Sendable { get }

    /// Returns the text of the message alone.
    func text(limit: Int) throws -> String

    /// Reads the text of a message.
    init(text: String, from sender: Sender, limit: Int) throws
}

extension Delivered: SentMessage {
    var content: any Codable & Equatable & Sendable { message }

    func text(limit: Int) throws -> String { try MessageText.text(of: message, limit: limit) }

    init(text: String, from sender: Sender, limit: Int) throws {
        self.init(try MessageText.decode(Message.self, from: text, limit: limit), from: sender)
    }
}

extension SentMessage {
    /// Who has sent it, in words: `visitor 3f9a20c1 on /chat`.
    var origin: String {
        guard let program else { return sender.id }
        return "\(sender.shortName) on \(program)"
    }
}

extension Sender {
    /// The sender in few words, for a list.
    var shortName: String { account.map { "account \($0)" } ?? "visitor \(id.prefix(8))" }
}
