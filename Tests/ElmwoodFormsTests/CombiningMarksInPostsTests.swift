import ElmwoodFormData
import ElmwoodViewTree
import Testing

@testable import ElmwoodForms

/// Posts whose texts have more combining marks in a row than may be: nothing of them is compared with the view.
@Suite struct CombiningMarksInPostsTests {
    private let many = "a" + String(repeating: "\u{301}\u{323}", count: 16)
    private let sentence = "Please write this with fewer combining marks: at most 30 may follow one another."

    private func contract() throws -> Contract {
        try Contract {
            form("f", .onSubmit(Message.sent)) {
                input(.name("x"))
                input(.name("message"))
                input(.name("hidden"), .type(.hidden), .value("1"))
                select(.name("choice")) { option(.value("a")) { "A" } }
            }
            input(.name("name"), .onChange(Message.rename), .value("Bob"))
        }
    }

    @Test(arguments: ["x", "message", "hidden", "choice"])
    func `A value is a problem at its field, and what was typed is kept`(field: String) throws {
        let texts = ["form": "f", "x": "1", "message": "2", "hidden": "1", "choice": "a"].merging([field: many]) { $1 }
        let form = FormData(texts.map { .init(name: $0.key, value: .text($0.value)) })
        guard case .problems(let problems, let overlay) = try contract().read(form) else {
            Issue.record("There were no problems.")
            return
        }
        #expect(problems == [Problem(form: "f", field: field, sentence: sentence)])
        #expect(overlay.fields.contains { $0.name == field && $0.value == many })
    }

    @Test func `A field outside of forms has the problem too`() throws {
        let problem = Problem(form: nil, field: "name", sentence: sentence)
        #expect(try contract().post(["name": many]) == .problems([problem]))
        let change = PageAction(
            sequence: 1,
            kind: .edit(control: "name", form: nil, isInput: false),
            fields: [.init(name: "name", value: .text(many))]
        )
        #expect(try contract().outcome(of: contract().read(change)) == .problems([problem]))
        let submit = PageAction(
            sequence: 1,
            kind: .submit(form: "f"),
            fields: [.init(name: "x", value: .text(many)), .init(name: "choice", value: .text("a"))]
        )
        #expect(
            try contract().outcome(of: contract().read(submit))
                == .problems([Problem(form: "f", field: "x", sentence: sentence)])
        )
    }

    @Test func `A message, the name of a form or an event with more is malformed`() throws {
        #expect(try contract().post(["message": many]) == .refused(400))
        #expect(try contract().post(["message": many, "name": "Bob"]) == .refused(400))
        #expect(try contract().post(["form": many, "x": "1"]) == .refused(400))
        let event = FormData([.init(name: "event", value: .text("1 change 0 \(many)"))])
        #expect(throws: Refusal.self) { try PageAction.list(event) }
    }
}

/// The values of a post, given to the controls of their name.
@Suite struct PostedValuesTests {
    private func values(_ fields: KeyValuePairs<String, String>) -> PostedValues {
        PostedValues(fields.map { FormData.Entry(name: $0.key, value: .text($0.value)) })
    }

    @Test func `Values of a name are given in their order, or by their text`() {
        var left = values(["a": "1", "b": "2", "a": "3", "a": "1"])
        let removed = ["3", "3", "2"].map { left.remove($0, "a") }
        #expect(removed == [true, false, false])
        #expect(left.first("a")?.text == "1")
        left.removeFirst("a")
        #expect(left.contains("a"))
        let isRemoved = left.remove("1", "a")
        #expect(isRemoved)
        #expect(!left.contains("a"))
        #expect(left.first("a") == nil)
        left.removeFirst("a")
        let all = left.removeAll("b")
        #expect(all.map(\.text) == ["2"])
        #expect(!left.contains("b"))
    }

    @Test func `Line ends are as a browser sends them, and nothing else is equivalent`() {
        var left = values(["a": "1\r\n2", "b": "e\u{301}"])
        let removed = [left.remove("1\n2", "a"), left.remove("é", "b"), left.remove("e\u{301}", "b")]
        #expect(removed == [true, false, true])
    }
}
