import Testing

@testable import ElmwoodViewTree

/// Written elements, each with its expected name.
struct WrittenElements {
    private(set) var names: Set<String> = []

    /// Expects `<name id="x">content</name>`.
    mutating func expect(
        _ name: String,
        content: String = "t",
        @HtmlBuilder<Message> _ view: () -> Html<Message>
    ) throws {
        names.insert(name)
        let html = try written(view)
        // A whole page begins with its document type.
        let start = name == "html" ? "<!DOCTYPE html>" : ""
        #expect(html == "\(start)<\(name) id=\"x\">\(content)</\(name)>")
    }

    /// Expects `<name id="x">`, without an end tag.
    mutating func expectVoid(_ name: String, @HtmlBuilder<Message> _ view: () -> Html<Message>) throws {
        names.insert(name)
        #expect(try written(view) == "<\(name) id=\"x\">")
    }
}

/// The elements of HTML.
@Suite struct ElementTests {
    /// The elements of the HTML Standard's index, without `math` and `svg`.
    static let standard: Set<String> = [
        "a", "abbr", "address", "area", "article", "aside", "audio", "b", "base", "bdi", "bdo", "blockquote", "body",
        "br", "button", "canvas", "caption", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del",
        "details", "dfn", "dialog", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "footer",
        "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr", "html", "i", "iframe", "img",
        "input", "ins", "kbd", "label", "legend", "li", "link", "main", "map", "mark", "menu", "meta", "meter",
        "nav", "noscript", "object", "ol", "optgroup", "option", "output", "p", "picture", "pre", "progress", "q",
        "rp", "rt", "ruby", "s", "samp", "script", "search", "section", "select", "selectedcontent", "slot", "small",
        "source", "span", "strong", "style", "sub", "summary", "sup", "table", "tbody", "td", "template", "textarea",
        "tfoot", "th", "thead", "time", "title", "tr", "track", "u", "ul", "var", "video", "wbr",
    ]

