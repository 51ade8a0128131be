import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodMessageText
import Testing

@Suite struct JSONValueTests {
    private func value(_ json: String) throws -> JSONValue { try StoredModel(json: Array(json.utf8)).value }

    // MARK: Round trips

    private struct Numbers: Codable, Equatable {
        var small: Int = .min
        var beyondDoubles: [Int] = [(1 << 53) - 1, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, .max, .max - 1]
        var large: [UInt64] = [.max, .max - 1, 1 << 63]
        var wide: [UInt128] = [.max, UInt128(UInt64.max) + 1]
        var fraction = 0.1
        var sum = 0.1 + 0.2
        var whole = [0.0, 3.0, 1e18, 1.234_567_890_123_456_7e18, 1e19, 1e25, -1e300]
        var tiny = Double.leastNonzeroMagnitude
        var huge = [Double.greatestFiniteMagnitude, -1e160, 1e-130]
        var endless = [Double.infinity, -.infinity]
        var single: Float = 0.1
        var decimals = [
            Decimal(string: "12345678901234567890123456789.123456789"), Decimal(string: "3.00000000000000000000001"),
            Decimal(string: "9007199254740990.5"), Decimal(string: "-0.1"),
        ]
    }

    @Test func `Numbers survive a round trip exactly`() throws {
        let value = try JSONValue(encoding: Numbers())
        #expect(try value.decode(Numbers.self) == Numbers())
        #expect(try JSONValue(encoding: value) == value)
        #expect(value["beyondDoubles"]?[2]?.number?.integer == (1 << 53) + 1)
        #expect(value["large"]?[0]?.number?.integer == nil)
        #expect(try value["large"]?[0]?.decode(UInt64.self) == .max)
        #expect("\(value["wide"]?[0] as JSONValue?, default: "")" == "340282366920938463463374607431768211455")
    }

    @Test func `The sign of a zero survives a round trip`() throws {
        for zero in [0.0, -0.0] {
            let again = try JSONValue(encoding: zero).decode(Double.self)
            #expect(again == 0 && again.sign == zero.sign)
        }
    }

    @Test func `Any finite double survives a round trip`() throws {
        var generator = SystemRandomNumberGenerator()
        let doubles =
            (0..<2_000).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
            + (0..<2_000).map { _ in Double.random(in: -0x1p65...0x1p65).rounded() }
        let value = try JSONValue(encoding: doubles)
        #expect(try value.decode([Double].self) == doubles)
        #expect(value.array?.compactMap(\.number?.double) == doubles)
        #expect(value == .array(doubles.map { .number(JSONNumber($0)) }))
    }

    @Test func `Any integer survives a round trip`() throws {
        var generator = SystemRandomNumberGenerator()
        let integers = (0..<2_000).map { shift in Int64(bitPattern: generator.next()) >> (shift % 64) }
        let value = try JSONValue(encoding: integers)
        #expect(try value.decode([Int64].self) == integers)
        #expect(value.array?.compactMap(\.number?.integer) == integers.map { Int($0) })
    }

    @Test func `A number beyond Swift's number types is an error`() {
        #expect(throws: DecodingError.self) { try value("[1e400]") }
    }

    @Test func `Numbers are equal in any notation`() throws {
        #expect(try value("[3, 3.0, 30e-1, 0.3e1]") == [3, 3, 3, 3])
        #expect(JSONNumber(3.0) == 3)
        #expect(JSONNumber(3.5).integer == nil)
        #expect(JSONNumber(1e300).integer == nil)
        #expect(JSONNumber(7).double == 7)
        #expect("\([1, 2.5, 18_446_744_073_709_551_615.0] as JSONValue)" == "[1,2.5,1.8446744073709552e+19]")
    }

    @Test func `Strings, arrays, objects, booleans and null survive a round trip`() throws {
        let value: JSONValue = [
            "": .null, "list": [true, "é \u{0}\n", [], [:], "Infinity", "1", .null], "\u{1F5DD}": false,
        ]
        #expect(try JSONValue(encoding: value) == value)
        #expect(try value.decode(JSONValue.self) == value)
        #expect("\(value)" == #"{"":null,"list":[true,"é \u0000\n",[],{},"Infinity","1",null],"🗝":false}"#)
    }

    @Test func `A value can be part of a message`() throws {
        let values: [JSONValue] = [
            .null, true, 1, 2.5, "", "1", [], [:], [1, "x", [.null], []], ["b": ["": [1]], "a b": .null, "c": [:]],
            .number(JSONNumber(.max)),
        ]
        for value in values {
            #expect(try MessageText.decode(JSONValue.self, from: MessageText.text(of: value)) == value)
        }
    }

    @Test(arguments: ["", " ", "{", "{\"a\":}", "nul", "'a'", "{\"a\":1}x", "\"\\ud800\"", "\u{0}"])
    func `Invalid JSON is refused`(json: String) {
        #expect(throws: (any Error).self) { try value(json) }
    }

