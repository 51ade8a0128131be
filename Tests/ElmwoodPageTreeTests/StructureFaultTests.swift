import ElmwoodPageTree
import ElmwoodViewTree
import Testing

@Suite struct StructureFaultTests {
    // MARK: References

    @Test func `A label for nothing, or for what is no control, is a fault`() throws {
        try expect([
            ("<label.a>", "The label is for “gone”, and nothing has that id.", .labels),
            ("<label.b>", "The label is for <div#box>, which is no control.", .labels),
            ("<label.c>", "The label is for no control.", .labels),
        ]) {
            label(.class("a"), .for("gone")) { "A" }
            label(.class("b"), .for("box")) { "B" }
            div(.id("box"))
            label(.class("c")) { "C" }
            label(.for("size")) { "Size" }
            output(.id("size")) { "3" }
            label {
                "Color"
                element("color-picker", .id("color"))
            }
            label(.for("color")) { "Color" }
            // It names the box and does not press it.
            label(.id("milk")) { "Milk" }
            input(.type(.checkbox), .ariaLabelledby("milk"))
        }
    }

    @Test(arguments: ["aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details"])
    func `An attribute that refers to no id is a fault`(_ name: String) throws {
        try expect([("<p#text>", "“\(name)” refers to “gone”, and nothing has that id.", .relationships)]) {
            p(.id("text"), .attribute(name, "text gone")) { "A" }
        }
    }

    @Test func `A list of proposals, a popover, and the fields of an output are referred to as well`() throws {
        try expect([
            ("<input#a>", "“list” refers to “cities”, and nothing has that id.", .relationships),
            ("<button.b>", "“popovertarget” refers to “menu”, and nothing has that id.", .relationships),
            ("<output.c>", "“for” refers to “x”, and nothing has that id.", .relationships),
        ]) {
            input(.id("a"), .ariaLabel("City"), .list("cities"))
            button(.class("b"), .type(.button), .attribute("popovertarget", "menu")) { "Menu" }
            output(.class("c"), .attribute("for", "a x"))
        }
    }

    @Test func `What a closed part controls may be missing`() throws {
        try expect([]) {
            button(.onClick(Press.press), .ariaExpanded(false), .attribute("aria-controls", "menu")) { "Menu" }
        }
    }

    @Test func `Two elements with one id are a fault, even if they are hidden`() throws {
        try expect([("<span#a>", "Another element has the id “a” too.", .ids)]) {
            p(.id("a"))
            span(.id("a"), .hidden)
            template { span(.id("a")) }
        }
    }

    @Test func `A role and an attribute that do not exist are faults`() throws {
        try expect([
            ("<div.a>", "There is no role “buton”.", .ariaRole),
            ("<div.b>", "There is no attribute “aria-labeled”.", .ariaAttribute),
        ]) {
            div(.class("a"), .role("status buton"))
            div(.class("b"), .attribute("aria-labeled", "B"))
            div(.role("doc-chapter"))
            div(.role("STATUS"), .ariaLive(.polite), .ariaBusy(false))
        }
    }

    @Test(arguments: HtmlValue.Role.allCases)
    func `Every role of the standard exists`(_ role: HtmlValue.Role) throws {
        let found = try faults(in: { div(.role(role), .ariaLabel("A"), .ariaLevel(1)) })
        #expect(!found.contains { $0.contains("There is no role") })
    }

    // MARK: Focus

    @Test func `A tabindex above 0 is a fault`() throws {
        try expect([
            ("<p.a>", "“tabindex” is 3, which changes the order of the whole page. Let it be 0.", .focusOrder)
        ]) {
            p(.class("a"), .tabindex(3)) { "A" }
            p(.tabindex(0)) { "B" }
            p(.tabindex(-1)) { "C" }
        }
    }