    @Test func `Every element of the standard exists under its own name`() throws {
        var elements = WrittenElements()
        try elements.expect("html", content: "<head></head><body>t</body>") {
            html(.id("x")) {
                head(); body { "t" }
            }
        }
        try elements.expect("head", content: "<title>t</title>") { head(.id("x")) { title { "t" } } }
        try elements.expect("body") { body(.id("x")) { "t" } }
        try elements.expect("title") { title(.id("x")) { "t" } }
        try elements.expectVoid("base") { base(.id("x")) }
        try elements.expectVoid("link") { link(.id("x")) }
        try elements.expectVoid("meta") { meta(.id("x")) }
        try elements.expect("style") { style(.id("x")) { "t" } }
        try elements.expect("script") { script(.id("x")) { "t" } }
        try elements.expect("noscript") { noscript(.id("x")) { "t" } }
        try elements.expect("template") { template(.id("x")) { "t" } }
        try elements.expect("slot") { slot(.id("x")) { "t" } }
        try elements.expect("canvas") { canvas(.id("x")) { "t" } }
        try elements.expect("article") { article(.id("x")) { "t" } }
        try elements.expect("section") { section(.id("x")) { "t" } }
        try elements.expect("nav") { nav(.id("x")) { "t" } }
        try elements.expect("aside") { aside(.id("x")) { "t" } }
        try elements.expect("h1") { h1(.id("x")) { "t" } }
        try elements.expect("h2") { h2(.id("x")) { "t" } }
        try elements.expect("h3") { h3(.id("x")) { "t" } }
        try elements.expect("h4") { h4(.id("x")) { "t" } }
        try elements.expect("h5") { h5(.id("x")) { "t" } }
        try elements.expect("h6") { h6(.id("x")) { "t" } }
        try elements.expect("hgroup") { hgroup(.id("x")) { "t" } }
        try elements.expect("header") { header(.id("x")) { "t" } }
        try elements.expect("footer") { footer(.id("x")) { "t" } }
        try elements.expect("address") { address(.id("x")) { "t" } }
        try elements.expect("p") { p(.id("x")) { "t" } }
        try elements.expectVoid("hr") { hr(.id("x")) }
        try elements.expect("pre") { pre(.id("x")) { "t" } }
        try elements.expect("blockquote") { blockquote(.id("x")) { "t" } }
        try elements.expect("ol") { ol(.id("x")) { "t" } }
        try elements.expect("ul") { ul(.id("x")) { "t" } }
        try elements.expect("menu") { menu(.id("x")) { "t" } }
        try elements.expect("li") { li(.id("x")) { "t" } }
        try elements.expect("dl") { dl(.id("x")) { "t" } }
        try elements.expect("dt") { dt(.id("x")) { "t" } }
        try elements.expect("dd") { dd(.id("x")) { "t" } }
        try elements.expect("figure") { figure(.id("x")) { "t" } }
        try elements.expect("figcaption") { figcaption(.id("x")) { "t" } }
        try elements.expect("main") { ElmwoodViewTree.main(.id("x")) { "t" } }
        try elements.expect("search") { search(.id("x")) { "t" } }
        try elements.expect("div") { div(.id("x")) { "t" } }
        try elements.expect("a") { a(.id("x")) { "t" } }
        try elements.expect("em") { em(.id("x")) { "t" } }
        try elements.expect("strong") { strong(.id("x")) { "t" } }
        try elements.expect("small") { small(.id("x")) { "t" } }
        try elements.expect("s") { s(.id("x")) { "t" } }
        try elements.expect("cite") { cite(.id("x")) { "t" } }
        try elements.expect("q") { q(.id("x")) { "t" } }
        try elements.expect("dfn") { dfn(.id("x")) { "t" } }
        try elements.expect("abbr") { abbr(.id("x")) { "t" } }
        try elements.expect("ruby") { ruby(.id("x")) { "t" } }
        try elements.expect("rt") { rt(.id("x")) { "t" } }
        try elements.expect("rp") { rp(.id("x")) { "t" } }
        try elements.expect("data") { data(.id("x")) { "t" } }
        try elements.expect("time") { time(.id("x")) { "t" } }
        try elements.expect("code") { code(.id("x")) { "t" } }
        try elements.expect("var") { `var`(.id("x")) { "t" } }
        try elements.expect("samp") { samp(.id("x")) { "t" } }
        try elements.expect("kbd") { kbd(.id("x")) { "t" } }
        try elements.expect("sub") { sub(.id("x")) { "t" } }
        try elements.expect("sup") { sup(.id("x")) { "t" } }
        try elements.expect("i") { i(.id("x")) { "t" } }
        try elements.expect("b") { b(.id("x")) { "t" } }
        try elements.expect("u") { u(.id("x")) { "t" } }
        try elements.expect("mark") { mark(.id("x")) { "t" } }
        try elements.expect("bdi") { bdi(.id("x")) { "t" } }
        try elements.expect("bdo") { bdo(.id("x")) { "t" } }
        try elements.expect("span") { span(.id("x")) { "t" } }
        try elements.expectVoid("br") { br(.id("x")) }
        try elements.expectVoid("wbr") { wbr(.id("x")) }
        try elements.expect("ins") { ins(.id("x")) { "t" } }
        try elements.expect("del") { del(.id("x")) { "t" } }
        try elements.expect("picture") { picture(.id("x")) { "t" } }
        try elements.expectVoid("source") { source(.id("x")) }
        try elements.expectVoid("img") { img(.id("x")) }
        try elements.expect("iframe", content: "") { iframe(.id("x")) }
        try elements.expectVoid("embed") { embed(.id("x")) }
        try elements.expect("object") { object(.id("x")) { "t" } }
        try elements.expect("video") { video(.id("x")) { "t" } }
        try elements.expect("audio") { audio(.id("x")) { "t" } }
        try elements.expectVoid("track") { track(.id("x")) }
        try elements.expect("map") { map(.id("x")) { "t" } }
        try elements.expectVoid("area") { area(.id("x")) }
        try elements.expect("table", content: "<tbody><tr><td>t</td></tr></tbody>") {
            table(.id("x")) { tr { td { "t" } } }
        }
        try elements.expect("caption") { caption(.id("x")) { "t" } }
        try elements.expect("colgroup", content: "<col>") { colgroup(.id("x")) { col() } }
        try elements.expectVoid("col") { col(.id("x")) }
        try elements.expect("tbody", content: "<tr><td>t</td></tr>") { tbody(.id("x")) { tr { td { "t" } } } }
        try elements.expect("thead", content: "<tr><th>t</th></tr>") { thead(.id("x")) { tr { th { "t" } } } }
        try elements.expect("tfoot", content: "<tr><td>t</td></tr>") { tfoot(.id("x")) { tr { td { "t" } } } }
        try elements.expect("tr", content: "<td>t</td>") { tr(.id("x")) { td { "t" } } }
        try elements.expect("td") { td(.id("x")) { "t" } }
        try elements.expect("th") { th(.id("x")) { "t" } }
        try elements.expect("form") { form(.id("x")) { "t" } }
        try elements.expect("label") { label(.id("x")) { "t" } }
        try elements.expectVoid("input") { input(.id("x")) }
        try elements.expect("button") { button(.id("x")) { "t" } }
        try elements.expect("select", content: "<option>t</option>") { select(.id("x")) { option { "t" } } }
        try elements.expect("datalist") { datalist(.id("x")) { "t" } }
        try elements.expect("optgroup") { optgroup(.id("x")) { "t" } }
        try elements.expect("option") { option(.id("x")) { "t" } }
        try elements.expect("textarea") { textarea(.id("x")) { "t" } }
        try elements.expect("output") { output(.id("x")) { "t" } }
        try elements.expect("progress") { progress(.id("x")) { "t" } }
        try elements.expect("meter") { meter(.id("x")) { "t" } }
        try elements.expect("fieldset") { fieldset(.id("x")) { "t" } }
        try elements.expect("legend") { legend(.id("x")) { "t" } }
        try elements.expect("selectedcontent") { selectedcontent(.id("x")) { "t" } }
        try elements.expect("details") { details(.id("x")) { "t" } }
        try elements.expect("summary") { summary(.id("x")) { "t" } }
        try elements.expect("dialog") { dialog(.id("x")) { "t" } }
        #expect(elements.names == Self.standard)
    }

