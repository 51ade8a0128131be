import ElmwoodFormData
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodForms

/// What custom elements and the scripts of others may send with a form.
struct CustomElementTests {
    private func control(_ attributes: Attribute<Message>...) -> Html<Message> {
        // The test's own names, with whatever attributes a case needs.
        let all = [.name("x")] + attributes
        return switch all.count {
        case 2: element("x-field", all[0], all[1])
        case 3: element("x-field", all[0], all[1], all[2])
        default: element("x-field", all[0], all[1], all[2], all[3])
        }
    }

    @Test func `The value of a custom element has the constraints of its kind`() throws {
        try expect(control(.field(.text, maxlength: 3)), takes: ["", "abc"], butNot: ["abcd"])
        try expect(control(.field(.text), .maxlength(3), .required), takes: ["abc"], butNot: ["abcd", ""])
        try expect(control(.field(.text), .pattern("[a-z]+")), takes: ["abc"], butNot: ["1"])
        try expect(control(.field(.textarea, maxlength: 5)), takes: ["a\nb\nc"], butNot: ["a\nb\ncd"])
        try expect(control(.field(.number), .min(1), .max(5)), takes: ["1", "5"], butNot: ["0", "6", "1.5"])
        try expect(control(.field(.date), .min("2026-01-01")), takes: ["2026-01-01"], butNot: ["2025-12-31"])
        try expect(control(.field(.email)), takes: ["a@b.c"], butNot: ["a"])
        try expect(control(.field(.color)), takes: ["#ff0000"], butNot: [])
        try expect(control(.field(.datetimeLocal)), takes: ["2026-01-01T10:00"], butNot: [])
    }

    @Test func `An element that has not sent a value is as it was rendered`() throws {
        let contract = try formContract {
            element("x-field", .name("x"), .field(.text, maxlength: 9), .value("a"))
            element("x-field", .name("y"), .field(.textarea, maxlength: 9), .value("b\r\nc"))
        }
        #expect(try contract.post(["form": "f"]).fields == ["x": ["a"], "y": ["b\nc"]])
        #expect(try contract.post(["form": "f", "x": "d"]).fields == ["x": ["d"], "y": ["b\nc"]])
    }

