// Attributes for custom elements, and for scripts of others that work on the page.

extension Attribute {
    /// Leaves the children of the element to its script: a patch changes the attributes of the element only.
    ///
    /// ```swift
    /// element("site-map", .key(model.city), .attribute("center", model.center), .opaque)
    /// ```
    ///
    /// The children that the view gives the element are in the first page, and are not changed after it; without script the visitor sees them.
    /// An element with another `.key` is a new one, with new children.
    @inlinable
    public static var opaque: Self { Self(.opaque, isPresent: true) }

    /// Makes a form-associated custom element a control: what it sends under its `.name` is checked as the value of that kind.
    ///
    /// ```swift
    /// form("review", .onSubmit(Message.review)) {
    ///     element("star-rating", .name("stars"), .field(.number), .min(1), .max(5), .required)
    ///     element("x-editor", .name("text"), .field(.textarea, maxlength: 5_000))
    /// }
    /// ```
    ///
    /// The element sets its value by `ElementInternals.setFormValue`, has it as the property `value`, and begins with that of its attribute
    /// `value`. It dispatches `input` and `change` where `.onInput` and `.onChange` are to hear of it. The constraints are HTML's: `.required`,
    /// `.maxlength`, `.pattern`, `.min`, `.max`, `.step`, `.accept`. Without script it sends nothing: an element around an ordinary control does.
    ///
    /// - Parameter maxlength: The most UTF-16 code units of a text. The site bounds it if there is none.
    public static func field(_ kind: HtmlValue.FieldKind, maxlength: Int? = nil) -> Self {
        Self(.field, maxlength.map { "\(kind.rawValue) \(Swift.max(0, $0))" } ?? kind.rawValue)
    }

    /// Makes a message from an event that a custom element dispatches, and from members of its `detail`. See ``EventPayload``.
    ///
    /// ```swift
    /// struct Volume: EventPayload {
    ///     var value: Double
    ///     static var ranges: [String: ClosedRange<Double>] { ["value": 0...100] }
    /// }
    ///
    /// element("x-volume", .on("x-change", "volume") { (detail: Volume) in .volume(detail.value) })
    /// ```
    ///
    /// - Parameters:
    ///   - event: the name with which the element dispatches it: lower case, with a hyphen, so that it is none of the browser's own.
    ///   - name: its name in the view, which exists once there.
    ///   - alternative: what does the same without script.
    public static func on<Payload: EventPayload>(
        _ event: String,
        _ name: String,
        otherwise alternative: ScriptAlternative = .needsScript,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self where Message: Sendable {
        let bytes = event.utf8
        let isName = bytes.allSatisfy { byte in
            byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        }
        guard isName, bytes.contains(UInt8(ascii: "-")), bytes.count <= 200 else {
            let reason =
                "No custom element dispatches “\(event)”: the name of its event is lower case and has a hyphen. It is left out."
            return Self(value: AttributeValue(kind: .refused, name: .custom, text: reason))
        }
        return Self(dispatched: event, name, otherwise: alternative, message)
    }

    /// Creates an event that a script dispatches, whose name is none of the browser's.
    package init<Payload: EventPayload>(
        dispatched event: String,
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) throws -> Message
    ) where Message: Sendable {
        self.init(event: .custom, name, otherwise: alternative, message)
        guard value.kind == .handler else { return }
        let label = "data-on-" + event
        value.text = label + value.text
        value.customNameSize = UInt16(label.utf8.count)
    }

    /// Accepts a field that the view does not have, and that a script of others adds to the form: the token of a captcha.
    ///
    /// ```swift
    /// form("sign-up", .onSubmit(Message.signUp), .acceptsField("cf-turnstile-response", maxlength: 2048)) { … }
    /// ```
    ///
    /// The payload has it as an optional text of that name, since it need not be sent. Any other field that the view does not have is refused.
    ///
    /// - Parameter maxlength: The most UTF-16 code units that it may have.
    public static func acceptsField(_ name: String, maxlength: Int) -> Self {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 <= 0x20 }) else {
            let reason = "A form cannot accept the field “\(name)”: its name is empty, or has a space. It is refused."
            return Self(value: AttributeValue(kind: .refused, name: .acceptedFields, text: reason))
        }
        return Self(.acceptedFields, "\(Swift.max(0, maxlength)):\(name)")
    }
}
