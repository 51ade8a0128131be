/// Makes a message of a stored value, or of nil if none is stored.
@usableFromInline package struct StoredValueReader<Message: Equatable & Sendable>: Sendable {
    /// Returns the message for the value's JSON, or for nil. Throws if the JSON does not decode as the value's type.
    package let message: @Sendable ([UInt8]?) throws -> Message
    private let type: ObjectIdentifier
    /// Returns the messages for a few sample values.
    private let samples: @Sendable () -> [Message]

    package init<Value: Codable & Sendable>(_ message: @escaping @Sendable (Value?) -> Message) {
        self.init(
            type: ObjectIdentifier(Value.self),
            samples: { SampleDecoder.samples(of: Value.self).map { message($0) } + [message(nil)] },
            message: { json in message(try json.map { try JSON.decode(Value.self, from: $0) }) }
        )
    }

    private init(
        type: ObjectIdentifier,
        samples: @escaping @Sendable () -> [Message],
        message: @escaping @Sendable ([UInt8]?) throws -> Message
    ) {
        self.message = message
        self.type = type
        self.samples = samples
    }

    package func map<Parent>(_ transform: @escaping @Sendable (Message) -> Parent) -> StoredValueReader<Parent> {
        StoredValueReader<Parent>(
            type: type,
            samples: { [samples] in samples().map(transform) },
            message: { [message] json in transform(try message(json)) }
        )
    }
}

// Functions cannot be compared, but their results for a few values can.

extension StoredValueReader: Equatable {
    @usableFromInline package static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.samples() == right.samples()
    }
}
