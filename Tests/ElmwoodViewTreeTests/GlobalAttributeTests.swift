import Testing

@testable import ElmwoodViewTree

/// Attributes as they are written on a `div`, each with its expected name.
struct WrittenAttributes {
    private(set) var names: Set<String> = []

    /// Expects a name with a value.
    mutating func expect(_ name: String, _ value: String, _ attribute: Attribute<Message>) throws {
        names.insert(name)
        #expect(try written { div(attribute) } == "<div \(name)=\"\(value)\"></div>")
    }

    /// Expects a name without a value.
    mutating func expect(_ name: String, _ attribute: Attribute<Message>) throws {
        names.insert(name)
        #expect(try written { div(attribute) } == "<div \(name)></div>")
    }

    /// Expects no attribute.
    func expectNothing(_ attribute: Attribute<Message>) throws {
        #expect(try written { div(attribute) } == "<div></div>")
    }
}

/// HTML's global attributes, and those of links and metadata.
@Suite struct GlobalAttributeTests {
    /// The global attributes of the HTML Standard, and those of CSS Shadow Parts; `class`, `style`, `role`, `data-*` and
    /// `aria-*` have tests of their own.
    static let global: Set<String> = [
        "accesskey", "autocapitalize", "autocorrect", "autofocus", "contenteditable", "dir", "draggable",
        "enterkeyhint", "exportparts", "headingoffset", "headingreset", "hidden", "id", "inert", "inputmode", "is",
        "itemid", "itemprop", "itemref", "itemscope", "itemtype", "lang", "nonce", "part", "popover", "slot",
        "spellcheck", "tabindex", "title", "translate", "writingsuggestions",
    ]

