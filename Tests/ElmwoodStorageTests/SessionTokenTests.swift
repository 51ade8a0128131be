import ElmwoodStorage
import Testing

@Suite struct SessionTokenTests {
    @Test func `A token's text is read back as the same token, which has the same id`() {
        for _ in 0..<100 {
            let token = SessionToken()
            #expect(SessionToken(token.text) == token)
            #expect(SessionToken(token.text)?.id == token.id)
            #expect(token.text.utf8.count == 32)
        }
    }

    @Test func `Tokens and their ids are unique`() {
        let tokens = (0..<10_000).map { _ in SessionToken() }
        #expect(Set(tokens).count == 10_000)
        #expect(Set(tokens.map(\.id)).count == 10_000)
    }

    /// The hash by another implementation: BLAKE2b with 16 bytes of output, by Python's `hashlib.blake2b`.
    @Test(arguments: [
        ("000102030405060708090a0b0c0d0e0f", "f9477b91722fe719f946834577e0e8a2"),
        ("ffffffffffffffffffffffffffffffff", "7a6941a226fd7b985251d7400b9d7508"),
    ])
    func `An id is the hash of its token's bytes`(text: String, hash: String) throws {
        let id = try #require(SessionToken(text)).id
        #expect(id.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == hash)
        #expect(SessionID(bytes: id.bytes) == id)
    }

    @Test func `Other numbers of bytes are not an id`() {
        for count in [0, 1, 15, 17, 32] { #expect(SessionID(bytes: [UInt8](repeating: 1, count: count)) == nil) }
    }

    @Test(arguments: [
        "", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
        String(repeating: "A", count: 32), String(repeating: "g", count: 32), String(repeating: "é", count: 16),
        " " + String(repeating: "0", count: 31), String(repeating: "0", count: 31) + "\n",
        String(repeating: "\0", count: 32), "0x" + String(repeating: "0", count: 30),
        "\u{FF10}" + String(repeating: "0", count: 29),
    ])
    func `An invalid text is not a token`(text: String) {
        #expect(SessionToken(text) == nil)
    }

    @Test func `A text with many more digits is not a token`() {
        #expect(SessionToken(String(repeating: "0", count: 1_000_000)) == nil)
    }

    @Test func `Bytes that are not ASCII are not a token`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<1_000 {
            let bytes = (0..<32).map { _ in UInt8.random(in: 0x80...0xFF, using: &generator) }
            #expect(SessionToken(utf8: bytes.span) == nil)
        }
    }

    @Test func `Tokens that differ in one digit are not equal`() {
        let digits = Array(SessionToken().text)
        let token = SessionToken(String(digits))
        for place in digits.indices {
            var changed = digits
            changed[place] = digits[place] == "0" ? "1" : "0"
            #expect(SessionToken(String(changed)) != token)
        }
    }

    @Test func `Neither a token nor an id is ever printed`() {
        let token = SessionToken()
        for (value, name) in [(token as Any, "SessionToken"), (token.id as Any, "SessionID")] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect("\(value)" == name)
            #expect(String(reflecting: value) == name)
            #expect(Mirror(reflecting: value).children.isEmpty)
            #expect(!dumped.contains(token.text))
        }
    }
}
