import Testing

@testable import ElmwoodViewTree

/// Pages that work without script.
@Suite struct PageTests {
    private func page(
        overlay: FormOverlay? = nil,
        @HtmlBuilder<Message> _ body: () throws -> Html<Message>
    ) throws -> String {
        let rendering = try Rendering.render {
            try pageElement(
                title: "T & U",
                language: "de",
                htmlAttributes: [],
                bodyAttributes: [.class("b")],
                head: { .empty },
                body: body
            )
        }
        return String(decoding: rendering.html(overlay: overlay), as: UTF8.self)
    }

    private let head =
        "<!DOCTYPE html><html lang=\"de\"><head><meta charset=\"utf-8\"><title>T &amp; U</title>"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"></head><body class=\"b\">"
    private let pageForm =
        "<form id=\"elmwood\" method=\"post\" novalidate hidden data-elmwood><button hidden></button></form>"

    private func rendered(_ fields: [(String, String)]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let value = fields.map { name, value in
            let hash = UInt64(fieldHash(name: name.utf8, value: value.utf8)) << 4
            return String([30, 24, 18, 12, 6, 0].map { digits[Int(hash >> UInt64($0) & 63)] })
        }
        return "<input data-elmwood type=\"hidden\" form=\"elmwood\" name=\"rendered\" value=\"\(value.joined())\">"
    }

    @Test func `A page without controls has no form`() throws {
        #expect(try page { p { "x" } } == head + "<p>x</p></body></html>")
    }

