import ElmwoodArchitecture
import ElmwoodObservation
import ElmwoodStorage

/// A message to a session or a shared model, from the turn that sends it until it is stored.
struct Outgoing: Sendable {
    enum Content: Sendable {
        /// A message to a shared program.
        case delivery(SessionDelivery)
        /// The answer to such a message, as JSON.
        case answer([UInt8])
    }

    let recipient: SessionKey
    let content: Content
    /// A random number by which this process recognizes it.
    let name: UInt64
}

extension Outgoing {
    /// Whether the sender is to be told what came of it.
    var isAsked: Bool { if case .delivery(let delivery) = content { delivery.answer != nil } else { false } }

    /// Returns the message to be stored or delivered.
    ///
    /// - Parameter program: the path or pattern of the sender's program, if that is a visitor's.
    /// - Throws: what encoding it throws.
    func message(from sender: Sender, of program: String?, at key: SessionKey) throws -> StoredMessage {
        switch content {
        case .answer(let json):
            return StoredMessage(to: recipient, content: json, name: name)
        case .delivery(let delivery):
            let answer = try delivery.answer.map { answer in
                StoredAnswer(
                    to: key,
                    applied: try answer(.applied),
                    failed: try answer(.failed(SentenceMark.text(name)))
                )
            }
            return StoredMessage(
                to: recipient,
                content: try delivery.content(sender, program),
                name: name,
                answer: answer
            )
        }
    }
}

/// The text in place of a failure's sentence, which is not known when the answer is made.
///
/// The program's function that makes the answer is called when the message is sent, since it cannot be stored.
private enum SentenceMark {
    /// No program writes this text.
    static func text(_ name: UInt64) -> String { "\u{1}\(name)" }
}

extension StoredAnswer {
    /// Returns the message about what came of the message of that name, as JSON.
    func json(_ answer: SendOutcome, about name: UInt64) -> [UInt8] {
        guard let sentence = answer.failure else { return applied }
        guard let mark = try? JSON.encode(SentenceMark.text(name)).dropFirst().dropLast(),
            let text = try? JSON.encode(sentence).dropFirst().dropLast()
        else { return failed }
        var json: [UInt8] = []
        var rest = failed[...]
        while let range = rest.firstRange(of: mark) {
            json += rest[..<range.lowerBound] + text
            rest = rest[range.upperBound...]
        }
        return json + rest
    }
}

extension SessionDelivery {
    /// Creates the delivery of a sender of that type.
    init<Message: Codable & Equatable & Sendable>(_ delivery: Delivery<Message>) {
        content = delivery.content
        name = { caseName(delivery.value) }
        guard let answered = delivery.answered else {
            (answer, refused) = (nil, nil)
            return
        }
        refused = { AnyMessage(answered(.failed($0))) }
        answer = { try JSON.encode(answered($0)) }
    }
}