    @Test func `An element without a field sends nothing, nor does a disabled one, or one twice`() throws {
        let contract = try formContract {
            element("x-field", .name("x"))
            element("x-field", .name("y"), .field(.text), .disabled)
            element("x-field", .name("z"), .field(.text))
        }
        #expect(try contract.post(["form": "f", "z": "a"]).fields == ["z": ["a"]])
        for name in ["x", "y"] { #expect(try contract.post(["form": "f", name: "a"]) == .refused(409)) }
        let twice = ["a", "b"].map { FormData.Entry(name: "z", value: .text($0)) }
        #expect(try contract.post(FormData([.init(name: "form", value: .text("f"))] + twice)) == .refused(409))
        let file = FormData.Entry(
            name: "z",
            value: .file(UploadedFile(filename: "a", contentType: "", size: 1, path: "/nowhere"))
        )
        #expect(try contract.post(FormData([.init(name: "form", value: .text("f")), file])) == .refused(400))
    }

    @Test func `An element outside of a form makes a message of its value, checked as that of a field`() throws {
        let contract = try Contract {
            element("x-field", .name("x"), .field(.number), .min(1), .onChange(Message.count))
        }
        #expect(try contract.post(["x": "3"]) == .messages([.count(3)]))
        #expect(try contract.post(["x": "0"]).sentences.count == 1)
        #expect(try contract.post(["rendered": marks(["x": ""]), "x": ""]) == .messages([]))
    }

    @Test func `A form accepts the fields that it names, once and of no greater length, and no others`() throws {
        let contract = try Contract {
            form(
                "f",
                .onSubmit(Message.sent),
                .acceptsField("cf-turnstile-response", maxlength: 4),
                .acceptsField("y", maxlength: 2)
            ) {
                input(.name("x"))
            }
        }
        #expect(try contract.post(["form": "f", "x": "a"]).fields == ["x": ["a"]])
        let both = try contract.post(["form": "f", "x": "a", "cf-turnstile-response": "abcd", "y": "b"])
        #expect(both.fields == ["x": ["a"], "cf-turnstile-response": ["abcd"], "y": ["b"]])
        #expect(try contract.post(["form": "f", "x": "a", "y": "bcd"]).sentences.count == 1)
        #expect(try contract.post(["form": "f", "x": "a", "z": "b"]) == .refused(409))
        #expect(try contract.post(["x": "a", "y": "b"]) == .refused(409))
        let twice = FormData(
            ["f", "a", "b"].enumerated().map { .init(name: $0 == 0 ? "form" : "y", value: .text($1)) }
        )
        #expect(try contract.post(twice) == .refused(409))
    }

    @Test func `A field that nobody declared is named to the author of the view, with what declares it`() throws {
        let contract = try formContract { input(.name("x")) }
        let post = FormData(["form": "f", "token": "a"].map { .init(name: $0, value: .text($1)) })
        guard case .refused(let refusal) = contract.read(post) else {
            Issue.record("The post was not refused.")
            return
        }
        let mistakes = contract.mistakes(behind: refusal, in: "f")
        #expect(mistakes.count == 1)
        #expect(mistakes.first?.contains("“token”") == true && mistakes.first?.contains(".acceptsField") == true)
    }

    @Test func `A field that a form accepts and has as a control is the control's, once and within its constraints`()
        throws
    {
        let contract = try Contract {
            form("f", .onSubmit(Message.sent), .acceptsField("x", maxlength: 100)) {
                element("x-field", .name("x"), .field(.text, maxlength: 3))
            }
        }
        func post(_ texts: String...) throws -> [String: [String]]? {
            let fields = texts.map { FormData.Entry(name: "x", value: .text($0)) }
            return try contract.post(FormData([.init(name: "form", value: .text("f"))] + fields)).fields
        }
        #expect(try post("abc") == ["x": ["abc"]])
        #expect(try post("abcd") == nil)
        #expect(try post("a", "b") == nil)
        #expect(contract.offerLines == ["form=f with x"])
    }

    @Test func `The list of what a page offers has the fields of elements and those that forms accept`() throws {
        let contract = try Contract {
            form("f", .onSubmit(Message.sent), .acceptsField("t", maxlength: 4)) {
                element("x-field", .name("x"), .field(.number), .min(1))
            }
        }
        let json = String(decoding: contract.json(), as: UTF8.self)
        #expect(json.contains(#"{"name":"t","type":"text","#))
        #expect(json.contains(#"{"name":"x","type":"number","#))
        #expect(contract.offerLines == ["form=f with t, x"])
    }

    @Test(arguments: 0..<8)
    func `No post of custom elements and accepted fields traps, or passes a text that is too long`(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let contract = try Contract {
            form("f", .onSubmit(Message.sent), .acceptsField("t", maxlength: 4)) {
                element("x-field", .name("x"), .field(.text, maxlength: 3))
                element("x-field", .name("n"), .field(.number), .max(5))
            }
        }
        let texts = [
            "", "a", "abcd", "12345", "6", "1e400", "-0", "\u{0}", "é́́́", "a\r\nb", String(repeating: "9", count: 400),
        ]
        for _ in 0..<fuzzRounds(200) {
            var entries = [FormData.Entry(name: "form", value: .text("f"))]
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let name = ["x", "n", "t", "form", "message", "u"].randomElement(using: &random) ?? "x"
                entries.append(.init(name: name, value: .text(texts.randomElement(using: &random) ?? "")))
            }
            guard let fields = try contract.post(FormData(entries)).fields else { continue }
            #expect(Set(fields.keys).isSubset(of: ["x", "n", "t"]))
            #expect((fields["t"] ?? []).allSatisfy { $0.utf16.count <= 4 })
            #expect((fields["x"] ?? []).allSatisfy { $0.utf16.count <= 3 })
        }
    }
}
