import Testing

@testable import ElmwoodViewTree

private enum Size: String, AttributeConvertible {
    case large = "L"
}

/// Attributes: classes, styles, custom names, events, and the table of names.
@Suite struct AttributeTests {
    /// The attributes of the HTML Standard's index, except for the one whose name is too long for the table.
    private static let standard: Set<String> = [
        "abbr", "accept", "accept-charset", "accesskey", "action", "allow", "allowfullscreen", "alpha", "alt", "as",
        "async", "autocapitalize", "autocomplete", "autocorrect", "autofocus", "autoplay", "blocking", "charset",
        "checked", "cite", "class", "closedby", "color", "colorspace", "cols", "colspan", "command", "commandfor",
        "content", "contenteditable", "controls", "coords", "crossorigin", "data", "datetime", "decoding", "default",
        "defer", "dir", "dirname", "disabled", "download", "draggable", "enctype", "enterkeyhint", "fetchpriority",
        "for", "form", "formaction", "formenctype", "formmethod", "formnovalidate", "formtarget", "headers",
        "headingoffset", "headingreset", "height", "hidden", "high", "href", "hreflang", "http-equiv", "id",
        "imagesizes", "imagesrcset", "inert", "inputmode", "integrity", "is", "ismap", "itemid", "itemprop",
        "itemref", "itemscope", "itemtype", "kind", "label", "lang", "list", "loading", "loop", "low", "max",
        "maxlength", "media", "method", "min", "minlength", "multiple", "muted", "name", "nomodule", "nonce",
        "novalidate", "open", "optimum", "pattern", "ping", "placeholder", "playsinline", "popover", "popovertarget",
        "popovertargetaction", "poster", "preload", "readonly", "referrerpolicy", "rel", "required", "reversed",
        "rows", "rowspan", "sandbox", "scope", "selected", "shadowrootclonable", "shadowrootdelegatesfocus",
        "shadowrootmode", "shadowrootserializable", "shadowrootslotassignment", "shape", "size", "sizes", "slot",
        "span", "spellcheck", "src", "srcdoc", "srclang", "srcset", "start", "step", "style", "tabindex", "target",
        "title", "translate", "type", "usemap", "value", "width", "wrap", "writingsuggestions",
    ]

    private func attribute(_ attribute: Attribute<Message>) throws -> String {
        let html = try written { div(attribute) }
        return String(html.dropFirst("<div".count).dropLast("></div>".count))
    }

    @Test func `Classes can be given one by one, several at once, and with conditions`() throws {
        #expect(try attribute(.class("a")) == #" class="a""#)
        #expect(try attribute(.class("a", "b", "c", "d")) == #" class="a b c d""#)
        #expect(try attribute(.class(["a": true, "b": false, "c": true])) == #" class="a c""#)
        #expect(try attribute(.class(["a": false])) == "")
        #expect(try written { div(.class("a"), .id("x"), .class(["b": true])) } == #"<div class="a b" id="x"></div>"#)
    }

    @Test func `Styles can be given as a whole or as one declaration, which cannot contain others`() throws {
        #expect(try attribute(.style("color: red; margin: 0")) == #" style="color: red; margin: 0""#)
        #expect(try attribute(.style("color", "red")) == #" style="color: red""#)
        for value in ["red; background: url(x)", "red}", "{", #"\3b x"#, "red /* "] {
            let rendering = try Rendering.render { div(.style("color", value)) as Html<Message> }
            #expect(rendering.htmlText == "<div></div>")
            #expect(rendering.diagnostics.count == 1, "\(value)")
        }
    }

    @Test func `Data-* and aria-* attributes have the given name, and false is written`() throws {
        #expect(try attribute(.data("id", "5")) == #" data-id="5""#)
        #expect(try attribute(.data("user-id", 5)) == #" data-user-id="5""#)
        #expect(try attribute(.data("ratio", 0.5)) == #" data-ratio="0.5""#)
        #expect(try attribute(.data("id", Int?.none)) == "")
        #expect(try attribute(.aria("label", "Close")) == #" aria-label="Close""#)
        #expect(try attribute(.aria("expanded", false)) == #" aria-expanded="false""#)
        #expect(try attribute(.aria("new-in-aria-2", true)) == #" aria-new-in-aria-2="true""#)
        #expect(try attribute(.role(.alert)) == #" role="alert""#)
        #expect(try attribute(.role("doc-toc list")) == #" role="doc-toc list""#)
    }

    @Test func `Numbers are written as in HTML, and numbers that HTML does not have are left out`() throws {
        #expect(try attribute(.value(3)) == #" value="3""#)
        #expect(try attribute(.value(-0.25)) == #" value="-0.25""#)
        #expect(try attribute(.value(3.0)) == #" value="3""#)
        #expect(try attribute(.value(Float(1.5))) == #" value="1.5""#)
        #expect(try attribute(.value(1e-7)) == #" value="1e-07""#)
        #expect(try attribute(.value("text".dropFirst())) == #" value="ext""#)
        #expect(try attribute(.value(UInt64.max)) == #" value="18446744073709551615""#)
        #expect(try attribute(.value(Int8.min)) == #" value="-128""#)
        #expect(try attribute(.value(Size.large)) == #" value="L""#)
        #expect(try attribute(.value(Double.nan)) == "")
        #expect(try attribute(.value(-Double.infinity)) == "")
        #expect(try attribute(.value(String?.none)) == "")
        #expect(try attribute(.value(Optional("a"))) == #" value="a""#)
    }

