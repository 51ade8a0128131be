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

/// Makes a message of a value broadcast on a topic.
package struct PayloadReader<Message: Equatable & Sendable>: Sendable {
    /// Returns the message for a payload; nil if there is nothing to tell. Throws if the payload is of another type and its JSON does not
    /// decode as this one.
    package let message: @Sendable (Payload) throws -> Message?
    private let type: ObjectIdentifier
    /// Returns the messages for a few sample values.
    private let samples: @Sendable () -> [Message]

    package init<Value: Codable & Sendable>(_ message: @escaping @Sendable (Value) -> Message) {
        self.init(message) { SampleDecoder.samples(of: Value.self).map(message) }
    }

    /// - Parameters:
    ///   - message: returns nil if a value tells nothing new.
    ///   - samples: returns the messages for a few sample values.
    init<Value: Codable & Sendable>(
        _ message: @escaping @Sendable (Value) -> Message?,
        samples: @escaping @Sendable () -> [Message]
    ) {
        self.init(
            type: ObjectIdentifier(Value.self),
            samples: samples,
            message: { payload in
                if let value = payload.value as? Value { return message(value) }
                return message(try JSON.decode(Value.self, from: payload.json()))
            }
        )
    }

    private init(
        type: ObjectIdentifier,
        samples: @escaping @Sendable () -> [Message],
        message: @escaping @Sendable (Payload) throws -> Message?
    ) {
        self.message = message
        self.type = type
        self.samples = samples
    }

    package func map<Parent>(_ transform: @escaping @Sendable (Message) -> Parent) -> PayloadReader<Parent> {
        PayloadReader<Parent>(
            type: type,
            samples: { [samples] in samples().map(transform) },
            message: { [message] payload in try message(payload).map(transform) }
        )
    }
}

// Functions cannot be compared, but their results for a few values can.

extension StoredValueReader: Equatable {
    @usableFromInline package static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.samples() == right.samples()
    }
}

extension PayloadReader: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.samples() == right.samples()
    }
}