    @Test func `Every element that is not void can be empty, and then has an end tag`() throws {
        for name in Self.standard where name != "html" && ElementName(named: name)?.traits.contains(.void) == false {
            #expect(try written { element(name) } == "<\(name)></\(name)>", "\(name)")
        }
        #expect(
            try written {
                div(); td()
            } == "<div></div><td></td>"
        )
    }

    @Test func `A void element has no content, even if the view contains some`() throws {
        let void: Set<String> = [
            "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
        ]
        for name in Self.standard {
            let isVoid = ElementName(named: name)?.traits.contains(.void)
            #expect(isVoid == void.contains(name), "\(name)")
        }
        for name in void {
            let html = try written { element(name) { "content" } }
            #expect(html == "<\(name)>")
        }
    }

    @Test func `The table of names contains each element once, at the index of its number`() {
        for (position, definition) in ElementName.definitions.enumerated() {
            #expect(Int(definition.element.id) == position)
            #expect(ElementName(id: UInt16(position)).traits == definition.element.traits)
        }
        let html = ElementName.definitions.dropFirst()
            .filter { $0.element.traits.isDisjoint(with: [.svg, .mathML]) }
            .map { $0.text.description }
        #expect(Set(html) == Self.standard)
        #expect(html.count == Self.standard.count)
    }

    @Test func `An element with a custom or computed name is written under its name`() throws {
        #expect(try written { element("color-picker", .id("x")) { "t" } } == "<color-picker id=\"x\">t</color-picker>")
        #expect(try written { element("color-picker") } == "<color-picker></color-picker>")
        #expect(try written { element("h\(1 + 1)") { "t" } } == "<h2>t</h2>")
    }

    @Test(arguments: [
        "", "widget", "Color-Picker", "-picker", "1-picker", "color picker-", "x-><script>", "x-\"y", "font-face",
        "x-é",
    ])
    func `An element whose name is neither known nor valid for a custom element is left out, with a diagnostic`(
        _ name: String
    ) throws {
        let rendering = try Rendering.render {
            element(name) { "t" } as Html<Message>
            p { "after" }
        }
        #expect(rendering.htmlText == "<p>after</p>")
        #expect(rendering.diagnostics.count == 1)
        #expect(rendering.diagnostics.first?.contains("“\(name)”") == true)
        #expect(try written { element(name) } == "")
    }

    @Test func `The short forms of button, label, option and form are written as the long ones`() throws {
        let button = try written {
            ElmwoodViewTree.button("+", .increment, .class("big"), .disabled)
        }
        #expect(button == #"<button form="elmwood" name="message" value="increment" class="big" disabled>+</button>"#)
        #expect(try written { label("Name", for: "name", .class("a")) } == #"<label for="name" class="a">Name</label>"#)
        let options = try written {
            select(.name("size")) {
                option("Small", value: "s")
                option("Two", value: 2, selected: true)
                option("None", value: "", .disabled)
            }
        }
        #expect(
            options == #"<select name="size"><option value="s">Small</option><option value="2" selected>Two</option>"#
                + #"<option value="" disabled>None</option></select>"#
        )
        let form = try written {
            ElmwoodViewTree.form("new", .class("a"), .onSubmit(Message.add)) { input(.name("title")) }
        }
        #expect(
            form.hasPrefix(
                #"<form method="post" data-form="new" class="a">"#
                    + #"<input data-elmwood type="hidden" name="form" value="new">"#
            ),
            "\(form)"
        )
    }
}
