import Synchronization

/// Reads the texts of one program's messages, and caches the recent ones.
///
/// ```swift
/// let reader = MessageReader<Message>()
/// let message = try reader.message(of: "set(to:5)")
/// ```
///
/// The visitors of a program press the same few buttons again and again. Decoding a text costs thirty times as much as finding its
/// message here: each of Codable's containers is a heap allocation and several type lookups.
package final class MessageReader<Message: Codable & Sendable>: Sendable {
    /// A message that was read.
    private final class Known: Sendable {
        let message: Message

        init(_ message: Message) { self.message = message }
    }

    /// The messages by their texts, each a `Known`. The table does not say so, since a table of a generic type is not specialized.
    private let known = Mutex<[String: any AnyObject & Sendable]>([:])

    /// Creates a reader with an empty cache.
    package init() {}

    /// Returns the message of a text. Throws what ``MessageText/decode(_:from:limit:)-(_,String,_)`` throws.
    package func message(of text: String) throws -> Message {
        // Only plain values are cached: a message with references is decoded anew, so that two sessions never share an object.
        guard _isPOD(Message.self), text.utf8.count <= MessageReaderLimits.longest else {
            return try MessageText.decode(Message.self, from: text)
        }
        if let known = known.withLock({ $0[text] }) {
            // Only this function writes to the table, and it writes nothing else. A cast that is checked at run time
            // takes longer than all the rest; a debug build checks this one.
            return unsafeDowncast(known, to: Known.self).message
        }
        let message = try MessageText.decode(Message.self, from: text)
        known.withLock { known in
            if known.count >= MessageReaderLimits.count { known.removeAll(keepingCapacity: true) }
            known[text] = Known(message)
        }
        return message
    }
}

/// The limits of a reader's cache.
enum MessageReaderLimits {
    /// The most texts; beyond it the cache is cleared.
    static let count = 1_024
    /// The longest text in bytes.
    static let longest = 64
}
