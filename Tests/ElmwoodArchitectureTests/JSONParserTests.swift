import Foundation
import Testing

@testable import ElmwoodArchitecture

/// How JSON is read as a value of any shape.
@Suite struct JSONParserTests {
    /// Reads JSON by Foundation's decoder, which does not say of which kind a value is.
    private struct Reference: Decodable {
        let value: JSONValue

        init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
    }

    private func reference(_ text: String) -> JSONValue? {
        try? JSONDecoder().decode(Reference.self, from: Data(text.utf8)).value
    }

    private func value(_ text: String) -> JSONValue? { try? JSON.decode(JSONValue.self, from: Array(text.utf8)) }

    @Test(arguments: [
        "null", " true ", "false", "0", "-0", "1", "-1", "12345678901234567890", "123456789012345678",
        "9223372036854775808",
        "0.1", "1.0", "-0.0", "3.25", "1e2", "1E-3", "1.5e+10", "0.1234567890123456789", "123456789.123456", "1e400",
        "18446744073709551616", "100000000000000000000000", "\"\"", "\"a\"", "\"é \u{1F600}\"",
        #""\"\\\/\b\f\n\r\t""#, #""\u00e9\u0301""#, #""\ud83d\ude00""#, "[]", "[ ]", "{}", "[1, 2,3 ]", "[[],[[]]]",
        #"{"a":1,"b":[true,null],"c":{"d":"e"}}"#, #"{"a":1,"a":2}"#, "\n[\t1\r]\n",
    ]) func `JSON is read as Foundation reads it`(text: String) {
        #expect(value(text) == reference(text))
        #expect(value(text) != nil || text == "1e400")
    }

    @Test(arguments: [
        "", " ", "nul", "True", "01", "+1", "1.", ".5", "1e", "--1", "\"", "\"\u{1}\"", #""\x""#, #""\u12""#,
        #""\ud83d""#,
        #""\ud83d\u0041""#, #""\ude00""#, "[", "[1", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
        "{a:1}",
        "{\"a\":1 \"b\":2}", "1 2", "[1]]", "'a'", "NaN", "1_000", "\u{FEFF}1",
    ]) func `What is no JSON is an error`(text: String) {
        #expect(value(text) == nil)
    }

    @Test func `A text that is not UTF-8 is an error`() {
        #expect(throws: DecodingError.self) { try JSON.decode(JSONValue.self, from: [0x22, 0xFF, 0x22]) }
    }

    @Test func `A value within another type finds its own part`() throws {
        struct Item: Codable, Equatable {
            var name: String
            var content: JSONValue
            var more: [String: [JSONValue]]
        }
        let text = #"[{"name":"a","content":{"x":[1,"2"]},"more":{"k":[null,[3]]}},{"name":"b","content":4,"more":{}}]"#
        let items = try JSON.decode([Item].self, from: Array(text.utf8))
        #expect(
            items == [
                Item(name: "a", content: ["x": [1, "2"]], more: ["k": [.null, [3]]]),
                Item(name: "b", content: 4, more: [:]),
            ]
        )
    }

    @Test func `A value within another type is an error, and not looked for by attempts, if the whole is no JSON`() {
        struct Item: Codable { var content: JSONValue }
        let deep = String(repeating: "[", count: 400) + "1e999" + String(repeating: "]", count: 400)
        let text = #"{"content":["# + Array(repeating: deep, count: 50).joined(separator: ",") + "]}"
        #expect(throws: DecodingError.self) { try JSON.decode(Item.self, from: Array(text.utf8)) }
    }

    @Test func `Five hundred levels are read, and more than 512 are an error`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(value(nested(512)) != nil)
        #expect(value(nested(513)) == nil)
        #expect(value(String(repeating: "[", count: 100_000)) == nil)
        // Twenty of them took Foundation's decoder eight seconds.
        let many = "[" + Array(repeating: nested(400), count: 200).joined(separator: ",") + "]"
        #expect(value(many)?[199] != nil)
        let isTextNested = JSONSource.isNested(Array(#"["[[[\"[[","]"]"#.utf8).span, deeperThan: 1)
        let isNested = JSONSource.isNested(Array(#"[{"a":[]}]"#.utf8).span, deeperThan: 2)
        #expect(!isTextNested && isNested)
    }
}
