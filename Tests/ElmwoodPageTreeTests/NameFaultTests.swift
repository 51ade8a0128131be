import ElmwoodPageTree
import ElmwoodSVG
import ElmwoodViewTree
import Testing

@Suite struct NameFaultTests {
    private static let noField = "The field has no name. Give it a “label”."

    @Test func `A field without a name is a fault`() throws {
        try expect([
            ("<input[name=a]>", Self.noField, .name), ("<select#b>", Self.noField, .name),
            ("<textarea.c>", Self.noField, .name), ("<input#d>", Self.noField, .name),
        ]) {
            input(.name("a"))
            select(.id("b")) { option { "1" } }
            textarea(.class("c"))
            input(.type(.checkbox), .id("d"))
        }
    }

    @Test func `A field has a name by its label, by ARIA, by its title or by its placeholder`() throws {
        try expect([]) {
            label {
                "A"
                input(.name("a"))
            }
            label(.for("b")) { "B" }
            input(.id("b"))
            input(.ariaLabel("C"))
            span(.id("d"), .hidden) { "D" }
            input(.ariaLabelledby("d"))
            input(.title("E"))
            input(.placeholder("F"))
            input(.type(.hidden), .name("g"))
        }
    }

    @Test func `An empty label is no name`() throws {
        try expect([("<input#b>", Self.noField, .name)]) {
            label(.for("b")) { " " }
            input(.id("b"))
        }
        try expect([("<input#b>", Self.noField, .name)]) { input(.id("b"), .ariaLabel("  ")) }
    }

    @Test func `A button, a link and a summary without a name are faults`() throws {
        try expect([
            ("<button.add>", "The button has no name. Give it a text, or an “aria-label”.", .name),
            ("<input#send>", "The button has no name. Give it a text, or an “aria-label”.", .name),
            ("<a.more>", "The link has no name. Give it a text, or an “aria-label”.", .linkPurpose),
            ("<div.go>", "The button has no name. Give it a text, or an “aria-label”.", .name),
            ("<summary.s>", "The summary has no text.", .name),
        ]) {
            button("", Press.press, .class("add"))
            input(.type(.button), .id("send"))
            a(.class("more"), .href("/")) { span(.ariaHidden(true)) { "→" } }
            div(.class("go"), .role(.button), .tabindex(0))
            details { summary(.class("s")) }
        }
    }

    @Test func `A button, a link and a summary have a name by text, picture, value or ARIA`() throws {
        try expect([]) {
            button("+", Press.press)
            button(.onClick(Press.press)) { img(.src("/a.png"), .alt("Add")) }
            button(.onClick(Press.press)) { svg { SVG.title { "Add" } } }
            button(.onClick(Press.press), .ariaLabel("Add"))
            button(.onClick(Press.press), .title("Add"))
            input(.type(.button), .value("Go"))
            input(.type(.submit))
            a(.href("/")) { span { "Home" } }
            a(.id("anchor"))
            details { summary { "More" } }
        }
    }

    @Test func `A picture without alt is a fault, and an empty alt is decoration`() throws {
        let fault = "The picture has no “alt”. Describe it, or leave “alt” empty if it is decoration."
        try expect([("<img#a>", fault, .nonTextContent)]) {
            img(.id("a"), .src("/a.png"))
            img(.src("/a.png"), .alt(""))
            img(.src("/a.png"), .alt("A cat"))
            img(.src("/a.png"), .ariaLabel("A cat"))
            img(.src("/a.png"), .role(.presentation))
        }
        try expect([
            ("<svg.b>", "The picture has no name. Give it an “aria-label”, or a “title” in it.", .nonTextContent),
            ("<input[name=c]>", "The picture that is a button has no “alt”.", .nonTextContent),
            ("<area.d>", "The area of a picture has no “alt”.", .nonTextContent),
            ("<iframe.e>", "The frame has no name. Give it a “title”.", .name),
        ]) {
            svg(.class("b"), .role(.img))
            svg(.role(.img)) { SVG.title { "A cat" } }
            svg()
            input(.type(.image), .name("c"))
            input(.type(.image), .name("c"), .alt("Map"))
            map(.name("m")) { area(.class("d"), .href("/")) }
            iframe(.class("e"), .src("/"))
            iframe(.src("/"), .title("Map"))
        }
    }

    @Test func `A dialog, a heading and a widget of ARIA without a name are faults`() throws {
        try expect([
            ("<dialog#a>", "The dialog has no name. Give it an “aria-labelledby”.", .ariaName),
            ("<h2.b>", "The heading has no text.", .ariaName),
            ("<div.c>", "The “switch” has no name. Give it an “aria-label”.", .name),
            ("<div.d>", "The field has no name. Give it an “aria-label”.", .name),
            ("<progress.e>", "The “progressbar” has no name. Give it an “aria-label”.", .name),
            ("<div.f>", "The “region” has no name. Give it an “aria-label”.", .ariaName),
        ]) {
            dialog(.id("a"), .open) { "A" }
            h2(.class("b")) { svg() }
            div(.class("c"), .role(.switch), .tabindex(0))
            div(.class("d"), .role(.slider), .tabindex(0))
            progress(.class("e"))
            div(.class("f"), .role(.region))
        }
        try expect([]) {
            dialog(.open, .ariaLabelledby("title")) { h2(.id("title")) { "A" } }
            div(.role(.switch), .tabindex(0)) { "On" }
            div(.role(.slider), .tabindex(0), .ariaLabel("Size"))
            label {
                "Copied"
                progress()
            }
        }
    }

    @Test func `What is not shown, or not read, needs no name yet`() throws {
        try expect([]) {
            div(.hidden) { input() }
            details {
                summary { "More" }
                input()
            }
            dialog { input() }
            div(.ariaHidden(true)) { img(.src("/a.png")) }
            template { input() }
        }
        try expect([("<input> in <details.d>", Self.noField, .name)]) {
            details(.class("d"), .open) {
                summary { "More" }
                input()
            }
        }
    }

    @Test func `What contains markup may have a name in it`() throws {
        try expect([]) { button(.onClick(Press.press)) { raw("<img src='a.png' alt='Add'>") } }
    }

    @Test func `A name by ids has the parts in their order, and an element that refers to itself ends`() throws {
        let rendering = try Rendering.render {
            div {
                span(.id("a")) { "One" }
                span(.id("b"), .ariaLabelledby("b")) { "two" }
                button(.id("c"), .onClick(Press.press), .ariaLabel("three"), .ariaLabelledby("a b missing c"))
            } as Html<Press>
        }
        let page = PageTree(rendering, isScripted: true)
        #expect(page.element(id: "c")?.accessibleName == "One two three")
        #expect(page.element(id: "b")?.accessibleName == "two")
    }
}
