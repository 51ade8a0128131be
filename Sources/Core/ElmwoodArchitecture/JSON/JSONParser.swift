import ElmwoodFormData
import FoundationEssentials
import Synchronization

/// Reads JSON (RFC 8259) as a ``JSONValue``.
///
/// Foundation's decoder does not say of which kind a value is. To find out by attempts costs an error for each, which names the whole path
/// to the value: 8 KB of nested arrays took eight seconds. It still reads numbers that are not plain.
struct JSONParser {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    /// As deep as Foundation's decoder reads.
    private static let depthLimit = 512

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Throws: `DecodingError` if the bytes are no JSON.
    static func value(of bytes: [UInt8]) throws -> JSONValue {
        var parser = JSONParser(bytes)
        let value = try parser.value()
        parser.skipSpace()
        guard parser.index == bytes.count else { throw parser.failure("There is something after the value.") }
        return value
    }

    private func failure(_ sentence: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "\(sentence) (byte \(index))"))
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Skips a byte, if it is the next one behind white space.
    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func value() throws -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { try $0.object() }
        case UInt8(ascii: "["): return try nested { try $0.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func nested(_ read: (inout JSONParser) throws -> JSONValue) throws -> JSONValue {
        guard depth < Self.depthLimit else { throw failure("It is nested more than \(Self.depthLimit) deep.") }
        depth += 1
        defer { depth -= 1 }
        index += 1
        return try read(&self)
    }

    private mutating func object() throws -> JSONValue {
        var members: [String: JSONValue] = [:]
        if skip(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("A member has no name.") }
            let name = try string()
            guard skip(UInt8(ascii: ":")) else { throw failure("A member has no value.") }
            let value = try value()
            // Of several with one name the first counts, as for Foundation's decoder.
            if members[name] == nil { members[name] = value }
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw failure("An object has no end.") }
        return .object(members)
    }

    private mutating func array() throws -> JSONValue {
        var elements: [JSONValue] = []
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        repeat { elements.append(try value()) } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw failure("An array has no end.") }
        return .array(elements)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws -> JSONValue {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes.span.extracting(index..<end).isEqual(to: "\(word)") else {
            throw failure("This is no value.")
        }
        index = end
        return value
    }

    // MARK: Texts

    /// Reads a text that begins here.
    private mutating func string() throws -> String {
        index += 1
        let start = index
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
        if next == UInt8(ascii: "\"") {
            defer { index += 1 }
            return try text(bytes.span.extracting(start..<index))
        }
        var unescaped = Array(bytes[start..<index])
        while let byte = next, byte >= 0x20 {
            index += 1
            if byte == UInt8(ascii: "\"") { return try text(unescaped.span) }
            if byte == UInt8(ascii: "\\") { try unescape(into: &unescaped) } else { unescaped.append(byte) }
        }
        throw failure("A text has no end, or contains a control character.")
    }

    private func text(_ bytes: Span<UInt8>) throws -> String {
        guard let valid = try? UTF8Span(validating: bytes) else { throw failure("A text is not UTF-8.") }
        return String(copying: valid)
    }

    /// Reads what is behind a backslash.
    private mutating func unescape(into text: inout [UInt8]) throws {
        guard let letter = next else { throw failure("A text has no end.") }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var scalar = try codeUnit()
            if 0xD800...0xDBFF ~= scalar, next == UInt8(ascii: "\\") {
                index += 1
                guard next == UInt8(ascii: "u") else { throw failure("Half of a character is missing.") }
                index += 1
                let low = try codeUnit()
                guard 0xDC00...0xDFFF ~= low else { throw failure("Half of a character is missing.") }
                scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(scalar) else { throw failure("Half of a character is missing.") }
            text.append(contentsOf: Character(scalar).utf8)
        default: throw failure("There is no such escape.")
        }
    }

    private mutating func codeUnit() throws -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap(PercentEncoding.digit) else { throw failure("An escape has four digits.") }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }

    // MARK: Numbers

    private mutating func number() throws -> JSONNumber {
        let start = index
        if next == UInt8(ascii: "-") { index += 1 }
        let digits = index
        let whole = skipDigits()
        guard whole == 1 || whole > 1 && bytes[digits] != UInt8(ascii: "0") else { throw failure("This is no value.") }
        var (fraction, isPlain) = (0, true)
        if next == UInt8(ascii: ".") {
            index += 1
            fraction = skipDigits()
            guard fraction > 0 else { throw failure("There is no digit behind the point.") }
        }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            isPlain = false
            index += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
            guard skipDigits() > 0 else { throw failure("There is no digit in the exponent.") }
        }
        let text = bytes[start..<index]
        // So many digits are those of the nearest `Double` too, which is what is left to be found out about others.
        if isPlain, fraction == 0, whole <= 18, let number = Int(String(decoding: text, as: UTF8.self)), number != 0 {
            return JSONNumber(number)
        }
        if isPlain, whole + fraction <= 15, let number = Double(String(decoding: text, as: UTF8.self)), number != 0 {
            return JSONNumber(number)
        }
        return try JSONDecoder().decode(JSONNumber.self, from: Data(text))
    }

    /// Skips digits, and returns their number.
    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = next, byte &- UInt8(ascii: "0") < 10 { index += 1 }
        return index - start
    }
}

/// The JSON that a decoder reads, by which a ``JSONValue`` within another type finds its own part.
package final class JSONSource: Sendable {
    /// The key among a decoder's `userInfo`.
    package static let key = CodingUserInfoKey(rawValue: "elmwood.json")

    private let bytes: [UInt8]
    /// The value of the bytes, once it is needed: few types have a `JSONValue` in them.
    private let parsed = Mutex<Result<JSONValue, any Error>?>(nil)

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func parse() throws -> JSONValue {
        try parsed.withLock { parsed in
            let result = parsed ?? Result { try JSONParser.value(of: bytes) }
            parsed = result
            return try result.get()
        }
    }

    /// Returns the value at a path; nil if there is none.
    ///
    /// - Throws: what the parser throws: the kinds of the values must not be found out by attempts then.
    func value(at path: [any CodingKey]) throws -> JSONValue? {
        var value = try parse()
        for key in path {
            switch value {
            case .array(let elements):
                guard let index = key.intValue, elements.indices.contains(index) else { return nil }
                value = elements[index]
            case .object(let members):
                guard let member = members[key.stringValue] else { return nil }
                value = member
            default: return nil
            }
        }
        return value
    }

    /// Whether arrays and objects are nested deeper than that.
    package static func isNested(_ bytes: Span<UInt8>, deeperThan limit: Int) -> Bool {
        var (depth, isText) = (0, false)
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if !isText { depth += 1 }
                if depth > limit { return true }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isText { depth -= 1 }
            default: break
            }
            index += 1
        }
        return false
    }
}