    @Test func `An attribute whose condition is false is left out, and not even created`() throws {
        var isMade = false
        func made() -> Attribute<Message> {
            isMade = true
            return .hidden
        }
        #expect(try attribute(.when(false, made())) == "")
        #expect(!isMade)
        #expect(try attribute(.when(true, made())) == " hidden")
        #expect(try attribute(isMade ? .none : .id("x")) == "")
    }

    @Test func `An attribute of any name is written, and one that has a function is treated as that function does`()
        throws
    {
        #expect(try attribute(.attribute("x-custom", "a<b")) == #" x-custom="a&lt;b""#)
        #expect(try attribute(.attribute("webkitdirectory", isPresent: true)) == " webkitdirectory")
        #expect(try attribute(.attribute("webkitdirectory", isPresent: false)) == "")
        #expect(try attribute(.attribute("HREF", "/a")) == #" href="/a""#)
        #expect(try attribute(.attribute("key", "a")) == #" key="a""#)
        #expect(try attribute(.attribute("click", "a")) == #" click="a""#)
        #expect(try attribute(.attribute("xml:space", "preserve")) == #" xml:space="preserve""#)
        let frame = try Rendering.render { iframe(.attribute("srcdoc", "<p>")) as Html<Message> }
        #expect(frame.htmlText == "<iframe></iframe>")
        #expect(frame.diagnostics.count == 1)
        let script = try Rendering.render { a(.attribute("hReF", " java\tscript:alert(1)")) as Html<Message> }
        #expect(script.htmlText == "<a></a>")
        #expect(script.diagnostics.count == 1)
    }

    @Test(arguments: [
        "", "onclick", "ONclick", "on", "a b", "a=b", "a>b", "a\"", "a'", "a/b", "a\u{0}", "1a", "-a", ".a", "<a",
        String(repeating: "a", count: 256),
    ])
    func `An invalid name, or one that would be a script, is left out with a diagnostic`(_ name: String) throws {
        for attribute in [Attribute<Message>.attribute(name, "v"), .attribute(name, isPresent: true)] {
            let rendering = try Rendering.render { div(attribute) }
            #expect(rendering.htmlText == "<div></div>")
            #expect(rendering.diagnostics.count == 1)
        }
    }

    @Test func `An invalid part of a data or aria name is left out too`() throws {
        let rendering = try Rendering.render {
            div(.data("a onclick=alert(1) b", "v"), .aria("x\"><script>", "v")) as Html<Message>
        }
        #expect(rendering.htmlText == "<div></div>")
        #expect(rendering.diagnostics.count == 2)
    }

    @Test func `The table of names contains each attribute once, at the index of its number`() {
        for (position, definition) in AttributeName.definitions.enumerated() {
            #expect(Int(definition.attribute.id) == position)
            #expect(AttributeName(id: UInt16(position)).traits == definition.attribute.traits)
        }
        let names = AttributeName.definitions.dropFirst(4).filter { !$0.attribute.traits.contains(.event) }
            .map { $0.text.description }
        #expect(Set(names.map { $0.lowercased() }).count == names.count)
        var expected = GlobalAttributeTests.global.union(GlobalAttributeTests.links)
        expected.formUnion(ContentAttributeTests.media.union(ContentAttributeTests.tables))
        expected.formUnion(ContentAttributeTests.forms.union(ContentAttributeTests.interactive))
        expected.formUnion(ContentAttributeTests.custom.union(["data-module"]))
        expected.formUnion(ARIAAttributeTests.standard.union(["class", "style", "role"]))
        expected.formUnion(SVGAttributeTests.geometry.union(SVGAttributeTests.presentation))
        expected.formUnion(SVGEffectAttributeTests.animation.union(SVGEffectAttributeTests.filters))
        expected.formUnion(SVGEffectAttributeTests.mathML)
        expected.formUnion(["srcdoc", "data-key", "data-payload"])
        // Too long for the table; see `shadowrootcustomelementregistry`.
        expected.remove("shadowrootcustomelementregistry")
        #expect(Set(names) == expected)
        #expect(Self.standard.subtracting(names) == [])
    }

    @Test func `Every attribute that a browser loads or follows is checked as an address`() {
        let addresses: Set<String> = [
            "action", "by", "cite", "data", "formaction", "from", "href", "imagesrcset", "itemid", "ping", "poster",
            "src",
            "srcset", "to", "values", "xlink:href",
        ]
        let table = AttributeName.definitions.filter { $0.attribute.traits.contains(.url) }.map { $0.text.description }
        #expect(Set(table) == addresses)
    }

    @Test func `Events offer their messages under the DOM's names`() throws {
        #expect(try attribute(.onDoubleClick(.remove(id: 1))) == #" data-on-dblclick="remove(id:1)""#)
        #expect(try attribute(.onBlur(.increment)) == #" data-on-blur="increment""#)
        #expect(try attribute(.onToggle(.increment)) == #" data-on-toggle="increment""#)
        #expect(try attribute(.onKeyDown(.increment)) == #" data-on-keydown="increment""#)
        #expect(try attribute(.onKeyDown(.escape, .increment)) == #" data-on-keydown.escape="increment""#)
        #expect(
            try written { div(.onKeyDown(.enter, .increment), .onKeyDown(.arrowUp, .remove(id: 2))) }
                == #"<div data-on-keydown.enter="increment" data-on-keydown.arrowup="remove(id:2)"></div>"#
        )
        for key in HtmlValue.Key.allCases {
            #expect(key.eventName.text.description == "keydown.\(key.rawValue.lowercased())")
        }
    }

    @Test func `Every event is in the table, with a unique name`() {
        let names = AttributeName.definitions.filter { $0.attribute.traits.contains(.event) }.map {
            $0.text.description
        }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0 == $0.lowercased() && !$0.hasPrefix("on") })
    }
}
