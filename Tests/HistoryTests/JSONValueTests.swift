import History
import Testing

@Suite("Any JSON as a value")
struct JSONValueTests {
    private struct Numbers: Codable, Equatable {
        var small: Int = .min
        var large: UInt64 = .max
        var fraction = 0.1
        var tiny = Double.leastNonzeroMagnitude
        var huge = Double.greatestFiniteMagnitude
        var endless = [Double.infinity, -.infinity]
        var single: Float = 0.1
    }

    @Test("numbers come out as they went in")
    func numbers() throws {
        let value = try JSONValue(encoding: Numbers())
        #expect(try value.decode(Numbers.self) == Numbers())
        guard case .object(let members) = value else {
            Issue.record("no object: \(value)")
            return
        }
        #expect(members["large"] == .unsigned(.max) && members["small"] == .integer(.min))
    }

    @Test("texts, lists, objects and nothing come out as they went in")
    func others() throws {
        let value: JSONValue = .object([
            "": .null, "list": .array([.bool(true), .string("é \u{0}\n"), .array([]), .object([:])]),
        ])
        #expect(try JSONValue(encoding: value) == value)
    }
}
