import ElmwoodFormData

/// Records which members a payload decodes: it answers with empty values.
final class PayloadRecorder: Decoder {
    private(set) var members: [PayloadShape.Member] = []
    private let type: String

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(of type: String) { self.type = type }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PayloadKeyedRecording<Key>(recorder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mistake("is not a list") }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw mistake("has members with names") }

    func mistake(_ reason: String) -> PayloadMistake {
        PayloadMistake(description: "The payload of an event \(reason), unlike \(type).")
    }

    /// Records a member. What is known of it from before, that it is optional, remains.
    func record(_ name: String, _ kind: PayloadShape.Kind, isOptional: Bool = false) throws {
        let isName = name.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "[")
        }
        guard isName, !name.isEmpty, name.utf8.count <= 100 else {
            throw mistake("has members with names of the DOM")
        }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].kind = kind
        } else {
            members.append(PayloadShape.Member(name: name, kind: kind, isOptional: isOptional))
        }
    }

    /// Returns the empty value of a member of any type.
    func value<T: Decodable>(_ type: T.Type, _ name: String) throws -> T {
        if type == UploadedFile.self {
            try record(name, .file)
            if let file = UploadedFile(filename: "", contentType: "", size: 0, path: "") as? T { return file }
        }
        if type == [UploadedFile].self {
            try record(name, .files)
            if let none = [UploadedFile]() as? T { return none }
        }
        if let cases = type as? any CaseIterable.Type, let first = Self.first(of: cases) as? T {
            try record(name, .text)
            return first
        }
        let single = PayloadSingleRecording(recorder: self, name: name)
        do {
            return try T(from: PayloadMemberRecorder(single: single))
        } catch let mistake as PayloadMistake {
            throw mistake
        } catch {
            throw mistake("has no member like \(name): \(type) must be CaseIterable if only some texts are its values")
        }
    }

    private static func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }
}

private struct PayloadKeyedRecording<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: PayloadRecorder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    /// Only an optional member is asked for its presence.
    func contains(_ key: Key) -> Bool {
        (try? recorder.record(key.stringValue, .text, isOptional: true)) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try recorder.record(key.stringValue, .text, isOptional: true)
        return false
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try recorder.value(type, key.stringValue) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try recorder.record(key.stringValue, .boolean)
        return false
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try recorder.record(key.stringValue, .text)
        return ""
    }

    func decode<T: BinaryFloatingPoint & Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try recorder.record(key.stringValue, .number)
        return 0
    }

    func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type, forKey key: Key) throws -> T {
        try recorder.record(key.stringValue, .number)
        return 0
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try recorder.record(key.stringValue, .number)
        return 0
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try recorder.record(key.stringValue, .number)
        return 0
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw recorder.mistake("has members without members of their own")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw recorder.mistake("has no lists but of files")
    }

    func superDecoder() -> any Decoder { recorder }

    func superDecoder(forKey key: Key) -> any Decoder { recorder }
}

/// The decoder of one member whose type is a single value of another one.
private struct PayloadMemberRecorder: Decoder {
    let single: PayloadSingleRecording

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw single.recorder.mistake("has members without members of their own")
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw single.recorder.mistake("has no lists but of files")
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { single }
}

private struct PayloadSingleRecording: SingleValueDecodingContainer {
    let recorder: PayloadRecorder
    let name: String

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try recorder.value(type, name) }

    func decode(_ type: Bool.Type) throws -> Bool {
        try recorder.record(name, .boolean)
        return false
    }

    func decode(_ type: String.Type) throws -> String {
        try recorder.record(name, .text)
        return ""
    }

    func decode<T: BinaryFloatingPoint & Decodable>(_ type: T.Type) throws -> T {
        try recorder.record(name, .number)
        return 0
    }

    func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) throws -> T {
        try recorder.record(name, .number)
        return 0
    }

    func decode(_ type: Int128.Type) throws -> Int128 {
        try recorder.record(name, .number)
        return 0
    }

    func decode(_ type: UInt128.Type) throws -> UInt128 {
        try recorder.record(name, .number)
        return 0
    }
}
