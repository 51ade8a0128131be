/// A message on its way to a stored session or to a stored model of a shared program.
public struct StoredMessage: Equatable, Sendable {
    /// To whom it is sent.
    public var recipient: SessionKey
    /// The message as JSON. Only the recipient's program understands it.
    public var content: [UInt8]
    /// A random number by which the process that sends it recognizes it.
    public var name: UInt64
    /// What the sender is told; nil if it does not ask.
    public var answer: StoredAnswer?

    /// Creates a message to store.
    public init(to recipient: SessionKey, content: [UInt8], name: UInt64 = 0, answer: StoredAnswer? = nil) {
        self.recipient = recipient
        self.content = content
        self.name = name
        self.answer = answer
    }
}

/// The messages that a sender receives in answer to its message, of which one is sent.
public struct StoredAnswer: Equatable, Sendable {
    /// Who is told.
    public var sender: SessionKey
    /// The message if the sent one is applied, as JSON.
    public var applied: [UInt8]
    /// The message if it fails, as JSON: with a text in place of the sentence.
    public var failed: [UInt8]

    /// Creates the answers to a message.
    public init(to sender: SessionKey, applied: [UInt8], failed: [UInt8]) {
        self.sender = sender
        self.applied = applied
        self.failed = failed
    }
}

/// A message that waits in a store until its recipient has applied it.
public struct WaitingMessage: Equatable, Sendable {
    /// Names it among the messages that wait for its recipient.
    public var number: Int64
    /// The message, as it was sent.
    public var message: StoredMessage

    /// Creates a waiting message.
    public init(number: Int64, _ message: StoredMessage) {
        self.number = number
        self.message = message
    }
}

/// The messages that a save changes, together with its session or not at all.
public struct MessageExchange: Equatable, Sendable {
    /// Messages to others, which wait from then on, in this order.
    public var sent: [StoredMessage]
    /// The numbers of messages to the saved session that it has applied: they are removed.
    public var applied: [Int64]
    /// The numbers of messages to the saved session that have ended a process: they remain stored, and are not delivered any more.
    public var setAside: [Int64]

    /// Creates an exchange; by default one that changes nothing.
    public init(sent: [StoredMessage] = [], applied: [Int64] = [], setAside: [Int64] = []) {
        self.sent = sent
        self.applied = applied
        self.setAside = setAside
    }

    /// Whether it changes nothing.
    public var isEmpty: Bool { sent.isEmpty && applied.isEmpty && setAside.isEmpty }
}

extension SessionKey {
    /// The key of a shared program's model. Its id is made of the names: no cookie has a token with that hash.
    package init(sharedProgram program: String, key: String) {
        let names = Array("\(program)\u{0}\(key)".utf8)
        self.init(id: SessionID(bits: RandomBits(hashOf: names)), program: program, place: key)
    }
}
