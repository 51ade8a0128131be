import ElmwoodCalendar

// Attributes of forms and their controls (HTML Standard §4.10). Constraints on values are checked again on the server.

extension Attribute {
    /// The file types that a file field accepts, separated by commas: `image/*, .pdf`.
    @inlinable
    public static func accept(_ value: String) -> Self { Self(.accept, value) }

    /// The character encoding of the form's post: only `utf-8` is allowed.
    @inlinable
    public static func acceptCharset(_ value: String) -> Self { Self(.acceptCharset, value) }

    /// The address to which a plain form is sent. `javascript:` addresses are left out.
    @inlinable
    public static func action(_ value: String) -> Self { Self(.action, value) }

    /// Whether a colour field allows transparency.
    @inlinable
    public static var alpha: Self { Self(.alpha, isPresent: true) }

    /// What the browser may fill in automatically.
    @inlinable
    public static func autocomplete(_ value: HtmlValue.Autocomplete) -> Self { Self(.autocomplete, value.rawValue) }

    /// What the browser may fill in automatically.
    @inlinable
    public static func autocomplete(_ value: String) -> Self { Self(.autocomplete, value) }

    /// Which camera a file field records with.
    @inlinable
    public static func capture(_ value: HtmlValue.Capture) -> Self { Self(.capture, value.rawValue) }

    /// Whether a checkbox or radio button is on.
    @inlinable
    public static var checked: Self { Self(.checked, isPresent: true) }

    /// The colour space of a colour field.
    @inlinable
    public static func colorspace(_ value: HtmlValue.ColorSpace) -> Self { Self(.colorspace, value.rawValue) }

    /// The width of a `textarea` in characters.
    @inlinable
    public static func cols(_ value: Int) -> Self { Self(.cols, value) }

    /// The name of the field that submits the text's direction.
    @inlinable
    public static func dirname(_ value: String) -> Self { Self(.dirname, value) }

    /// Whether the control cannot be used. A post of its value is refused.
    @inlinable
    public static var disabled: Self { Self(.disabled, isPresent: true) }

    /// The encoding of a plain form's post. A typed form with a file field is always multipart.
    @inlinable
    public static func enctype(_ value: HtmlValue.FormEncoding) -> Self { Self(.enctype, value.rawValue) }

    /// The id of the control that a `label` is for, or the ids of those that an `output` is computed from.
    @inlinable
    public static func `for`(_ value: String) -> Self { Self(.for, value) }

    /// The id of the form that the control belongs to. In MathML: whether an operator is prefix, infix or postfix.
    @inlinable
    public static func form(_ value: String) -> Self { Self(.form, value) }

    /// The most bytes that each file of a file field may have, if that is fewer than the site allows.
    ///
    /// A live page says so before it sends anything, and the server checks it again. See `Settings.fileSize` for the site.
    ///
    /// ```swift
    /// input(.type(.file), .name("photo"), .accept("image/*"), .fileSize(upTo: 5_000_000))
    /// ```
    public static func fileSize(upTo bytes: Int) -> Self { .attribute(fileSizeName, String(Swift.max(0, bytes))) }

    /// The address to which this button sends its form. `javascript:` addresses are left out.
    @inlinable
    public static func formaction(_ value: String) -> Self { Self(.formaction, value) }

    /// The encoding of the form's post when this button sends it.
    @inlinable
    public static func formenctype(_ value: HtmlValue.FormEncoding) -> Self { Self(.formenctype, value.rawValue) }

    /// The method by which this button sends its form.
    @inlinable
    public static func formmethod(_ value: HtmlValue.FormMethod) -> Self { Self(.formmethod, value.rawValue) }

    /// Whether the browser skips the validation of the form when this button sends it.
    @inlinable
    public static var formnovalidate: Self { Self(.formnovalidate, isPresent: true) }

    /// The window or frame in which the response opens when this button sends the form.
    @inlinable
    public static func formtarget(_ value: HtmlValue.Target) -> Self { Self(.formtarget, value.rawValue) }

    /// The window or frame in which the response opens when this button sends the form.
    @inlinable
    public static func formtarget(_ value: String) -> Self { Self(.formtarget, value) }

    /// The value above which a `meter` counts as high.
    @inlinable
    public static func high(_ value: some AttributeConvertible) -> Self { Self(.high, converted: value) }

    /// The caption of an `optgroup`, `option` or text track.
    @inlinable
    public static func label(_ value: String) -> Self { Self(.label, value) }

    /// The id of the `datalist` with suggestions for the field.
    @inlinable
    public static func list(_ value: String) -> Self { Self(.list, value) }

