import Testing

@testable import ElmwoodCommand

struct TemplateTextTests {
    @Test func `Lines of a condition are written if one of its words applies`() {
        let text = TemplateText("a\n//: if sql or accounts\nb\n//: end\nc\n")
        #expect(text.text(["accounts"]) == "a\nb\nc\n")
        #expect(text.text(["shared"]) == "a\nc\n")
    }

    @Test func `Conditions are comments in a file's own way`() {
        let text = TemplateText(
            "#: if sql\na\n#: end\n/*: if sql */\nb\n/*: end */\n<!--: if sql -->\nc\n<!--: end -->\n"
        )
        #expect(text.text(["sql"]) == "a\nb\nc\n")
        #expect(text.text([]) == "")
    }

    @Test func `A condition within another one applies with it only`() {
        let text = TemplateText("//: if sql\na\n//: if shared\nb\n//: end\n//: end\nc")
        #expect(text.text(["sql", "shared"]) == "a\nb\nc")
        #expect(text.text(["shared"]) == "c")
    }

    @Test func `The only element of a list has no comma behind it`() {
        let text = TemplateText(
            "[\n    //: list\n    a(\n        b,\n    ),\n    //: if sql\n    c,\n    //: end\n    //: end\n]"
        )
        #expect(text.text([]) == "[\n    a(\n        b,\n    )\n]")
        #expect(text.text(["sql"]) == "[\n    a(\n        b,\n    ),\n    c,\n]")
    }

    @Test func `Other comments stay as they are`() {
        let text = "// if sql\n# a: end\n/* end */\n"
        #expect(TemplateText(text).text([]) == text)
    }
}