    @Test func `Buttons outside of forms belong to one form of the page, and disabled ones stay disabled`() throws {
        #expect(
            try page {
                button("+", .increment); button(.onClick(.increment), .type(.button), .disabled) { "-" }
            }
                == head + pageForm + "<button form=\"elmwood\" name=\"message\" value=\"increment\">+</button>"
                + "<button form=\"elmwood\" name=\"message\" value=\"increment\" disabled>-</button></body></html>"
        )
    }

    @Test func `The page contains how its fields outside of forms were rendered`() throws {
        let html = try page {
            input(.id("a"), .value("1"), .onChange(Message.set))
            input(.name("b"), .type(.checkbox), .checked, .onChange(Message.set))
            input(.name("c"), .type(.checkbox), .onChange(Message.set))
            input(.name("d"), .type(.checkbox), .value("v"), .checked, .disabled, .onChange(Message.set))
            textarea(.name("e"), .onChange(Message.rename)) { "x\r\ny" }
            select(.name("f"), .onChange(Message.rename)) {
                option { " first  one " }; option(.value("2")) { "x" }
            }
            select(.name("g"), .onChange(Message.rename)) {
                option { "1" }; option(.value("2"), .selected) { "x" }
            }
            form("typed", .onSubmit(Message.add)) { input(.name("h"), .value("no")) }
        }
        #expect(
            html.hasSuffix(
                rendered([("a", "1"), ("b", "on"), ("e", "x\ny"), ("f", "first one"), ("g", "2")]) + "</body></html>"
            )
        )
        #expect(html.contains("<input form=\"elmwood\" name=\"a\" id=\"a\" value=\"1\" data-on-change=\"\">"))
    }

    @Test func `A typed form contains its name, and a message button in it belongs to the page's form`() throws {
        #expect(
            try page {
                form("new", .onSubmit(Message.add), .class("f")) {
                    input(.name("title"), .onChange(Message.rename))
                    button("x", .increment)
                }
            } == head + pageForm
                + "<form method=\"post\" data-form=\"new\" class=\"f\">"
                + "<input data-elmwood type=\"hidden\" name=\"form\" value=\"new\">"
                + "<input name=\"title\" data-on-change=\"\">"
                + "<button form=\"elmwood\" name=\"message\" value=\"increment\">x</button></form></body></html>"
        )
    }

    @Test func `A plain form is not changed`() throws {
        #expect(
            try page { form(.action("/s"), .method(.get)) { input(.name("q")) } }
                == head + "<form action=\"/s\" method=\"get\"><input name=\"q\"></form></body></html>"
        )
    }

    @Test(arguments: HtmlValue.InputType.allCases, [false, true])
    func `A posted text is shown again by an input that takes a text, in whichever case its type is written`(
        type: HtmlValue.InputType,
        isUpperCase: Bool
    ) throws {
        let overlay = FormOverlay(fields: [.init(form: "f", name: "t", value: "typed")], problems: [])
        let html = try page(overlay: overlay) {
            form("f", .onSubmit(Message.add)) {
                input(.name("t"), .type(isUpperCase ? type.rawValue.uppercased() : type.rawValue))
            }
        }
        let others: Set<HtmlValue.InputType> = [
            .checkbox, .radio, .file, .hidden, .password, .submit, .button, .reset, .image,
        ]
        #expect(html.contains("typed") != others.contains(type))
    }

    @Test func `The page of a refused post shows the input, marks the problems, and shows each problem once`() throws {
        let overlay = FormOverlay(
            fields: [
                .init(form: "f", name: "t", value: "<typed>"), .init(form: "f", name: "t", value: "second"),
                .init(form: "f", name: "s", value: "2"), .init(form: "f", name: "p", value: "secret"),
                .init(form: "f", name: "m", value: "\nlines"), .init(name: "lone", value: "9"),
            ],
            problems: [
                .init(form: "f", field: "t", sentence: "Too short."),
                .init(form: "f", field: "s", sentence: "Shown & known."),
            ]
        )
        let html = try page(overlay: overlay) {
            p { "Shown & known." }
            form("f", .onSubmit(Message.add)) {
                input(.name("t"), .value("model"))
                input(.name("t"))
                input(.name("t"), .value("third"))
                input(.name("c"), .type(.checkbox), .checked)
                input(.name("p"), .type(.password))
                select(.name("s")) {
                    option(.value("1"), .selected) { "a" }; option(.value("2")) { "b" }
                }
                textarea(.name("m")) { "old" }
            }
            input(.name("lone"), .value(1), .onChange(Message.set))
            form("other", .onSubmit(Message.add)) { input(.name("t"), .value("untouched")) }
        }
        #expect(
            html.contains("<div data-elmwood role=\"alert\" class=\"problems\"><ul><li>Too short.</li></ul></div><p>")
        )
        #expect(html.contains("<input aria-invalid=\"true\" value=\"&lt;typed&gt;\" name=\"t\">"))
        #expect(html.contains("value=\"second\" name=\"t\">"))
        #expect(html.contains("name=\"t\" value=\"third\">"))
        #expect(html.contains("<input name=\"c\" type=\"checkbox\">"))
        #expect(!html.contains("secret"))
        #expect(html.contains("<option value=\"1\">a</option><option selected value=\"2\">b</option>"))
        #expect(html.contains("<textarea name=\"m\">\n\nlines</textarea>"))
        #expect(html.contains("<input form=\"elmwood\" value=\"9\" name=\"lone\" data-on-change=\"\">"))
        #expect(html.contains("<input name=\"t\" value=\"untouched\">"))
        #expect(html.hasSuffix(rendered([("lone", "1")]) + "</body></html>"), "The marks are the model's values.")
    }

    @Test func `Typed text of any size is escaped`() throws {
        let text = "é<b>&\"quoted\"</b>\u{0}, and more of it: <i>𝄞</i>"
        for size in 0...text.unicodeScalars.count {
            var value = ""
            value.unicodeScalars.append(contentsOf: text.unicodeScalars.prefix(size))
            let overlay = FormOverlay(fields: [.init(form: "f", name: "t", value: value)], problems: [])
            let typed = try page(overlay: overlay) { form("f", .onSubmit(Message.add)) { input(.name("t")) } }
            let rendered = try page { form("f", .onSubmit(Message.add)) { input(.value(value), .name("t")) } }
            #expect(typed == rendered)
        }
    }

    @Test func `Every name fits into its slot, at the index of its number in the table`() {
        for (index, entry) in ElementName.definitions.enumerated() {
            #expect(Int(entry.element.id) == index)
            #expect(entry.text.utf8CodeUnitCount + 3 <= HTMLNames.slotSize)
        }
        for (index, entry) in AttributeName.definitions.enumerated() {
            #expect(Int(entry.attribute.id) == index)
            #expect(
                entry.text.utf8CodeUnitCount + (entry.attribute.traits.contains(.event) ? 11 : 3) <= HTMLNames.slotSize
            )
        }
    }

    @Test func `A modal dialog is open in HTML and in patches, and shows the problems`() throws {
        func view(_ isOpen: Bool) -> Html<Message> {
            div {
                dialog(.id("a"), .modal(isOpen), .open(isOpen), .onClose(.increment)) { "A" }
                dialog(.id("b"), .modal(isOpen), .onClose(.increment)) { "B" }
            }
        }
        let open = try Rendering.render { view(true) }
        let dialogs =
            "<dialog open id=\"a\" data-modal data-on-close=\"increment\">A</dialog>"
            + "<dialog open id=\"b\" data-modal data-on-close=\"increment\">"
        #expect(open.htmlText == "<div>\(dialogs)B</dialog></div>" && open.diagnostics.isEmpty)
        let closed = try Rendering.render { view(false) }
        #expect(try patch(from: closed, to: open).contains(#""open",1,"data-modal",1"#))
        let overlay = FormOverlay(fields: [], problems: [Problem(form: nil, field: "x", sentence: "Why?")])
        let html = try page(overlay: overlay) { view(true) }
        #expect(
            html.contains(dialogs + "<div data-elmwood role=\"alert\" class=\"problems\"><ul><li>Why?</li></ul></div>B")
        )
        #expect(
            try page(overlay: overlay) { view(false) }.contains("<body class=\"b\"><div data-elmwood role=\"alert\"")
        )
        let style = String(decoding: open.html(modalStyle: "/m.css"), as: UTF8.self)
        #expect(style.contains("<noscript data-elmwood><link rel=\"stylesheet\" href=\"/m.css\"></noscript>A"))
        let untold = try Rendering.render { dialog(.modal(true)) { "A" } as Html<Message> }
        #expect(untold.diagnostics == ["<dialog> with .modal needs .onClose, since the visitor can close it."])
    }
}
