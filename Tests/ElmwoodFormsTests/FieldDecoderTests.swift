import ElmwoodFormData
import FoundationEssentials
import Testing

@testable import ElmwoodForms

/// Decoding the fields of a form into values.
struct FieldDecoderTests {
    private func decode<T: Decodable>(_ type: T.Type, _ fields: KeyValuePairs<String, String>) throws -> T {
        let form = FormData(fields.map { FormData.Entry(name: $0.key, value: .text($0.value)) })
        return try T(from: FieldDecoder(FieldTree(form, limit: 1_000)))
    }

    private func sentence<T: Decodable>(_ type: T.Type, _ fields: KeyValuePairs<String, String>) -> FieldError? {
        do {
            _ = try decode(type, fields)
            return nil
        } catch { return error as? FieldError }
    }

    struct Everything: Decodable, Equatable {
        var text: String
        var count: Int
        var ratio: Double
        var isOn: Bool
        var note: String?
        var age: UInt8?
        var color: Color
        var shade: Color?
        var tags: [String]
        var id: UUID?
    }

    enum Color: String, Decodable { case red, blue }

    @Test func `A struct is decoded field by field`() throws {
        let value = try decode(
            Everything.self,
            [
                "text": "a", "count": "-3", "ratio": ".5", "isOn": "on", "note": "", "age": "255", "color": "blue",
                "shade": "", "tags": "x", "tags": "y", "id": "6BA7B810-9DAD-11D1-80B4-00C04FD430C8",
            ]
        )
        #expect(
            value
                == Everything(
                    text: "a",
                    count: -3,
                    ratio: 0.5,
                    isOn: true,
                    note: nil,
                    age: 255,
                    color: .blue,
                    shade: nil,
                    tags: ["x", "y"],
                    id: UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
                )
        )
    }

    @Test func `An absent field is false, nil or empty`() throws {
        struct Options: Decodable, Equatable { var isOn: Bool; var note: String?; var isSet: Bool?; var tags: [Int] }
        #expect(try decode(Options.self, [:]) == Options(isOn: false, note: nil, isSet: nil, tags: []))
        struct Needed: Decodable { var name: String }
        #expect(sentence(Needed.self, [:]) == FieldError(field: "name", sentence: .fieldMissing))
    }

    @Test func `A number of the wrong size or format is a problem`() throws {
        struct Small: Decodable { var x: Int8 }
        struct Real: Decodable { var x: Float }
        #expect(sentence(Small.self, ["x": "128"])?.sentence == .numberTooLarge)
        #expect(sentence(Small.self, ["x": "-129"])?.sentence == .numberTooSmall)
        #expect(sentence(Small.self, ["x": "1.5"])?.sentence == .enterWholeNumber)
        #expect(sentence(Small.self, ["x": "1e400"])?.sentence == .enterWholeNumber)
        #expect(sentence(Small.self, ["x": "1e200"])?.sentence == .numberTooLarge)
        #expect(sentence(Small.self, ["x": "0x1"])?.sentence == .enterWholeNumber)
        #expect(sentence(Small.self, ["x": ""])?.sentence == .enterWholeNumber)
        #expect(sentence(Real.self, ["x": "1e39"])?.sentence == .numberTooLarge)
        #expect(sentence(Real.self, ["x": "nan"])?.sentence == .enterNumber)
        #expect(try decode(Small.self, ["x": " 1.0e2 "]).x == 100)
    }

    @Test func `Names may be nested`() throws {
        struct Order: Decodable, Equatable {
            struct Address: Decodable, Equatable { var street: String; var city: String }
            struct Line: Decodable, Equatable { var sku: String; var count: Int }
            var address: Address
            var lines: [Line]
            var tags: [String]
            var extras: [String: Bool]
        }
        let value = try decode(
            Order.self,
            [
                "address[city]": "York", "address[street]": "High Street", "lines[10][sku]": "b", "lines[2][sku]": "a",
                "lines[2][count]": "1", "lines[10][count]": "2", "tags[]": "x", "tags[]": "y", "extras[gift]": "on",
            ]
        )
        #expect(
            value
                == Order(
                    address: .init(street: "High Street", city: "York"),
                    lines: [.init(sku: "a", count: 1), .init(sku: "b", count: 2)],
                    tags: ["x", "y"],
                    extras: ["gift": true]
                )
        )
        struct Lines: Decodable, Equatable { var lines: [Order.Line] }
        #expect(
            try decode(
                Lines.self,
                ["lines[][sku]": "a", "lines[][count]": "1", "lines[][sku]": "b", "lines[][count]": "2"]
            )
                == Lines(lines: [.init(sku: "a", count: 1), .init(sku: "b", count: 2)])
        )
        #expect(sentence(Order.self, ["address[street]": "x"])?.field == "address[city]")
    }

    @Test func `A malformed nested name is a plain name`() throws {
        for name in ["a[b", "a]b[", "[a]", "a[b]c", "a[[b]]", "]", "[", ""] {
            #expect(FieldTree.path(name) == [name])
        }
        #expect(FieldTree.path("a[][b][0]") == ["a", "", "b", "0"])
    }

    @Test func `Nesting and the number of fields are limited`() {
        let deep = "a" + String(repeating: "[b]", count: 31)
        #expect(throws: Never.self) { try FieldTree(FormData([.init(name: deep, value: .text(""))]), limit: 1) }
        #expect(throws: Refusal.self) {
            try FieldTree(FormData([.init(name: deep + "[c]", value: .text(""))]), limit: 1)
        }
        #expect(throws: Refusal.self) {
            try FieldTree(FormData([.init(name: "a", value: .text("")), .init(name: "b", value: .text(""))]), limit: 1)
        }
    }

    @Test func `A single value is the only field`() throws {
        #expect(try decode(String.self, ["q": "x"]) == "x")
        #expect(try decode(Int?.self, ["q": ""]) == nil)
        #expect(try decode([Int].self, ["q": "1", "q": "2"]) == [1, 2])
        #expect(try decode(Color.self, ["q": "red"]) == .red)
        #expect(sentence(Int.self, ["q": "x"])?.field == "q")
    }

    @Test func `A value that is not a case of an enumeration is a problem`() {
        struct Paint: Decodable { var color: Color }
        #expect(
            sentence(Paint.self, ["color": "green"])
                == FieldError(field: "color", sentence: .valueNotAllowed)
        )
        #expect(sentence(Paint.self, ["color": ""])?.sentence == .fillIn)
    }

    @Test func `Decimal numbers and URLs are decoded from their text`() throws {
        struct Price: Decodable { var price: Decimal; var page: URL }
        let value = try decode(Price.self, ["price": "19.90", "page": "https://example.org/a"])
        #expect(value.price == Decimal(string: "19.9"))
        #expect(value.page.absoluteString == "https://example.org/a")
    }

    @Test func `An enumeration with payloads is decoded from nested names`() throws {
        enum Shape: Decodable, Equatable { case circle(radius: Int), point }
        struct Drawing: Decodable, Equatable { var shape: Shape }
        #expect(try decode(Drawing.self, ["shape[circle][radius]": "3"]) == Drawing(shape: .circle(radius: 3)))
        #expect(sentence(Drawing.self, ["shape": "circle"])?.field == "shape")
    }
}