    /// The value below which a `meter` counts as low.
    @inlinable
    public static func low(_ value: some AttributeConvertible) -> Self { Self(.low, converted: value) }

    /// The largest value that the field accepts: a number, or a date or time in the format of the field's type.
    @inlinable
    public static func max(_ value: some AttributeConvertible) -> Self { Self(.max, converted: value) }

    /// The most UTF-16 code units that the field accepts.
    @inlinable
    public static func maxlength(_ value: Int) -> Self { Self(.maxlength, value) }

    /// The method by which a plain form is sent.
    @inlinable
    public static func method(_ value: HtmlValue.FormMethod) -> Self { Self(.method, value.rawValue) }

    /// The smallest value that the field accepts: a number, or a date or time in the format of the field's type.
    @inlinable
    public static func min(_ value: some AttributeConvertible) -> Self { Self(.min, converted: value) }

    /// The fewest UTF-16 code units that a non-empty field accepts.
    @inlinable
    public static func minlength(_ value: Int) -> Self { Self(.minlength, value) }

    /// Whether several values can be chosen or entered.
    @inlinable
    public static var multiple: Self { Self(.multiple, isPresent: true) }

    /// The name of a control, under which its value is sent; or of a form, frame, image map, slot, `meta` or group of `details`.
    @inlinable
    public static func name(_ value: String) -> Self { Self(.name, value) }

    /// Whether the browser skips the validation of the form. The server still checks it.
    @inlinable
    public static var novalidate: Self { Self(.novalidate, isPresent: true) }

    /// The best value of a `meter`.
    @inlinable
    public static func optimum(_ value: some AttributeConvertible) -> Self { Self(.optimum, converted: value) }

    /// The regular expression that the whole value must match. For SVG's, see the element `pattern`.
    @inlinable
    public static func pattern(_ value: String) -> Self { Self(.pattern, value) }

    /// A short hint that an empty field shows. It does not replace a caption: give the field a `label`.
    @inlinable
    public static func placeholder(_ value: String) -> Self { Self(.placeholder, value) }

    /// Whether the field's value cannot be changed. A change is refused.
    @inlinable
    public static var readonly: Self { Self(.readonly, isPresent: true) }

    /// Whether the field must be filled in.
    @inlinable
    public static var required: Self { Self(.required, isPresent: true) }

    /// The height of a `textarea` in lines.
    @inlinable
    public static func rows(_ value: Int) -> Self { Self(.rows, value) }

    /// Whether an `option` is selected.
    @inlinable
    public static var selected: Self { Self(.selected, isPresent: true) }

    /// The width of a field in characters, or how many options a `select` shows.
    @inlinable
    public static func size(_ value: Int) -> Self { Self(.size, value) }

    /// The step between values, counted from `.min`.
    @inlinable
    public static func step(_ value: some AttributeConvertible) -> Self { Self(.step, converted: value) }

    /// Allows any value between `.min` and `.max`.
    @inlinable
    public static func step(_ value: HtmlValue.Step) -> Self { Self(.step, value.rawValue) }

    /// The time zone of a field for dates and times, if its message takes a `Date`: the moment at which clocks there show what was
    /// entered. It is not sent to the browser.
    ///
    /// ```swift
    /// input(.name("start"), .type(.datetimeLocal), .value(LocalDateTime(model.start, in: zone)), .timeZone(zone))
    /// ```
    ///
    /// A field without it has no moments, since a time without a zone is none. Its message takes a `LocalDate`, `LocalTime` or
    /// `LocalDateTime`. With it a day is its first moment, a month or week the first moment of its first day.
    public static func timeZone(_ zone: DateTimeZone) -> Self { Self(.timeZone, zone.name) }

    /// The kind of an input or a button.
    @inlinable
    public static func type(_ value: HtmlValue.InputType) -> Self { Self(.type, value.rawValue) }

    /// The media type of a resource or script, the numbering of an `ol` (`1`, `a`, `A`, `i`, `I`), or the kind of an
    /// SVG effect.
    @inlinable
    public static func type(_ value: String) -> Self { Self(.type, value) }

    /// The value of a field, button, option, list item, `data`, `progress` or `meter`. A `textarea` has its content
    /// instead.
    @inlinable
    public static func value(_ value: some AttributeConvertible) -> Self { Self(.value, converted: value) }

    /// Whether the lines of a `textarea` are sent with the line breaks shown on the screen.
    @inlinable
    public static func wrap(_ value: HtmlValue.Wrap) -> Self { Self(.wrap, value.rawValue) }
}

/// The name of the attribute with the most bytes of a field's files.
package let fileSizeName = "data-file-size"
