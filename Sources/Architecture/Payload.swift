import FoundationEssentials
import Synchronization

/// A value that leaves the program: to be stored, or to be told to other sessions. Two are equal where their JSON is.
package struct Payload: Sendable {
    package let value: any Codable & Sendable
    private let written: Written

    /// What the value is as JSON, once somebody has asked.
    private final class Written: Sendable {
        let bytes = Mutex<Result<[UInt8], any Error>?>(nil)
    }

    package init(_ value: some Codable & Sendable) {
        self.value = value
        written = Written()
    }

    /// The value as JSON, with its keys in order. It is worked out once, however many ask.
    package func json() throws -> [UInt8] {
        try written.bytes.withLock { bytes in
            let result = bytes ?? Result { try JSON.encode(value) }
            bytes = result
            return try result.get()
        }
    }
}

extension Payload: Equatable, CustomStringConvertible {
    package static func == (left: Self, right: Self) -> Bool {
        type(of: left.value) == type(of: right.value) && (try? left.json()) == (try? right.json())
    }

    package var description: String { String(reflecting: value) }
}

/// How values are written where they leave the program.
package enum JSON {
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        return Array(try encoder.encode(value))
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        return try decoder.decode(type, from: Data(bytes))
    }
}

/// Makes a message of a stored value, or of there being none.
package struct StoredValueReader<Message: Equatable & Sendable>: Sendable {
    /// The message for the value's JSON, or for nil; throws where the JSON is of no such value.
    package let message: @Sendable ([UInt8]?) throws -> Message
    private let type: ObjectIdentifier

    package init<Value: Codable & Sendable>(_ message: @escaping @Sendable (Value?) -> Message) {
        self.message = { json in message(try json.map { try JSON.decode(Value.self, from: $0) }) }
        type = ObjectIdentifier(Value.self)
    }

    private init(type: ObjectIdentifier, _ message: @escaping @Sendable ([UInt8]?) throws -> Message) {
        self.message = message
        self.type = type
    }

    package func map<Parent>(_ transform: @escaping @Sendable (Message) -> Parent) -> StoredValueReader<Parent> {
        StoredValueReader<Parent>(type: type) { [message] json in transform(try message(json)) }
    }
}

/// Makes a message of what was told on a topic.
package struct PayloadReader<Message: Equatable & Sendable>: Sendable {
    /// The message for a payload; throws where the payload is of another type, and its JSON is of no value of this one.
    package let message: @Sendable (Payload) throws -> Message
    private let type: ObjectIdentifier

    package init<Value: Codable & Sendable>(_ message: @escaping @Sendable (Value) -> Message) {
        self.message = { payload in
            if let value = payload.value as? Value { return message(value) }
            return message(try JSON.decode(Value.self, from: payload.json()))
        }
        type = ObjectIdentifier(Value.self)
    }

    private init(type: ObjectIdentifier, _ message: @escaping @Sendable (Payload) throws -> Message) {
        self.message = message
        self.type = type
    }

    package func map<Parent>(_ transform: @escaping @Sendable (Message) -> Parent) -> PayloadReader<Parent> {
        PayloadReader<Parent>(type: type) { [message] payload in transform(try message(payload)) }
    }
}

// Functions cannot be compared: what they make of a few values can. Those of which the type has none are passed over.

extension StoredValueReader: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        guard left.type == right.type, (try? left.message(nil)) == (try? right.message(nil)) else { return false }
        return Probe.json.allSatisfy { (try? left.message($0)) == (try? right.message($0)) }
    }
}

extension PayloadReader: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && Probe.payloads.allSatisfy { (try? left.message($0)) == (try? right.message($0)) }
    }
}

private enum Probe {
    static let payloads: [Payload] = [
        Payload(0), Payload(1), Payload(-7.5), Payload(""), Payload("a"), Payload(true), Payload([Int]()), Payload([1]),
        Payload(["a"]), Payload([String: Int]()), Payload(["a": 1]),
    ]
    static let json: [[UInt8]] = payloads.compactMap { try? $0.json() }
}
