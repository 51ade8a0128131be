import Testing

@testable import ElmwoodViewTree

/// Text literals with interpolated values.
@Suite struct HtmlTextTests {
    @Test func `A literal with values is the same text as a String`() throws {
        let optional: Int? = 3
        let text = "t<\u{E9}"
        #expect(
            try written {
                p { "a\(1)b\(-20)c\(Int.min)\(Int.max)\(0)\(text)\(2.5)\(true)\(optional.map { "\($0)" } ?? "")" }
            }
                == "<p>a1b-20c-922337203685477580892233720368547758070t&lt;\u{E9}2.5true3</p>"
        )
        #expect(try written { p { "" } } == "<p></p>")
        #expect(try written { p { "\("")" } } == "<p></p>")
        #expect(try Rendering.render { () -> Html<Message> in p { "\("")" } }.records.flatMap(\.children).isEmpty)
        #expect(try written { p { true ? "x\(1)" : "y" } } == "<p>x1</p>")
        #expect(try written { p { "a" + "\(1)" } } == "<p>a1</p>")
    }

    @Test func `A text is correct even if one of its values renders something itself`() throws {
        func number() -> Int {
            let _: Html<Message> = div { "garbage" }
            return 7
        }
        #expect(
            try written {
                p { "a\(number())b\(number())" }; "\(number())"
            } == "<p>a7b7</p>7"
        )
    }

    @Test func `A value with a custom interpolation is written`() throws {
        #expect(try written { p { "\(7, padded: 3)" } } == "<p>007</p>")
    }

    @Test func `A part of a text is written without a String of its own`() throws {
        #expect(try written { p { "a<b".dropFirst() } } == "<p>&lt;b</p>")
    }

    @Test func `A literal is content wherever content is expected`() throws {
        let content: (Bool) -> Html<Message> = { $0 ? "a\(1)" : "b" }
        #expect(
            try written {
                p {
                    content(true); content(false)
                }
            } == "<p>a1b</p>"
        )
    }

    @Test func `A text outside of a rendering is empty`() {
        let text: Html<Message> = "a\(1)"
        #expect(text.fragment.owner == 0)
    }
}

extension String.StringInterpolation {
    mutating func appendInterpolation(_ value: Int, padded width: Int) {
        appendLiteral(String(repeating: "0", count: max(0, width - "\(value)".count)) + "\(value)")
    }
}
