import Testing

@testable import ElmwoodViewTree

/// Html values: built, stored and placed independently.
@Suite struct HtmlValueTests {
    private func rendering(@HtmlBuilder<Message> _ view: () throws -> Html<Message>) throws -> Rendering {
        try Rendering.render(view)
    }

    @Test func `A part that is built early appears where it is placed`() throws {
        let text = try written {
            let early: Html<Message> = p(.id("early")) { "early" }
            div {
                span { "first" }; early
            }
            early
        }
        #expect(text == "<div><span>first</span><p id=\"early\">early</p></div><p id=\"early\">early</p>")
    }

    @Test func `A part that is placed twice appears twice, with its messages and handlers`() throws {
        let result = try rendering {
            let row: Html<Message> = li {
                button("x", .remove(id: 1)); input(.name("n"), .onChange(Message.set))
            }
            ul {
                row; row
            }
        }
        let controls = result.records.flatMap(\.children).flatMap(\.children)
        #expect(controls.map(\.tag) == ["button", "input", "button", "input"])
        #expect(controls.compactMap { $0.attribute(.onClick)?.text } == ["remove(id:1)", "remove(id:1)"])
        #expect(controls.compactMap { $0.attribute(.onChange)?.handler }.count == 2)
    }

    @Test func `A part that is not placed does not appear`() throws {
        let text = try written {
            div {
                let _: Html<Message> = p { "lost" }
                "kept"
            }
        }
        #expect(text == "<div>kept</div>")
    }

    @Test func `Rows built in one order can be placed in another`() throws {
        let text = try written {
            let rows: [Html<Message>] = (0..<4).map { number in li { "\(number)" } }
            ul { for row in rows.reversed() { row } }
            ul { for row in rows { row } }
        }
        #expect(
            text
                == "<ul><li>3</li><li>2</li><li>1</li><li>0</li></ul><ul><li>0</li><li>1</li><li>2</li><li>3</li></ul>"
        )
    }

    @Test func `A part of another rendering is left out, with a diagnostic`() throws {
        var kept: Html<Message>?
        _ = try rendering {
            let part: Html<Message> = p { "old" }
            let _: Void = kept = part
            part
        }
        let result = try rendering {
            div {
                "a"; if let kept { kept }; "b"
            }
        }
        #expect(result.htmlText == "<div>ab</div>")
        #expect(result.diagnostics.count == 1)
        #expect(result.diagnostics.first?.contains("another render") == true)
        #expect(try rendering { if let kept { kept } }.diagnostics.count == 1)
        #expect(try rendering { if let kept { div { kept } } }.htmlText == "<div></div>")
        #expect(try rendering { if let kept { p { "x" }; kept } }.htmlText == "<p>x</p>")
    }

    static let stored: Html<Message> = p { "static" }

    @Test func `A part that was built outside of a rendering is left out, with a diagnostic`() throws {
        let outside: Html<Message> = div { p { "never run" } }
        let stored = Self.stored
        let result = try rendering {
            outside; stored; Self.stored; "here"
        }
        #expect(result.htmlText == "here")
        #expect(result.diagnostics.count == 1)
        let both: Html<Message> = HtmlBuilder.buildPartialBlock(accumulated: outside, next: stored)
        #expect(try rendering { both }.htmlText == "")
    }

    @Test func `A closure that runs after its rendering builds nothing, and does not trap`() throws {
        var later: (() -> Html<Message>)?
        _ = try rendering {
            let _: Void = later = { div { span { "late" } } }
            "now"
        }
        let html = later?()
        #expect(try rendering { if let html { html } else { "none" } }.htmlText == "")
    }

    @Test func `A rendering within a rendering is independent, and the outer one continues`() throws {
        let text = try written {
            try div {
                p { "before" }
                let inner = try Rendering.render { () -> Html<Message> in span { "inner" } }.htmlText
                p { inner }
            }
        }
        #expect(text == "<div><p>before</p><p>&lt;span&gt;inner&lt;/span&gt;</p></div>")
    }

    @Test func `A part of the outer rendering that is placed in an inner one is left out`() throws {
        _ = try rendering {
            let outer: Html<Message> = p { "outer" }
            let inner = try Rendering.render { () -> Html<Message> in div { outer } }
            let _: Void = #expect(inner.htmlText == "<div></div>" && inner.diagnostics.count == 1)
            outer
        }
    }

    struct Failure: Error {}

    @Test func `An error in a part reaches the caller, who may catch it and continue`() throws {
        #expect(throws: Failure.self) { try written { try div { try fail() } } }
        let text = try written {
            div {
                p { "a" }
                let part: Html<Message>? = try? div {
                    span { "lost" }; try fail()
                }
                part ?? p { "instead" }
            }
        }
        #expect(text == "<div><p>a</p><p>instead</p></div>")
    }

    private func fail() throws -> Html<Message> { throw Failure() }

    @Test func `Elements may be nested 512 levels deep, and 513 are an error, however they are built`() throws {
        func nested(_ depth: Int) -> Html<Message> { depth == 0 ? .empty : div { nested(depth - 1) } }
        func wrapped(_ depth: Int) -> Html<Message> { (0..<depth).reduce(.empty) { inner, _ in div { inner } } }
        #expect(try written { nested(512) }.count == 512 * 11)
        #expect(try written { wrapped(512) }.count == 512 * 11)
        #expect(throws: RenderingError.tooDeep) { try written { nested(513) } }
        #expect(throws: RenderingError.tooDeep) { try written { nested(100_000) } }
        #expect(throws: RenderingError.tooDeep) { try written { wrapped(513) } }
    }

    @Test func `A view that doubles itself is an error, and does not exhaust the memory`() {
        #expect(throws: RenderingError.tooLarge) {
            try written {
                (0..<60).reduce(text("x") as Html<Message>) { inner, _ in
                    let pair: Html<Message> = HtmlBuilder.buildPartialBlock(accumulated: inner, next: inner)
                    return div { pair }
                }
            }
        }
    }
}
