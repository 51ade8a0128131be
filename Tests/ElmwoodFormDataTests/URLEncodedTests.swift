import ElmwoodFormData
import ElmwoodTestSupport
import Testing

/// application/x-www-form-urlencoded bodies.
@Suite struct URLEncodedTests {
    private func pairs(_ text: String) throws -> [[String]] {
        try pairs(Array(text.utf8))
    }

    private func pairs(_ bytes: [UInt8]) throws -> [[String]] {
        try FormData(urlencoded: bytes).entries.map { [$0.name, $0.value.text ?? "?"] }
    }

    /// Rows of the web platform tests' `urlencoded-parser.any.js`.
    @Test(arguments: [
        ("test", [["test", ""]]),
        ("\u{FEFF}test=\u{FEFF}", [["\u{FEFF}test", "\u{FEFF}"]]),
        ("%EF%BB%BFtest=%EF%BB%BF", [["\u{FEFF}test", "\u{FEFF}"]]),
        ("%EF%BF%BF=%EF%BF%BF", [["\u{FFFF}", "\u{FFFF}"]]),
        ("%FE%FF", [["\u{FFFD}\u{FFFD}", ""]]),
        ("%FF%FE", [["\u{FFFD}\u{FFFD}", ""]]),
        ("†&†=x", [["†", ""], ["†", "x"]]),
        ("%C2", [["\u{FFFD}", ""]]),
        ("%C2x", [["\u{FFFD}x", ""]]),
        ("_charset_=windows-1252&test=%C2x", [["_charset_", "windows-1252"], ["test", "\u{FFFD}x"]]),
        ("", []),
        ("a", [["a", ""]]),
        ("a=b", [["a", "b"]]),
        ("a=", [["a", ""]]),
        ("=b", [["", "b"]]),
        ("&", []),
        ("&a", [["a", ""]]),
        ("a&", [["a", ""]]),
        ("a&a", [["a", ""], ["a", ""]]),
        ("a&b&c", [["a", ""], ["b", ""], ["c", ""]]),
        ("a=b&c=d", [["a", "b"], ["c", "d"]]),
        ("a=b&c=d&", [["a", "b"], ["c", "d"]]),
        ("&&&a=b&&&&c=d&", [["a", "b"], ["c", "d"]]),
        ("a=a&a=b&a=c", [["a", "a"], ["a", "b"], ["a", "c"]]),
        ("a==a", [["a", "=a"]]),
        ("a=a+b+c+d", [["a", "a b c d"]]),
        ("%=a", [["%", "a"]]),
        ("%a=a", [["%a", "a"]]),
        ("%a_=a", [["%a_", "a"]]),
        ("%61=a", [["a", "a"]]),
        ("%61+%4d%4D=", [["a MM", ""]]),
        ("id=0&value=%", [["id", "0"], ["value", "%"]]),
        ("b=%2sf%2a", [["b", "%2sf*"]]),
        ("b=%2%2af%2a", [["b", "%2*f*"]]),
        ("b=%%2a", [["b", "%*"]]),
        // `;` is not a separator.
        ("a=1;b=2", [["a", "1;b=2"]]),
        ("a%00b=c%00d", [["a\0b", "c\0d"]]),
        ("=", [["", ""]]),
    ])
    func `Bodies are parsed as the URL standard says`(text: String, expected: [[String]]) throws {
        #expect(try pairs(text) == expected)
    }

    @Test(
        arguments: [
            ([0xC2], 1), ([0xE2, 0x82], 1), ([0xF0, 0x9F, 0x98], 1), ([0xED, 0xA0, 0x80], 3), ([0xC0, 0x80], 2),
            ([0xF5, 0x80, 0x80, 0x80], 4), ([0xE0, 0x80, 0x80], 3), ([0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 4),
        ] as [([UInt8], Int)]
    )
    func `Invalid UTF-8 is replaced as in the Encoding standard, one U+FFFD for each maximal part`(
        bytes: [UInt8],
        count: Int
    ) throws {
        let expected = String(repeating: "\u{FFFD}", count: count)
        #expect(try pairs(Array("a=".utf8) + bytes) == [["a", expected]])
        var encoded = Array("a=".utf8)
        for byte in bytes { encoded += Array("%\(String(byte, radix: 16))".utf8) }
        #expect(try pairs(encoded) == [["a", expected]])
    }

    @Test func `Bodies are written as the URL standard says`() {
        var form = FormData()
        form.append("a b", "*-._~é+&=%\u{0}")
        form.append("", "")
        form.entries.append(
            .init(name: "f", value: .file(.init(filename: "x y.png", contentType: "", size: 1, path: "/x")))
        )
        #expect(form.urlencoded == "a+b=*-._%7E%C3%A9%2B%26%3D%25%00&=&f=x+y.png")
    }

    @Test func `Fields, names, values and bodies beyond their limits are refused`() throws {
        let limits = FormDataLimits(fields: 2, nameBytes: 3, valueBytes: 4, bytes: 20)
        func refusal(_ text: String) -> FormDataError? {
            #expect(throws: FormDataError.self) { try FormData(urlencoded: Array(text.utf8), limits: limits) }
        }
        #expect(try FormData(urlencoded: Array("abc=abcd&d=e".utf8), limits: limits).entries.count == 2)
        #expect(refusal("a&b&c")?.kind == .tooMany)
        #expect(refusal("a&b&c")?.description == "The form has more than 2 fields.")
        #expect(refusal("abcd=1")?.kind == .tooLarge)
        #expect(refusal("abcd=1")?.description == "The name of a field is longer than 3 bytes.")
        #expect(refusal("a=12345")?.description == "The text of a field is longer than 4 bytes.")
        #expect(
            refusal("a=1&b=2&&&&&&&&&&&&&&")?.description == "The form is longer than 20 bytes, not counting files."
        )
    }

    @Test func `A written body is read back exactly, whatever the texts are`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<fuzzRounds(2_000) {
            var form = FormData()
            for _ in 0..<random.below(6) {
                form.append(random.text(of: fieldPieces, upTo: 7), random.text(of: fieldPieces, upTo: 7))
            }
            #expect(try FormData(urlencoded: Array(form.urlencoded.utf8)) == form)
        }
    }

    @Test func `Any bytes can be parsed, with the same result as the standard's algorithm`() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<fuzzRounds(5_000) {
            let bytes = random.bytes(of: Array("&&==%%++01aAfFzé".utf8) + [0x00, 0xC2, 0xE2, 0x82, 0xFF], upTo: 40)
            #expect(try pairs(bytes) == Self.reference(bytes))
        }
    }

    /// The standard's algorithm, step by step, without optimization.
    private static func reference(_ bytes: [UInt8]) -> [[String]] {
        func decode(_ bytes: ArraySlice<UInt8>) -> String {
            var input = bytes.map { $0 == 0x2B ? 0x20 : $0 }[...]
            var output: [UInt8] = []
            while let byte = input.popFirst() {
                let digits = input.prefix(2)
                if byte == 0x25, digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                {
                    output.append(value)
                    input = input.dropFirst(2)
                } else {
                    output.append(byte)
                }
            }
            return String(decoding: output, as: UTF8.self)
        }
        return bytes.split(separator: 0x26).map { sequence in
            guard let equals = sequence.firstIndex(of: 0x3D) else { return [decode(sequence), ""] }
            return [decode(sequence[..<equals]), decode(sequence[(equals + 1)...])]
        }
    }
}
