import Synchronization

/// Reads the texts of one program's messages, and remembers those that it has read lately.
///
/// ```swift
/// let reader = MessageReader<Message>()
/// let message = try reader.message(of: "set(to:5)")
/// ```
///
/// The visitors of a program press the same few buttons again and again, and to decode a text costs thirty times what
/// finding its message here does: each of Codable's containers is a box on the heap and several lookups of types.
package final class MessageReader<Message: Codable & Sendable>: Sendable {
    /// The messages by their texts. Of any type, so that the table is compiled for it: one of a generic type is not.
    private let known = Mutex<[String: any Sendable]>([:])

    /// Creates a reader that knows nothing yet.
    package init() {}

    /// The message that a text says; throws what ``MessageText/decode(_:from:limit:)-(_,String,_)`` does.
    package func message(of text: String) throws -> Message {
        // Plain values alone: what refers to something is made anew, so that two sessions never share an object.
        guard _isPOD(Message.self), text.utf8.count <= MessageReaderLimits.longest else {
            return try MessageText.decode(Message.self, from: text)
        }
        if let message = known.withLock({ $0[text] }) as? Message { return message }
        let message = try MessageText.decode(Message.self, from: text)
        known.withLock { known in
            if known.count >= MessageReaderLimits.count { known.removeAll(keepingCapacity: true) }
            known[text] = message
        }
        return message
    }
}

/// How much a reader remembers.
enum MessageReaderLimits {
    /// The most texts; with one more it begins anew.
    static let count = 1_024
    /// The longest text in bytes.
    static let longest = 64
}
