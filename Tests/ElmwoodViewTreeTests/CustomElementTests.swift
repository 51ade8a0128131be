import ElmwoodTestSupport
import Testing

@testable import ElmwoodViewTree

/// Elements whose children, values and scripts are not the view's own.
@Suite struct CustomElementTests {
    /// The addresses of a site with one file.
    private final class OneFile: AssetAddresses {
        func address(of path: String) -> String {
            path == "/elements/x-map.js" ? "/elements/x-map.0123456789abcdef.js" : path
        }
        func hasFile(at path: String) -> Bool { address(of: path) != path }
    }

    private func written(@HtmlBuilder<Message> _ view: () throws -> Html<Message>) throws -> String {
        try Rendering.render(assets: OneFile(), view).htmlText
    }

    @Test func `The children of an opaque element are written once, and a patch changes its attributes only`() throws {
        func view(_ text: String, _ center: String, isOpaque: Bool = true, key: Int = 1) throws -> Rendering {
            try rendering {
                element("x-map", .key(key), .id(center), isOpaque ? .opaque : .none) { p { text } }
                p { text }
            }
        }
        let old = try view("a", "c")
        #expect(old.htmlText.hasPrefix(#"<x-map data-key="1" id="c" data-opaque><p>a</p></x-map>"#))
        func operations(_ new: Rendering) -> String { String(decoding: new.patch(from: old), as: UTF8.self) }
        #expect(try operations(view("b", "c")) == #"[1,0,"b"]"#)
        #expect(try operations(view("b", "d")) == #"[0,["id","d"],1,0,"b"]"#)
        // Another key is another element.
        #expect(try operations(view("b", "c", key: 2)).contains(#"["x-map",{"data-key":"2","#))
        // What its script has made of the children is unknown when they become the view's.
        let freed = try view("b", "c", isOpaque: false)
        #expect(operations(freed) == #"[0,["data-opaque",0,{"h":"<p>b</p>"}],1,0,"b"]"#)
        #expect(
            String(decoding: try view("b", "c").patch(from: freed), as: UTF8.self) == #"[0,["data-opaque",1]]"#
        )
    }

    @Test func `What is around an opaque element, and in its lazy part, is patched as ever`() throws {
        func view(_ text: String) throws -> Rendering {
            try rendering {
                div {
                    lazy(text) {
                        section(.class(text)) {
                            div(.opaque) { p(.class(String(repeating: "long ", count: 30))) { text } }
                            p { text }
                        }
                    }
                }
            }
        }
        let operations = try view("b").patch(from: view("a"))
        #expect(String(decoding: operations, as: UTF8.self) == #"[0,0,["class","b",1,0,"b"]]"#)
    }

    @Test func `A custom element has the address of its script, which the page loads once`() throws {
        let html = try written {
            pageElement(title: "T", language: "en", htmlAttributes: [], bodyAttributes: [], head: { .empty }) {
                div {
                    element("x-map") { "a" }
                    element("x-map", .id("b"))
                    element("x-other")
                }
            }
        }
        #expect(html.contains(#"<x-map data-module="/elements/x-map.0123456789abcdef.js">a</x-map>"#))
        #expect(html.contains("<x-other></x-other>"))
        let script = #"<script data-elmwood type="module" src="/elements/x-map.0123456789abcdef.js"></script>"#
        #expect(html.hasSuffix("<x-other></x-other></div>\(script)</body></html>"))
    }

    @Test func `A custom element with a field is a control, which belongs to the page's form outside of any other`()
        throws
    {
        let lone = try rendering {
            element("x-field", .id("n"), .field(.number), .value("3"), .onChange(Message.set))
            form("f", .onSubmit(Message.add)) { element("x-field", .name("m"), .field(.text, maxlength: 4)) }
        }
        #expect(
            lone.htmlText.hasPrefix(
                #"<x-field form="elmwood" name="n" id="n" data-field="number" value="3" data-on-change=""></x-field>"#
            )
        )
        #expect(lone.htmlText.contains(#"<x-field name="m" data-field="text 4"></x-field>"#))
        let operations = try patch(from: rendering { p {} }, to: lone)
        #expect(operations.contains(#"["x-field",{"form":"elmwood","name":"n","id":"n","#))
    }

    @Test func `A control of a custom element shows what was posted`() throws {
        let view = try rendering {
            form("f", .onSubmit(Message.add)) {
                element("x-field", .name("m"), .field(.text), .value("old"))
                element("x-field", .name("n"), .field(.file))
            }
        }
        let fields = ["m", "n"].map { FormOverlay.Field(form: "f", name: $0, value: "<new>") }
        let problems = [Problem(form: "f", field: "m", sentence: "No.")]
        let html = String(decoding: view.html(overlay: FormOverlay(fields: fields, problems: problems)), as: UTF8.self)
        #expect(
            html.contains(#"<x-field aria-invalid="true" value="&lt;new&gt;" name="m" data-field="text"></x-field>"#)
        )
        #expect(html.contains(#"<x-field name="n" data-field="file"></x-field>"#))
        #expect(html.contains(#"enctype="multipart/form-data""#))
    }

    @Test func `The fields that a form accepts are one list, of names without spaces`() throws {
        let view = try rendering {
            form("f", .onSubmit(Message.add), .acceptsField("a", maxlength: 9), .acceptsField("b", maxlength: -1)) {}
            form("g", .onSubmit(Message.add), .acceptsField("a b", maxlength: 9)) {}
            p(.acceptsField("a", maxlength: 1), .field(.text)) {}
        }
        #expect(view.htmlText.contains(#"data-accepts="9:a 0:b""#))
        #expect(view.diagnostics.count == 3)
    }

    @Test func `The author is told of a field that a form accepts and has as a control`() throws {
        let view = try rendering {
            form("f", .onSubmit(Message.add), .acceptsField("m", maxlength: 9), .acceptsField("o", maxlength: 9)) {
                div { element("x-field", .name("m"), .field(.text)) }
                input(.name("n"))
            }
            form("g", .onSubmit(Message.add), .acceptsField("n", maxlength: 9)) { p {} }
        }
        #expect(view.diagnostics.count == 1)
        #expect(view.diagnostics.first?.contains("accepts the field “m” from a script and has a control") == true)
    }

    @Test func `What the library itself writes for scripts cannot be written by its name`() throws {
        for name in ["data-opaque", "data-field", "data-accepts", "data-module"] {
            #expect(try rendering { p(.attribute(name, "x")) {} }.htmlText == "<p></p>")
        }
    }
}
