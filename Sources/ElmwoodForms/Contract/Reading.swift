import ElmwoodFormData
import ElmwoodMessageText
import ElmwoodViewTree

/// What a post comes to when it is checked against the view: the messages to apply, a refusal, or problems.
package enum Reading: Sendable {
    /// Everything fits: what to apply, in that order. It may be nothing, where the visitor changed nothing.
    case steps([Step])
    /// The post as a whole is refused, and nothing is applied.
    case refused(Refusal)
    /// Fields are wrong, nothing is applied, and the page is shown again with what was typed (status 422).
    case problems([Problem], FormOverlay)

    /// One message to apply.
    package enum Step: Sendable {
        /// A message that a control offers, as its text.
        case text(String)
        /// A message that a handler made from what was entered.
        case value(any Sendable)

        /// The message itself.
        ///
        /// Throws where the text is none of that type, which a text of the view is only where the type's `Codable`
        /// does not read what it writes.
        package func message<Message: Codable & Sendable>(as type: Message.Type) throws -> Message {
            try message(by: MessageReader<Message>())
        }

        /// The message itself; its text is read by a reader that is kept from post to post.
        package func message<Message: Codable & Sendable>(by reader: MessageReader<Message>) throws -> Message {
            switch self {
            case .text(let text): return try reader.message(of: text)
            case .value(let value):
                guard let message = value as? Message else {
                    throw MessageTextError(sentence: "The control's message is no \(Message.self).")
                }
                return message
            }
        }
    }
}

/// Why a post is refused as a whole: a status, and one plain sentence.
package struct Refusal: Error, Equatable, Sendable {
    /// The status of the answer: 400 where the post is malformed, 409 where the view does not offer what it names.
    package var status: Int
    /// Why, for the visitor.
    package var sentence: String

    /// Creates a refusal.
    package init(status: Int, sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    static func malformed(_ sentence: String) -> Self { Self(status: 400, sentence: sentence) }
    static func notOffered(_ sentence: String) -> Self { Self(status: 409, sentence: sentence) }
}

/// How much one post may ask for.
package struct ContractLimits: Equatable, Sendable {
    /// The most messages.
    package var messages = 64
    /// The most fields.
    package var fields = 1_000

    /// Creates the limits: 64 messages and 1,000 fields.
    package init() {}
}
