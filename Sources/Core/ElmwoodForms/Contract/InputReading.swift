import ElmwoodFormData
import ElmwoodLanguages
import ElmwoodMessageText
import ElmwoodViewTree

/// The result of checking a post against the view: the messages to apply, a refusal, or problems.
package enum InputReading: Sendable {
    /// The post is valid: the messages to apply, in order. The list is empty if the visitor changed nothing.
    case steps([Step])
    /// The post as a whole is refused, and nothing is applied.
    case refused(Refusal)
    /// Fields are invalid, nothing is applied, and the page is shown again with the visitor's input (status 422).
    case problems([Problem], FormOverlay)

    /// One message to apply.
    package enum Step: Sendable {
        /// A message that a control offers, given as its text.
        case text(String)
        /// A message that a handler made from the visitor's input.
        case value(any Sendable)

        /// Returns the message.
        ///
        /// Throws if the text is not a message of that type. A text of the view always is, unless the type's `Codable` cannot read
        /// its own output.
        package func message<Message: Codable & Sendable>(as type: Message.Type) throws -> Message {
            try message(by: MessageReader<Message>())
        }

        /// Returns the message; its text is decoded by a reader that is reused for all posts.
        package func message<Message: Codable & Sendable>(by reader: MessageReader<Message>) throws -> Message {
            switch self {
            case .text(let text): return try reader.message(of: text)
            case .value(let value): return try Self.message(value)
            }
        }

        // A cast looks the type of an optional message up where its function begins, which the reading of a text need not do.
        @inline(never)
        private static func message<Message>(_ value: any Sendable) throws -> Message {
            guard let message = value as? Message else {
                throw MessageTextError(sentence: "The control's message is not a value of \(Message.self).")
            }
            return message
        }
    }
}

/// Why a post is refused as a whole: a status, and one plain sentence.
package struct Refusal: Error, Equatable, Sendable {
    /// The status of the response: 400 if the post is malformed, 409 if the view does not offer its content, 422 if an event's payload
    /// is not as its type declares.
    package var status: Int
    /// The reason, for the visitor, in whichever language.
    package var sentence: Sentence

    /// Creates a refusal.
    package init(status: Int, sentence: Sentence) {
        self.status = status
        self.sentence = sentence
    }

    static func malformed(_ sentence: Sentence) -> Self { Self(status: 400, sentence: sentence) }
    static func wrongMember(_ name: String) -> Self { Self(status: 422, sentence: .valueNotOffered(name)) }
    static func notOffered(_ sentence: Sentence) -> Self { Self(status: 409, sentence: sentence) }
}

/// The limits of one post.
package struct ContractLimits: Equatable, Sendable {
    /// The most messages.
    package var messages = 64
    /// The most fields.
    package var fields = 1_000

    /// Creates the limits: 64 messages and 1,000 fields.
    package init() {}
}
