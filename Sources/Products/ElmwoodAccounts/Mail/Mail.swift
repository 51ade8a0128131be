import FoundationEssentials

/// A mail of plain text.
///
/// ```swift
/// let mail = try Mail(
///     from: MailAddress("library@example.org", name: "The Library"),
///     to: [MailAddress(account.email)],
///     subject: "Your new password",
///     text: "Choose a new password at \(link) within an hour."
/// )
/// ```
///
/// No part of it can add a header or a recipient: addresses are checked, and line breaks in a name or a subject become spaces.
public struct Mail: Hashable, Sendable {
    /// Names the mail: letters, digits and hyphens. A mail that is sent again has the same.
    public let id: String
    /// When it was written.
    public let date: Date
    /// The sender.
    public let from: MailAddress
    /// The recipients.
    public let to: [MailAddress]
    /// Who gets answers; nil for the sender.
    public let replyTo: MailAddress?
    /// The subject.
    public let subject: String
    /// The text. Its lines end with LF, or with CR LF.
    public let text: String

    /// Creates a mail.
    ///
    /// - Parameters:
    ///   - id: 1 to 64 letters, digits and hyphens; nil makes a random one.
    ///   - date: when it was written.
    ///   - from: the sender.
    ///   - to: the recipients, at least one.
    ///   - replyTo: the address that answers go to; nil: the sender's.
    ///   - subject: the subject.
    ///   - text: the text.
    /// - Throws: ``MailError`` if there is no recipient or there are more than 100, or if the `id` has other characters.
    public init(
        id: String? = nil,
        date: Date = Date(),
        from: MailAddress,
        to: [MailAddress],
        replyTo: MailAddress? = nil,
        subject: String,
        text: String
    ) throws(MailError) {
        let id = id ?? hexadecimal(randomBytes(16))
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == 0x2D }) else {
            throw .id
        }
        guard (1...100).contains(to.count) else { throw .recipients }
        self.id = id
        self.date = date
        self.from = from
        self.to = to
        self.replyTo = replyTo
        self.subject = subject
        self.text = text
    }
}

extension Mail: Codable {
    private enum CodingKeys: CodingKey { case id, date, from, to, replyTo, subject, text }

    /// Decodes a mail, and checks it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            id: container.decode(String.self, forKey: .id),
            date: container.decode(Date.self, forKey: .date),
            from: container.decode(MailAddress.self, forKey: .from),
            to: container.decode([MailAddress].self, forKey: .to),
            replyTo: container.decodeIfPresent(MailAddress.self, forKey: .replyTo),
            subject: container.decode(String.self, forKey: .subject),
            text: container.decode(String.self, forKey: .text)
        )
    }
}

/// Why a mail was not made or sent.
public enum MailError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A text is no address that mail can be sent to.
    case address
    /// The mail has no recipient, or more than 100.
    case recipients
    /// The id has characters other than letters, digits and hyphens, or not 1 to 64 of them.
    case id
    /// The mail has more bytes as a message than it may have.
    case tooLarge(limit: Int)
    /// The mail could not be handed over, with the reason in one sentence.
    case notSent(String)

    /// One plain sentence.
    public var description: String {
        switch self {
        case .address: "This is no mail address."
        case .recipients: "A mail has 1 to 100 recipients."
        case .id: "The id of a mail has 1 to 64 letters, digits and hyphens."
        case .tooLarge(let limit): "The mail has more than \(limit) bytes."
        case .notSent(let reason): reason
        }
    }
}
