/// A JSON value whose objects retain their order, as in a script.
indirect enum JSONText: Equatable {
    case null
    case number(Int)
    case string(String)
    case array([JSONText])
    case object([Member])

    struct Member: Equatable {
        var name: String
        var value: JSONText
    }

    struct Failure: Error {
        var position: Int
    }

    /// Parses JSON, and refuses anything else. White space is refused too: patches contain none.
    init(_ bytes: [UInt8]) throws {
        var reader = Reader(bytes: bytes)
        self = try reader.value()
        guard reader.position == bytes.count else { throw reader.failure }
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var failure: Failure { Failure(position: position) }
        private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard next == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        private mutating func expect(_ character: Unicode.Scalar) throws { if !take(character) { throw failure } }

        mutating func value() throws -> JSONText {
            if take("[") {
                var values: [JSONText] = []
                if take("]") { return .array([]) }
                repeat { values.append(try value()) } while take(",")
                try expect("]")
                return .array(values)
            }
            if take("{") {
                var members: [Member] = []
                if take("}") { return .object([]) }
                repeat {
                    let name = try string()
                    try expect(":")
                    guard !members.contains(where: { $0.name == name }) else { throw failure }
                    members.append(Member(name: name, value: try value()))
                } while take(",")
                try expect("}")
                return .object(members)
            }
            return next == UInt8(ascii: "\"") ? .string(try string()) : .number(try number())
        }

        private mutating func number() throws -> Int {
            let start = position
            _ = take("-")
            while (0x30...0x39).contains(next) { position += 1 }
            guard let number = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else { throw failure }
            return number
        }

        private mutating func string() throws -> String {
            try expect("\"")
            var text: [UInt8] = []
            while !take("\"") {
                guard next >= 0x20 else { throw failure }
                if take("\\") {
                    text += try escaped()
                } else {
                    text.append(next)
                    position += 1
                }
            }
            guard let string = String(validating: text, as: UTF8.self) else { throw failure }
            return string
        }

        private mutating func escaped() throws -> [UInt8] {
            let character = next
            position += 1
            switch character {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [character]
            case UInt8(ascii: "n"): return [0x0a]
            case UInt8(ascii: "r"): return [0x0d]
            case UInt8(ascii: "t"): return [0x09]
            case UInt8(ascii: "u"):
                guard position + 4 <= bytes.count,
                    let code = UInt8(String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
                else { throw failure }
                position += 4
                return [code]
            default: throw failure
            }
        }
    }
}
