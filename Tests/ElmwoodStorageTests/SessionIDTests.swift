import ElmwoodStorage
import Testing

@Suite struct SessionIDTests {
    @Test func `An id's text is read back as the same id`() {
        for _ in 0..<100 {
            let id = SessionID()
            #expect(SessionID(id.text) == id)
            #expect(id.text.utf8.count == 32)
            #expect(Array(id.text.utf8) == id.bytes)
        }
    }

    @Test func `Ids are unique`() {
        #expect(Set((0..<10_000).map { _ in SessionID() }).count == 10_000)
    }

    @Test(arguments: [
        "", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
        String(repeating: "A", count: 32), String(repeating: "g", count: 32), String(repeating: "é", count: 16),
        " " + String(repeating: "0", count: 31), String(repeating: "0", count: 31) + "\n",
        String(repeating: "\0", count: 32), "0x" + String(repeating: "0", count: 30),
        "\u{FF10}" + String(repeating: "0", count: 29),
    ])
    func `An invalid text is not an id`(text: String) {
        #expect(SessionID(text) == nil)
    }

    @Test func `A text with many more digits is not an id`() {
        #expect(SessionID(String(repeating: "0", count: 1_000_000)) == nil)
    }

    @Test func `Bytes that are not ASCII are not an id`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<1_000 {
            let bytes = (0..<32).map { _ in UInt8.random(in: 0x80...0xFF, using: &generator) }
            #expect(SessionID(utf8: bytes) == nil)
        }
    }

    @Test func `Ids that differ in one digit are not equal`() {
        let digits = Array(SessionID().text)
        let id = SessionID(String(digits))
        for place in digits.indices {
            var changed = digits
            changed[place] = digits[place] == "0" ? "1" : "0"
            #expect(SessionID(String(changed)) != id)
        }
    }

    @Test func `An id is never printed`() {
        let id = SessionID()
        var dumped = ""
        dump(id, to: &dumped)
        #expect("\(id)" == "SessionID")
        #expect(String(reflecting: id) == "SessionID")
        #expect(Mirror(reflecting: id).children.isEmpty)
        #expect(!dumped.contains(id.text))
    }
}
