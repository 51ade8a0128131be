import ElmwoodTestSupport
import Testing

@testable import ElmwoodViewTree

/// Random trees as HTML and as tapes.
@Suite struct RandomTreeTests {
    private static let texts = [
        "", " ", "\n", "\n\nx", "a", "<b>", "&amp;", "\"'", "é𝄞", "\r\n", "--> ]]>", "12345678", "1234567<",
        "</script>",
        "<!-- x", String(repeating: "long & ", count: 40),
    ]
    private static let names: [ElementName] = [
        .div, .p, .span, .a, .button, .ul, .li, .table, .tr, .td, .tbody, .caption, .h1, .h2, .form, .pre, .textarea,
        .script, .style, .title, .svg, .circle, .select, .option, .br, .input, .dl, .dt, .dd, .b, .em,
    ]

    private func tree(_ depth: Int, _ random: inout SeededGenerator) -> Html<Message> {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1: return text(Self.texts.randomElement(using: &random) ?? "")
        case 2: return comment(Self.texts.randomElement(using: &random) ?? "")
        default:
            guard depth > 0, let name = Self.names.randomElement(using: &random) else { return .empty }
            var attributes: [Attribute<Message>] = []
            if Bool.random(using: &random) { attributes.append(.id(Self.texts.randomElement(using: &random) ?? "")) }
            if Bool.random(using: &random) { attributes.append(.class("a")) }
            if Int.random(in: 0..<8, using: &random) == 0 { attributes.append(.attribute("data-x", "y&\"")) }
            if name.traits.contains(.void) { return element(name, attributes) }
            let early = Int.random(in: 0..<6, using: &random) == 0 ? tree(depth - 1, &random) : .empty
            return element(name, attributes) {
                var parts = (0..<Int.random(in: 0..<5, using: &random)).map { _ in tree(depth - 1, &random) }
                if Int.random(in: 0..<6, using: &random) == 0 { parts.reverse() }
                if let part = parts.first, Int.random(in: 0..<8, using: &random) == 0 { parts.append(part) }
                return HtmlBuilder.buildArray(parts + [early])
            }
        }
    }

    @Test(arguments: 0..<8)
    func `The HTML of any tree is read back as the tree of its tape`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<250 {
            let rendering = try Rendering.render { tree(6, &random) }
            let html = rendering.html()
            let read = try StrictHTMLReader.read(html)
            #expect(read == rendering.records.compactMap(Tree.init), "\(String(decoding: html, as: UTF8.self))")
            if read != rendering.records.compactMap(Tree.init) { return }
        }
    }

    @Test func `Equal views have equal bytes, at whichever place in the arena they were built`() throws {
        for seed in 0..<100 {
            var first = SeededGenerator(seed: UInt64(seed))
            var second = first
            let plain = try Rendering.render { tree(5, &first) }
            let late = try Rendering.render { () -> Html<Message> in
                let _: Html<Message> = div { "garbage" }
                return tree(5, &second)
            }
            #expect(plain.bytes == late.bytes)
        }
    }
}