    @Test func `Every global attribute is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("accesskey", "v", .accesskey("v"))
        try attributes.expect("autocapitalize", "off", .autocapitalize(.off))
        try attributes.expect("autocorrect", "on", .autocorrect(true))
        try attributes.expect("autocorrect", "off", .autocorrect(false))
        try attributes.expect("autofocus", .autofocus)
        try attributes.expect("autofocus", .autofocus(true))
        try attributes.expectNothing(.autofocus(false))
        try attributes.expect("contenteditable", "plaintext-only", .contenteditable(.plaintextOnly))
        try attributes.expect("contenteditable", "true", .contenteditable(true))
        try attributes.expect("contenteditable", "false", .contenteditable(false))
        try attributes.expect("dir", "ltr", .dir(.ltr))
        try attributes.expect("draggable", "true", .draggable(true))
        try attributes.expect("draggable", "false", .draggable(false))
        try attributes.expect("enterkeyhint", "enter", .enterkeyhint(.enter))
        try attributes.expect("exportparts", "v", .exportparts("v"))
        try attributes.expect("headingoffset", "3", .headingoffset(3))
        try attributes.expect("headingreset", .headingreset)
        try attributes.expect("headingreset", .headingreset(true))
        try attributes.expectNothing(.headingreset(false))
        try attributes.expect("hidden", .hidden)
        try attributes.expect("hidden", .hidden(true))
        try attributes.expectNothing(.hidden(false))
        try attributes.expect("hidden", "until-found", .hidden(.untilFound))
        try attributes.expect("id", "v", .id("v"))
        try attributes.expect("inert", .inert)
        try attributes.expect("inert", .inert(true))
        try attributes.expectNothing(.inert(false))
        try attributes.expect("inputmode", "none", .inputmode(.none))
        try attributes.expect("is", "v", .is("v"))
        try attributes.expect("itemid", "v", .itemid("v"))
        try attributes.expect("itemprop", "v", .itemprop("v"))
        try attributes.expect("itemref", "v", .itemref("v"))
        try attributes.expect("itemscope", .itemscope)
        try attributes.expect("itemscope", .itemscope(true))
        try attributes.expectNothing(.itemscope(false))
        try attributes.expect("itemtype", "v", .itemtype("v"))
        try attributes.expect("lang", "v", .lang("v"))
        try attributes.expect("nonce", "v", .nonce("v"))
        try attributes.expect("part", "v", .part("v"))
        try attributes.expect("popover", .popover)
        try attributes.expect("popover", .popover(true))
        try attributes.expectNothing(.popover(false))
        try attributes.expect("popover", "auto", .popover(.auto))
        try attributes.expect("slot", "v", .slot("v"))
        try attributes.expect("spellcheck", "true", .spellcheck(true))
        try attributes.expect("spellcheck", "false", .spellcheck(false))
        try attributes.expect("tabindex", "3", .tabindex(3))
        try attributes.expect("title", "v", .title("v"))
        try attributes.expect("translate", "yes", .translate(true))
        try attributes.expect("translate", "no", .translate(false))
        try attributes.expect("writingsuggestions", "true", .writingsuggestions(true))
        try attributes.expect("writingsuggestions", "false", .writingsuggestions(false))
        #expect(attributes.names == Self.global)
    }

    /// The attributes of links, metadata and scripts.
    static let links: Set<String> = [
        "as", "async", "blocking", "charset", "cite", "content", "coords", "crossorigin", "datetime", "defer",
        "download", "fetchpriority", "href", "hreflang", "http-equiv", "imagesizes", "imagesrcset", "integrity",
        "media", "nomodule", "ping", "property", "referrerpolicy", "rel", "shadowrootclonable",
        "shadowrootcustomelementregistry", "shadowrootdelegatesfocus", "shadowrootmode", "shadowrootserializable",
        "shadowrootslotassignment", "shape", "sizes", "target",
    ]

    @Test func `Every attribute of links, metadata and scripts is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("as", "audio", .as(.audio))
        try attributes.expect("async", .async)
        try attributes.expect("async", .async(true))
        try attributes.expectNothing(.async(false))
        try attributes.expect("blocking", "render", .blocking(.render))
        try attributes.expect("charset", "v", .charset("v"))
        try attributes.expect("cite", "v", .cite("v"))
        try attributes.expect("content", "v", .content("v"))
        try attributes.expect("coords", "v", .coords("v"))
        try attributes.expect("crossorigin", "anonymous", .crossorigin(.anonymous))
        try attributes.expect("datetime", "v", .datetime("v"))
        try attributes.expect("defer", .defer)
        try attributes.expect("defer", .defer(true))
        try attributes.expectNothing(.defer(false))
        try attributes.expect("download", .download)
        try attributes.expect("download", .download(true))
        try attributes.expectNothing(.download(false))
        try attributes.expect("download", "v", .download("v"))
        try attributes.expect("fetchpriority", "high", .fetchpriority(.high))
        try attributes.expect("href", "v", .href("v"))
        try attributes.expect("hreflang", "v", .hreflang("v"))
        try attributes.expect("http-equiv", "content-security-policy", .httpEquiv(.contentSecurityPolicy))
        try attributes.expect("imagesizes", "v", .imagesizes("v"))
        try attributes.expect("imagesrcset", "v", .imagesrcset("v"))
        try attributes.expect("integrity", "v", .integrity("v"))
        try attributes.expect("media", "v", .media("v"))
        try attributes.expect("nomodule", .nomodule)
        try attributes.expect("nomodule", .nomodule(true))
        try attributes.expectNothing(.nomodule(false))
        try attributes.expect("ping", "v", .ping("v"))
        try attributes.expect("property", "v", .property("v"))
        try attributes.expect("referrerpolicy", "no-referrer", .referrerpolicy(.noReferrer))
        try attributes.expect("rel", "alternate", .rel(.alternate))
        try attributes.expect("rel", "v", .rel("v"))
        try attributes.expect("rel", "alternate author", .rel(.alternate, .author))
        try attributes.expect("shape", "circle", .shape(.circle))
        try attributes.expect("sizes", "v", .sizes("v"))
        try attributes.expect("target", "_blank", .target(.blank))
        try attributes.expect("target", "v", .target("v"))
        try attributes.expect("shadowrootclonable", .shadowrootclonable)
        try attributes.expect("shadowrootclonable", .shadowrootclonable(true))
        try attributes.expectNothing(.shadowrootclonable(false))
        try attributes.expect("shadowrootcustomelementregistry", .shadowrootcustomelementregistry)
        try attributes.expect("shadowrootcustomelementregistry", .shadowrootcustomelementregistry(true))
        try attributes.expectNothing(.shadowrootcustomelementregistry(false))
        try attributes.expect("shadowrootdelegatesfocus", .shadowrootdelegatesfocus)
        try attributes.expect("shadowrootdelegatesfocus", .shadowrootdelegatesfocus(true))
        try attributes.expectNothing(.shadowrootdelegatesfocus(false))
        try attributes.expect("shadowrootmode", "open", .shadowrootmode(.open))
        try attributes.expect("shadowrootserializable", .shadowrootserializable)
        try attributes.expect("shadowrootserializable", .shadowrootserializable(true))
        try attributes.expectNothing(.shadowrootserializable(false))
        try attributes.expect("shadowrootslotassignment", "named", .shadowrootslotassignment(.named))
        #expect(attributes.names == Self.links)
    }
}
