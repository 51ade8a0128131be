import FoundationEssentials
import Synchronization

/// A value that leaves the program: stored, or broadcast to other sessions. Two are equal if their JSON is.
@usableFromInline package struct Payload: Sendable {
    package let value: any Codable & Sendable
    private let written: Written

    /// The value as JSON, encoded on first use.
    private final class Written: Sendable {
        let bytes = Mutex<Result<[UInt8], any Error>?>(nil)
    }

    package init(_ value: some Codable & Sendable) {
        self.value = value
        written = Written()
    }

    /// Creates a payload of another process.
    package init(json: [UInt8]) {
        value = Unread()
        written = Written()
        written.bytes.withLock { $0 = .success(json) }
    }

    /// In place of a value of which only the JSON is there.
    private struct Unread: Codable, Sendable {}

    /// Returns the value as JSON, with sorted keys. It is encoded once, however often it is read.
    package func json() throws -> [UInt8] {
        try written.bytes.withLock { bytes in
            let result = bytes ?? Result { try JSON.encode(value) }
            bytes = result
            return try result.get()
        }
    }
}

extension Payload: Equatable, CustomStringConvertible {
    @usableFromInline package static func == (left: Self, right: Self) -> Bool {
        type(of: left.value) == type(of: right.value) && (try? left.json()) == (try? right.json())
    }

    @usableFromInline package var description: String { String(reflecting: value) }
}

/// The encoding of values that leave the program.
package enum JSON {
    /// Made once: each stored turn encodes a model.
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        return encoder
    }()

    package static func encode(_ value: some Encodable) throws -> [UInt8] { Array(try encoder.encode(value)) }

    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        if type == JSONValue.self, let value = try JSONParser.value(of: bytes) as? Value { return value }
        let decoder = JSONDecoder()
        if let key = JSONSource.key { decoder.userInfo[key] = JSONSource(bytes) }
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        return try decoder.decode(type, from: Data(bytes))
    }
}
