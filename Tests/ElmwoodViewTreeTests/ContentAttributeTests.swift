import Testing

@testable import ElmwoodViewTree

/// HTML's attributes of media, tables, forms and interactive elements.
@Suite struct ContentAttributeTests {
    /// The attributes of embedded content.
    static let media: Set<String> = [
        "allow", "allowfullscreen", "alt", "autoplay", "controls", "controlslist", "data", "decoding", "default",
        "disablepictureinpicture", "disableremoteplayback", "height", "ismap", "kind", "loading", "loop", "muted",
        "playsinline", "poster", "preload", "sandbox", "src", "srclang", "srcset", "usemap", "width",
    ]

    @Test func `Every attribute of images, frames and media is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("allow", "v", .allow("v"))
        try attributes.expect("allowfullscreen", .allowfullscreen)
        try attributes.expect("allowfullscreen", .allowfullscreen(true))
        try attributes.expectNothing(.allowfullscreen(false))
        try attributes.expect("alt", "v", .alt("v"))
        try attributes.expect("autoplay", .autoplay)
        try attributes.expect("autoplay", .autoplay(true))
        try attributes.expectNothing(.autoplay(false))
        try attributes.expect("controls", .controls)
        try attributes.expect("controls", .controls(true))
        try attributes.expectNothing(.controls(false))
        try attributes.expect("controlslist", "v", .controlslist("v"))
        try attributes.expect("data", "v", .data("v"))
        try attributes.expect("decoding", "sync", .decoding(.sync))
        try attributes.expect("default", .default)
        try attributes.expect("default", .default(true))
        try attributes.expectNothing(.default(false))
        try attributes.expect("disablepictureinpicture", .disablepictureinpicture)
        try attributes.expect("disablepictureinpicture", .disablepictureinpicture(true))
        try attributes.expectNothing(.disablepictureinpicture(false))
        try attributes.expect("disableremoteplayback", .disableremoteplayback)
        try attributes.expect("disableremoteplayback", .disableremoteplayback(true))
        try attributes.expectNothing(.disableremoteplayback(false))
        try attributes.expect("height", "24", .height(24))
        try attributes.expect("ismap", .ismap)
        try attributes.expect("ismap", .ismap(true))
        try attributes.expectNothing(.ismap(false))
        try attributes.expect("kind", "subtitles", .kind(.subtitles))
        try attributes.expect("loading", "eager", .loading(.eager))
        try attributes.expect("loop", .loop)
        try attributes.expect("loop", .loop(true))
        try attributes.expectNothing(.loop(false))
        try attributes.expect("muted", .muted)
        try attributes.expect("muted", .muted(true))
        try attributes.expectNothing(.muted(false))
        try attributes.expect("playsinline", .playsinline)
        try attributes.expect("playsinline", .playsinline(true))
        try attributes.expectNothing(.playsinline(false))
        try attributes.expect("poster", "v", .poster("v"))
        try attributes.expect("preload", "none", .preload(.none))
        try attributes.expect("sandbox", .sandbox)
        try attributes.expect("sandbox", .sandbox(true))
        try attributes.expectNothing(.sandbox(false))
        try attributes.expect("sandbox", "allow-downloads", .sandbox(.allowDownloads))
        try attributes.expect("sandbox", "allow-downloads allow-forms", .sandbox(.allowDownloads, .allowForms))
        try attributes.expect("src", "v", .src("v"))
        try attributes.expect("srclang", "v", .srclang("v"))
        try attributes.expect("srcset", "v", .srcset("v"))
        try attributes.expect("usemap", "v", .usemap("v"))
        try attributes.expect("width", "24", .width(24))
        #expect(attributes.names == Self.media)
    }

    /// The attributes of tables and lists.
    static let tables: Set<String> = [
        "abbr", "colspan", "headers", "reversed", "rowspan", "scope", "span", "start",
    ]

    @Test func `Every attribute of tables and lists is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("abbr", "v", .abbr("v"))
        try attributes.expect("colspan", "3", .colspan(3))
        try attributes.expect("headers", "v", .headers("v"))
        try attributes.expect("reversed", .reversed)
        try attributes.expect("reversed", .reversed(true))
        try attributes.expectNothing(.reversed(false))
        try attributes.expect("rowspan", "3", .rowspan(3))
        try attributes.expect("scope", "row", .scope(.row))
        try attributes.expect("span", "3", .span(3))
        try attributes.expect("start", "3", .start(3))
        #expect(attributes.names == Self.tables)
    }

    /// The attributes of forms and their controls.
    static let forms: Set<String> = [
        "accept", "accept-charset", "action", "alpha", "autocomplete", "capture", "checked", "colorspace", "cols",
        "dirname", "disabled", "enctype", "for", "form", "formaction", "formenctype", "formmethod", "formnovalidate",
        "formtarget", "high", "label", "list", "low", "max", "maxlength", "method", "min", "minlength", "multiple",
        "name", "novalidate", "optimum", "pattern", "placeholder", "readonly", "required", "rows", "selected",
        "size", "step", "type", "value", "wrap",
    ]

    @Test func `Every attribute of forms and controls is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("accept", "v", .accept("v"))
        try attributes.expect("accept-charset", "v", .acceptCharset("v"))
        try attributes.expect("action", "v", .action("v"))
        try attributes.expect("alpha", .alpha)
        try attributes.expect("alpha", .alpha(true))
        try attributes.expectNothing(.alpha(false))
        try attributes.expect("autocomplete", "on", .autocomplete(.on))
        try attributes.expect("autocomplete", "v", .autocomplete("v"))
        try attributes.expect("capture", "user", .capture(.user))
        try attributes.expect("checked", .checked)
        try attributes.expect("checked", .checked(true))
        try attributes.expectNothing(.checked(false))
        try attributes.expect("colorspace", "limited-srgb", .colorspace(.limitedSRGB))
        try attributes.expect("cols", "3", .cols(3))
        try attributes.expect("dirname", "v", .dirname("v"))
        try attributes.expect("disabled", .disabled)
        try attributes.expect("disabled", .disabled(true))
        try attributes.expectNothing(.disabled(false))
        try attributes.expect("enctype", "application/x-www-form-urlencoded", .enctype(.urlencoded))
        try attributes.expect("for", "v", .for("v"))
        try attributes.expect("form", "v", .form("v"))
        try attributes.expect("formaction", "v", .formaction("v"))
        try attributes.expect("formenctype", "application/x-www-form-urlencoded", .formenctype(.urlencoded))
        try attributes.expect("formmethod", "get", .formmethod(.get))
        try attributes.expect("formnovalidate", .formnovalidate)
        try attributes.expect("formnovalidate", .formnovalidate(true))
        try attributes.expectNothing(.formnovalidate(false))
        try attributes.expect("formtarget", "_blank", .formtarget(.blank))
        try attributes.expect("formtarget", "v", .formtarget("v"))
        try attributes.expect("high", "v", .high("v"))
        try attributes.expect("label", "v", .label("v"))
        try attributes.expect("list", "v", .list("v"))
        try attributes.expect("low", "v", .low("v"))
        try attributes.expect("max", "v", .max("v"))
        try attributes.expect("maxlength", "3", .maxlength(3))
        try attributes.expect("method", "get", .method(.get))
        try attributes.expect("min", "v", .min("v"))
        try attributes.expect("minlength", "3", .minlength(3))
        try attributes.expect("multiple", .multiple)
        try attributes.expect("multiple", .multiple(true))
        try attributes.expectNothing(.multiple(false))
        try attributes.expect("name", "v", .name("v"))
        try attributes.expect("novalidate", .novalidate)
        try attributes.expect("novalidate", .novalidate(true))
        try attributes.expectNothing(.novalidate(false))
        try attributes.expect("optimum", "v", .optimum("v"))
        try attributes.expect("pattern", "v", .pattern("v"))
        try attributes.expect("placeholder", "v", .placeholder("v"))
        try attributes.expect("readonly", .readonly)
        try attributes.expect("readonly", .readonly(true))
        try attributes.expectNothing(.readonly(false))
        try attributes.expect("required", .required)
        try attributes.expect("required", .required(true))
        try attributes.expectNothing(.required(false))
        try attributes.expect("rows", "3", .rows(3))
        try attributes.expect("selected", .selected)
        try attributes.expect("selected", .selected(true))
        try attributes.expectNothing(.selected(false))
        try attributes.expect("size", "3", .size(3))
        try attributes.expect("step", "v", .step("v"))
        try attributes.expect("step", "any", .step(.any))
        try attributes.expect("type", "text", .type(.text))
        try attributes.expect("type", "v", .type("v"))
        try attributes.expect("value", "v", .value("v"))
        try attributes.expect("wrap", "soft", .wrap(.soft))
        #expect(attributes.names == Self.forms)
    }

    /// The attributes of disclosure, dialogs, popovers and commands.
    static let interactive: Set<String> = [
        "closedby", "command", "commandfor", "data-confirm", "data-confirm-leaving", "data-copies",
        "data-foreseen", "data-meanwhile", "data-modal", "open",
        "popovertarget", "popovertargetaction",
    ]

    @Test func `Every attribute of dialogs, popovers and commands is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("closedby", "any", .closedby(.any))
        try attributes.expect("command", "toggle-popover", .command(.togglePopover))
        try attributes.expect("command", "v", .command("v"))
        try attributes.expect("commandfor", "v", .commandfor("v"))
        try attributes.expect("data-confirm", "v", .confirm("v"))
        try attributes.expect("data-confirm-leaving", "v", .confirmLeaving("v"))
        try attributes.expect("data-copies", "v", .copies("v"))
        try attributes.expect("data-foreseen", .foreseen)
        try attributes.expectNothing(.foreseen(false))
        try attributes.expect(
            "data-meanwhile",
            "own\ntext a\n b\nclass c d\nhide\ndisable",
            .meanwhile(.text("a\nb"), .class(" c\n d"), .hide, .disable)
        )
        try attributes.expect("data-modal", .modal(true))
        try attributes.expectNothing(.modal(false))
        try attributes.expect("open", .open)
        try attributes.expect("open", .open(true))
        try attributes.expectNothing(.open(false))
        try attributes.expect("popovertarget", "v", .popovertarget("v"))
        try attributes.expect("popovertargetaction", "toggle", .popovertargetaction(.toggle))
        #expect(attributes.names == Self.interactive)
    }

    /// The attributes of custom elements, and of what scripts of others add.
    static let custom: Set<String> = ["data-accepts", "data-field", "data-opaque"]

    @Test func `Every attribute of custom elements is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("data-accepts", "9:v", .acceptsField("v", maxlength: 9))
        try attributes.expect("data-field", "datetime-local", .field(.datetimeLocal))
        try attributes.expect("data-field", "text 9", .field(.text, maxlength: 9))
        try attributes.expect("data-opaque", .opaque)
        try attributes.expectNothing(.opaque(false))
        #expect(attributes.names == Self.custom)
    }
}