    @Test func `Deeply nested JSON is read up to a limit, and refused beyond it`() throws {
        func nested(_ depth: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        }
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let deep = try value(nested(200, open, close))
            #expect(try deep.decode(JSONValue.self) == deep)
            for depth in [513, 1_000_000] {
                #expect(throws: (any Error).self) { try value(nested(depth, open, close)) }
            }
            #expect(throws: (any Error).self) { try value(String(repeating: open, count: 1_000_000)) }
        }
        var made: JSONValue = 1
        for _ in 0..<600 { made = [made] }
        #expect(throws: (any Error).self) { try made.decode(JSONValue.self) }
        #expect("\(made)" == "JSON that cannot be written")
    }

    // MARK: Access

    @Test func `Members and elements can be accessed, and missing ones are nil`() throws {
        let value = try value(#"{"a": [{"b": "text"}, 2.5, true, null]}"#)
        #expect(value["a"]?[0]?["b"]?.string == "text")
        #expect(value["a"]?[1]?.number?.double == 2.5)
        #expect(value["a"]?[2]?.bool == true)
        #expect(value["a"]?[3]?.isNull == true)
        #expect(value["a"]?.array?.count == 4)
        #expect(value.object?.count == 1)
        for nothing in [value["b"], value[0], value["a"]?["b"], value["a"]?[4], value["a"]?[-1], value["a"]?[.max]] {
            #expect(nothing == nil)
        }
        #expect(value.string == nil && value.number == nil && value.bool == nil && value.array == nil)
        #expect(value["a"]?.object == nil && !value.isNull)
    }

    @Test func `Members and elements can be set, and removed with nil`() {
        var value: JSONValue = ["a": [1, 2, 3], "b": ["c": true]]
        value["a"]?[0] = "one"
        value["a"]?[1] = nil
        value["b"]?["c"] = nil
        value["b"]?["d"] = 4.5
        value["e"] = .null
        #expect(value == ["a": ["one", 3], "b": ["d": 4.5], "e": .null])
    }

    @Test func `Setting a member or element that cannot exist has no effect`() {
        let before: JSONValue = ["a": [1], "n": 1]
        var value = before
        value[0] = 1
        value["a"]?["b"] = 1
        value["a"]?[1] = 1
        value["a"]?[-1] = nil
        value["n"]?["b"] = 1
        value["x"]?["b"] = 1
        #expect(value == before)
    }

    @Test func `Renaming a member replaces an existing member of that name`() {
        var value: JSONValue = ["a": 1, "b": 2]
        value.rename("a", to: "b")
        #expect(value == ["b": 1])
        value.rename("x", to: "b")
        value.rename("b", to: "b")
        #expect(value == ["b": 1])
        var array: JSONValue = [1]
        array.rename("a", to: "b")
        #expect(array == [1])
    }

    @Test func `Each element of an array and each value of an object can be updated`() {
        var array: JSONValue = [["a": 1], ["a": 2], 3]
        array.updateEach { $0.rename("a", to: "b") }
        #expect(array == [["b": 1], ["b": 2], 3])
        var object: JSONValue = ["x": 1, "y": 2]
        object.updateEach { $0 = [$0] }
        #expect(object == ["x": [1], "y": [2]])
        var text: JSONValue = "text"
        text.updateEach { $0 = .null }
        #expect(text == "text")
    }

    @Test func `If an update throws, the elements updated before retain their changes`() {
        var value: JSONValue = [1, 2, 3]
        #expect(throws: CancellationError.self) {
            try value.updateEach { element in
                if element == 2 { throw CancellationError() }
                element = 0
            }
        }
        #expect(value == [0, 2, 3])
    }

    @Test func `Literals make values`() {
        let name = "x"
        let value: JSONValue = ["a": ["\(name)y", 1, 2.5, true], "b": [:], "a": [.null]]
        #expect(value == .object(["a": .array([.null]), "b": .object([:])]))
        #expect(["\(name)y", 1] as JSONValue == .array([.string("xy"), .number(1)]))
    }

    // MARK: Migrating

    @Test func `An old model can be changed into a new one`() throws {
        struct Todo: Codable, Equatable {
            var id: Int
            var text: String
            var tags: [String]
        }
        struct Model: Codable, Equatable {
            var todos: [Todo]
            var version: Int
        }
        var model = try value(#"{"todos": [{"id": 9007199254740993, "title": "a"}, {"id": 2, "title": "b"}]}"#)
        model["todos"]?.updateEach { todo in
            todo.rename("title", to: "text")
            todo["tags"] = []
        }
        model["version"] = 2
        let todos = [Todo(id: 9_007_199_254_740_993, text: "a", tags: []), Todo(id: 2, text: "b", tags: [])]
        #expect(try model.decode(Model.self) == Model(todos: todos, version: 2))
        #expect(try model["todos"]?[1]?.decode(Todo.self) == todos[1])
        #expect(throws: DecodingError.self) { try model.decode([Todo].self) }
    }
}
