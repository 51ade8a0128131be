/// Makes a message of a value broadcast on a topic.
package struct PayloadReader<Message: Equatable & Sendable>: Sendable {
    /// Every open page that listens to a topic has a reader of its own. The function for the plain case fits into this value, where closures
    /// over the value's type would each be an object.
    private let reader: any TypedReader<Message>

    package init<Value: Codable & Sendable>(_ message: @escaping @Sendable (Value) -> Message) {
        reader = ValueReader(make: message)
    }

    /// - Parameters:
    ///   - message: returns nil if a value tells nothing new.
    ///   - samples: returns the messages for a few sample values.
    init<Value: Codable & Sendable>(
        _ message: @escaping @Sendable (Value) -> Message?,
        samples: @escaping @Sendable () -> [Message]
    ) {
        reader = SelectiveReader(make: message, makeSamples: samples)
    }

    private init(_ reader: any TypedReader<Message>) {
        self.reader = reader
    }

    /// Returns the message for a payload; nil if there is nothing to tell. Throws if the payload is of another type and its JSON does not
    /// decode as this one.
    package func message(for payload: Payload) throws -> Message? { try reader.message(for: payload) }

    package func map<Parent>(_ transform: @escaping @Sendable (Message) -> Parent) -> PayloadReader<Parent> {
        PayloadReader<Parent>(MappedReader(child: reader, transform: transform))
    }
}

// Functions cannot be compared, but their results for a few values can.

extension PayloadReader: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.reader.type == right.reader.type && left.reader.samples == right.reader.samples
    }
}

/// Makes messages of payloads of one type.
private protocol TypedReader<Message>: Sendable {
    associatedtype Message: Equatable & Sendable
    /// The type of the values.
    var type: ObjectIdentifier { get }
    /// The messages for a few sample values.
    var samples: [Message] { get }
    func message(for payload: Payload) throws -> Message?
}

/// Makes a message of each value.
private struct ValueReader<Value: Codable & Sendable, Message: Equatable & Sendable>: TypedReader {
    let make: @Sendable (Value) -> Message

    var type: ObjectIdentifier { ObjectIdentifier(Value.self) }
    var samples: [Message] { SampleDecoder.samples(of: Value.self).map(make) }

    func message(for payload: Payload) throws -> Message? { make(try payload.read(as: Value.self)) }
}

/// Makes messages of those values that tell something new.
private struct SelectiveReader<Value: Codable & Sendable, Message: Equatable & Sendable>: TypedReader {
    let make: @Sendable (Value) -> Message?
    let makeSamples: @Sendable () -> [Message]

    var type: ObjectIdentifier { ObjectIdentifier(Value.self) }
    var samples: [Message] { makeSamples() }

    func message(for payload: Payload) throws -> Message? { make(try payload.read(as: Value.self)) }
}

/// Makes a parent's messages of those of a child.
private struct MappedReader<Child: Equatable & Sendable, Message: Equatable & Sendable>: TypedReader {
    let child: any TypedReader<Child>
    let transform: @Sendable (Child) -> Message

    var type: ObjectIdentifier { child.type }
    var samples: [Message] { child.samples.map(transform) }

    func message(for payload: Payload) throws -> Message? { try child.message(for: payload).map(transform) }
}

extension Payload {
    /// Returns the value as one of that type, by way of its JSON if it is of another one.
    fileprivate func read<Value: Codable>(as type: Value.Type) throws -> Value {
        if let value = value as? Value { return value }
        return try JSON.decode(type, from: json())
    }
}