    @Test func `Two elements with autofocus are a fault, and a dialog has its own`() throws {
        try expect([("<input#b>", "Another element has “autofocus” before it.", .autofocus)]) {
            input(.id("a"), .ariaLabel("A"), .autofocus)
            dialog { input(.ariaLabel("D"), .autofocus) }
            input(.id("b"), .ariaLabel("B"), .autofocus)
        }
    }

    @Test func `The focus goes nowhere that is not read`() throws {
        try expect([("<a.x>", "The focus goes to it, although it is within “aria-hidden”.", .name)]) {
            div(.ariaHidden(true)) {
                a(.class("x"), .href("/")) { "Home" }
                a(.href("/"), .tabindex(-1)) { "Home" }
                button(.disabled) { "Add" }
            }
        }
    }

    // MARK: Content

    @Test func `A control within a control is a fault`() throws {
        func sentence(_ outer: String) -> String {
            "It is within \(outer), which may contain nothing that can be used by itself."
        }
        try expect([
            ("<button.b>", sentence("<a.a>"), .content), ("<input#d>", sentence("<button.c>"), .content),
            ("<a.f>", sentence("<div.e>"), .content), ("<label.h>", sentence("<label.g>"), .content),
        ]) {
            a(.class("a"), .href("/")) {
                "More"
                button("Add", Press.press, .class("b"))
            }
            button(.class("c"), .onClick(Press.press)) {
                "Add"
                input(.id("d"), .ariaLabel("D"))
                input(.type(.hidden), .name("x"))
            }
            div(.class("e"), .role(.button), .tabindex(0)) { a(.class("f"), .href("/")) { "Home" } }
            label(.class("g")) {
                label(.class("h")) {
                    "Name"
                    input()
                }
            }
            label {
                "Tick"
                input(.type(.checkbox))
            }
        }
    }

    @Test func `A list has only its items, and an item is in a list`() throws {
        try expect([
            ("<div.b>", "A list has only “li” as its children, and not “div”.", .relationships),
            ("<ol.c>", "A list has only “li” as its children, and no text.", .relationships),
            ("<p> in <dl.d>", "A “dl” has only “dt”, “dd” and “div”, and not “p”.", .relationships),
            ("<li.e>", "“li” is not a child of a list.", .relationships),
        ]) {
            ul(.class("a")) {
                li { "A" }
                div(.class("b")) { "B" }
            }
            ol(.class("c")) {
                "C"
                li { "D" }
            }
            dl(.class("d")) {
                div { dt { "A" } }
                dd { "B" }
                p { "C" }
            }
            div { li(.class("e")) { "E" } }
            ul(.role(.group), .ariaLabel("F")) { div { "F" } }
        }
    }

    @Test func `A table of data needs headers`() throws {
        try expect([("<table.a>", "The table has no “th”.", .relationships)]) {
            table(.class("a")) { tbody { tr { td { "1" } } } }
            table {
                tbody {
                    tr {
                        th { "A" }
                        td { "1" }
                    }
                }
            }
            table(.role(.presentation)) { tbody { tr { td { "1" } } } }
        }
    }

    @Test func `Radio buttons of one name need a name together`() throws {
        func size(_ value: String, _ id: String = "") -> Html<Press> {
            label {
                value
                input(.type(.radio), .name("size"), .value(value), .class(id))
            }
        }
        let fault = "The radio buttons have no name together. Put them into a “fieldset” with a “legend”."
        try expect([("<input.first[name=size]>", fault, .relationships)]) {
            form("order") {
                size("S", "first")
                size("M")
            }
        }
        try expect([("<input.first[name=size]>", fault, .relationships)]) {
            fieldset {
                size("S", "first")
                size("M")
            }
        }
        try expect([]) {
            fieldset {
                legend { "Size" }
                size("S")
                size("M")
            }
            form("other") {
                div(.role(.radiogroup), .ariaLabel("Size")) {
                    size("S")
                    size("M")
                }
            }
            form("single") { size("S") }
        }
    }
}
