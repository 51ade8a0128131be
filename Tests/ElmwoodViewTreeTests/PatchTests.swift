import ElmwoodSVG
import ElmwoodTestSupport
import Testing

@testable import ElmwoodViewTree

/// Renders a view, for a patch from or to it.
func rendering(@HtmlBuilder<Message> _ view: () throws -> Html<Message>) throws -> Rendering {
    try Rendering.render(view)
}

/// Returns the operations from one view to another. Checks that applying them to the HTML of the first gives the tree of the
/// second's HTML.
func patch(
    from old: Rendering,
    to new: Rendering,
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> String {
    let operations = new.patch(from: old)
    let tree = try PatchedTree(html: old.html())
    try tree.apply(operations)
    #expect(tree.description == (try PatchedTree(html: new.html())).description, sourceLocation: sourceLocation)
    return String(decoding: operations, as: UTF8.self)
}

/// Patches from one view to another.
@Suite struct PatchTests {
    @Test(arguments: 0..<8)
    func `A patch leads from any page to the next, is empty if nothing changed, and is hardly larger than the page`(
        _ seed: UInt64
    ) throws {
        var pages = RandomPages(seed: seed)
        var tree = PatchedTree(.element(""))
        for round in 0..<fuzzRounds(100) {
            let pair = try pages.next()
            if pair.isNewPage { tree = try PatchedTree(html: pair.oldHTML) }
            let operations = pair.operations
            let before = tree.description
            do { try tree.apply(operations) } catch {
                Issue.record("\(error) in round \(round): \(String(decoding: operations, as: UTF8.self)) on \(before)")
                return
            }
            let html = pair.newHTML
            let wanted = try PatchedTree(html: html).description
            if tree.description != wanted {
                Issue.record(
                    """
                    round \(round): \(String(decoding: operations, as: UTF8.self))
                    on     \(before)
                    gives  \(tree.description)
                    wanted \(wanted)
                    """
                )
                return
            }
            #expect(operations.count <= html.count * 5 / 4)
            #expect(pair.new.patch(from: pair.new) == Array("[]".utf8))
        }
    }

    @Test func `A value follows its bounds, in new elements and in changed ones`() throws {
        func field(_ value: String, max: Double) throws -> Rendering {
            try rendering { p { input(.value(value), .type(.range), .max(max)) } as Html<Message> }
        }
        let new = try field("150", max: 200)
        #expect(try patch(from: rendering { p {} }, to: new).contains(##""max":"200","value":"150""##))
        #expect(try patch(from: field("50", max: 100), to: new).contains(##""max","200","value","150""##))
    }

    @Test func `A patch contains only the change, with the shortest path`() throws {
        func view(_ count: Int) throws -> Rendering {
            try rendering {
                html {
                    head { title { "Counter" } }
                    body {
                        h1 { "Counter" }
                        main {
                            button("−", .increment)
                            output { "\(count)" }
                            button("+", .increment)
                        }
                    }
                }
            }
        }
        #expect(try patch(from: view(4), to: view(5)) == #"[1,1,1,0,"5"]"#)
        #expect(try patch(from: view(4), to: view(4)) == "[]")
    }

    @Test func `The title, the language, the head and the attributes of html and body can be patched`() throws {
        func page(_ title: String, _ language: String, _ classes: [String]) throws -> Rendering {
            try rendering {
                pageElement(
                    title: title,
                    language: language,
                    htmlAttributes: classes.map { .class($0) },
                    bodyAttributes: classes.map { .class($0) },
                    head: { link(.rel("stylesheet"), .href("/\(title).css")) },
                    body: { p { "x" } }
                )
            }
        }
        #expect(
            try patch(from: page("a", "en", ["x"]), to: page("b", "de", []))
                == #"["lang","de","class",0,0,[1,0,"b",2,["href","/b.css"]],1,["class",0]]"#
        )
    }

    @Test func `Adjacent texts are one text, however they were built`() throws {
        let apart = try rendering {
            p {
                "a"; "b"; ""
            }
        }
        let whole = try rendering { p { "ab" } }
        #expect(try patch(from: apart, to: whole) == "[]")
        #expect(
            try patch(
                from: whole,
                to: rendering {
                    p {
                        "a"; "c"
                    }
                }
            ) == #"[0,0,"ac"]"#
        )
        #expect(
            try patch(
                from: whole,
                to: rendering {
                    p {
                        "a"; br(); "b"
                    }
                }
            ) == #"[0,[[0,1,["br"],"b"],0,"a"]]"#
        )
    }

    @Test func `Any text can be written as JSON`() throws {
        let texts =
            (0..<0x30).map { "x\(Unicode.Scalar(UInt8($0)))y" } + ["\u{7f}", "\u{2028}\u{2029}", "é𝄞👍🏽", "\u{FFFF}"]
        for text in texts + texts.map({ String(repeating: $0, count: 700) }) {
            for (old, new) in [
                (try rendering { p { "" } }, try rendering { p { text } }),
                (try rendering { p { "a" } }, try rendering { p { text } }),
                (try rendering { p() }, try rendering { p(.title(text)) }),
                (try rendering { p() }, try rendering { p(.title(text)) { b(.id(text)) { text } } }),
                (try rendering { textarea() }, try rendering { textarea { text } }),
                (
                    try rendering { div { b(.key("1")) } },
                    try rendering {
                        div {
                            b(.key(text)); i { text }
                        }
                    }
                ),
            ] { _ = try patch(from: old, to: new) }
        }
    }

    @Test func `A changed tag, or a changed type or name of an input, replaces the element`() throws {
        #expect(try patch(from: rendering { p { "a" } }, to: rendering { h1 { "a" } }) == #"[[["h1","a"]]]"#)
        let box = try rendering { input(.type(.checkbox), .name("a")) }
        #expect(
            try patch(from: box, to: rendering { input(.type(.radio), .name("a")) })
                == #"[[["input",{"type":"radio","name":"a"}]]]"#
        )
        #expect(
            try patch(from: box, to: rendering { input(.type(.checkbox), .name("b")) })
                == #"[[["input",{"type":"checkbox","name":"b"}]]]"#
        )
        #expect(
            try patch(from: box, to: rendering { input(.type(.checkbox), .name("a"), .checked) })
                == #"[0,["checked",1]]"#
        )
        let item = try rendering { element("x-a") { "1" } }
        #expect(try patch(from: item, to: rendering { element("x-b") { "1" } }) == #"[[["x-b","1"]]]"#)
    }

    @Test func `Boolean attributes are set and removed, and false is a value if HTML defines it`() throws {
        let off = try rendering { input(.name("a"), .ariaHidden(true), .draggable(true)) }
        let on = try rendering { input(.name("a"), .disabled, .required, .ariaHidden(false), .draggable(false)) }
        #expect(
            try patch(from: off, to: on)
                == #"[0,["disabled",1,"required",1,"aria-hidden","false","draggable","false"]]"#
        )
        #expect(
            try patch(from: on, to: off) == #"[0,["aria-hidden","true","draggable","true","disabled",0,"required",0]]"#
        )
        // In the DOM an attribute without a value is one with an empty value, and a patch writes one or the other.
        let flag = try rendering { div(.hidden) }
        #expect(try patch(from: flag, to: rendering { div(.hidden(.untilFound)) }) == #"[0,["hidden","until-found"]]"#)
        #expect(
            try patch(from: rendering { div(.attribute("data-A", "1")) }, to: rendering { div() })
                == #"[0,["data-a",0]]"#
        )
    }

    @Test func `SVG retains the case of its names`() throws {
        let old = try rendering { div() }
        let new = try rendering {
            div {
                svg(.viewBox("0 0 1 1")) {
                    linearGradient(.id("g"))
                    foreignObject { p { "x" } }
                }
                math { mi { "x" } }
            }
        }
        #expect(
            try patch(from: old, to: new)
                == #"[0,[[["svg",{"viewBox":"0 0 1 1"},["linearGradient",{"id":"g"}],"#
                + #"["foreignObject",["p","x"]]],["math",["mi","x"]]]]]"#
        )
    }

    @Test func `Content with raw markup is replaced as HTML, and only if it differs`() throws {
        func view(_ markup: String, _ text: String) throws -> Rendering {
            try rendering {
                div {
                    section {
                        raw(markup); button("x", .increment)
                    }; p { text }
                }
            }
        }
        #expect(try patch(from: view("<b>1</b>", "a"), to: view("<b>1</b>", "b")) == #"[0,1,0,"b"]"#)
        #expect(
            try patch(from: view("<b>1</b>", "a"), to: view("<b>2</b>", "a"))
                == #"[0,0,[{"h":"<b>2</b><button form=\"elmwood\" name=\"message\" value=\"increment\">x</button>"}]]"#
        )
        #expect(
            try patch(from: rendering { div { b { "1" } } }, to: rendering { div { raw("2") } }) == #"[0,[{"h":"2"}]]"#
        )
        #expect(
            try patch(from: rendering { div { raw("2") } }, to: rendering { div { b { "1" } } })
                == #"[0,[{"h":"<b>1</b>"}]]"#
        )
        #expect(
            try patch(from: rendering { div() }, to: rendering { div { p { raw("2") } } })
                == #"[0,[[["p",{},{"h":"2"}]]]]"#
        )
        // A control in a form belongs to that form.
        let old = try rendering { form { p { raw("1") } } }
        let new = try rendering {
            form {
                p {
                    raw("1"); input(.name("a"), .onChange(Message.set))
                }
            }
        }
        #expect(try patch(from: old, to: new) == #"[0,0,[{"h":"1<input name=\"a\" data-on-change=\"\">"}]]"#)
    }

    @Test func `The content of noscript is not patched`() throws {
        let old = try rendering { noscript { p { "a" } } }
        #expect(try patch(from: old, to: rendering { noscript { p { "b" } } }) == "[]")
        #expect(try patch(from: old, to: rendering { noscript(.id("x")) { p { "b" } } }) == #"[0,["id","x"]]"#)
        #expect(try patch(from: old, to: rendering { div { noscript { p { "b" } } } }) == #"[[["div",["noscript"]]]]"#)
    }

    @Test func `The text of script, style and textarea is one text`() throws {
        let old = try rendering {
            style {
                "a{}"; "b{}"
            }
        }
        #expect(try patch(from: old, to: rendering { style { "a{}\r\nb{}" } }) == #"[0,0,"a{}\nb{}"]"#)
        #expect(
            try patch(
                from: old,
                to: rendering {
                    style {
                        raw("a{}"); "b{}"
                    }
                }
            ) == "[]"
        )
        #expect(try patch(from: old, to: rendering { style() }) == "[0,[[]]]")
        #expect(
            try patch(from: rendering { textarea() }, to: rendering { textarea { "\n<b>" } }) == #"[0,[["\n<b>"]]]"#
        )
    }

    @Test(arguments: [false, true])
    func `The writer's changes to forms and controls are the same in a patch`(_ isInForm: Bool) throws {
        let views: [() throws -> Html<Message>] = [
            { button("a", .increment) },
            { button(.type(.button), .onClick(.increment), .form("x"), .name("y"), .value("z"), .disabled) { "a" } },
            { button(.type(.button)) { "a" } },
            { input(.name("a"), .value("\"<&>"), .onChange(Message.set)) },
            { input(.id("a"), .onChange(Message.set)) },
            { input(.name("a"), .id("b"), .form("x"), .onChange(Message.set)) },
            { input(.name("a"), .onInput(Message.rename)) },
            { textarea(.id("a"), .onChange(Message.rename)) { "x" } },
            {
                select(.name("a"), .onChange(Message.rename)) {
                    option { "x" }; option(.selected) { "y" }
                }
            },
            { form("f", .onSubmit(Message.add), .method(.get)) { input(.name("title"), .onChange(Message.rename)) } },
            { form(.id("f"), .enctype(.plainText), .onSubmit(Message.add)) { input(.name("title"), .type(.file)) } },
            { form(.action("/x")) { input(.name("title"), .onChange(Message.rename)) } },
            { element("x-y", .attribute("data-Z", "1"), .attribute("some", isPresent: true)) { "x" } },
            { input(.key("\""), .type(.checkbox), .checked, .name("a"), .debounce(.milliseconds(300))) },
        ]
        func view(_ index: Int?) throws -> Rendering {
            try rendering {
                let inner = try index.map { try views[$0]() } ?? .empty
                if isInForm {
                    div {
                        form {
                            p { "x" }; inner
                        }
                    }
                } else {
                    div {
                        p { "x" }; inner
                    }
                }
            }
        }
        for index in views.indices {
            _ = try patch(from: view(nil), to: view(index))
            for other in views.indices { _ = try patch(from: view(index), to: view(other)) }
        }
    }

    @Test func `The encoding of a form follows its fields`() throws {
        func view(_ type: HtmlValue.InputType) throws -> Rendering {
            try rendering { form("f", .onSubmit(Message.add)) { p { input(.name("title"), .type(type)) } } }
        }
        #expect(
            try patch(from: view(.text), to: view(.file))
                == #"[0,["enctype","multipart/form-data",0,[[["input",{"name":"title","type":"file"}]]]]]"#
        )
        #expect(
            try patch(from: view(.file), to: view(.text))
                == #"[0,["enctype",0,0,[[["input",{"name":"title","type":"text"}]]]]]"#
        )
    }

    @Test func `A view of the maximum depth can be compared and written`() throws {
        func view(_ text: String, _ depth: Int) -> Html<Message> {
            depth == 0 ? ElmwoodViewTree.text(text) : div { view(text, depth - 1) }
        }
        let old = try rendering { view("a", TapeLimits.depth) }
        let new = try rendering { view("b", TapeLimits.depth) }
        let other = try rendering { section { view("b", TapeLimits.depth - 1) } }
        let path = String(repeating: "0,", count: TapeLimits.depth + 1)
        #expect(String(decoding: new.patch(from: old), as: UTF8.self) == "[\(path)\"b\"]")
        #expect(other.patch(from: old).count > TapeLimits.depth * 8)
    }
}
