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
