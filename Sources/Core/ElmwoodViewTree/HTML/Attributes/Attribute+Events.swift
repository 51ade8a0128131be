// The message that a control or an element offers for an event. Without script a page posts clicks of buttons, changes of fields
// and submits of forms; the other events need a script. The view offers all of them.

extension Attribute where Message: Encodable & Sendable {
    /// Creates the event of that name, which offers a message.
    package init(event name: AttributeName, _ message: Message) {
        do {
            value = AttributeValue(kind: .message, name: name, text: try messageText(of: message))
        } catch {
            value = AttributeValue(
                kind: .refused,
                name: name,
                text: "The message \(message) cannot be written as text and is left out: \(error)"
            )
        }
    }

    /// Creates the event of that name, whose message is made from the visitor's input.
    package init<Payload: Decodable & Sendable>(
        event name: AttributeName,
        _ message: @escaping @Sendable (Payload) -> Message
    ) {
        value = AttributeValue(kind: .handler, name: name, handler: Handler(message))
    }

    /// Offers the message when the element is clicked. A `button` needs no script for it.
    public static func onClick(_ message: Message) -> Self { Self(event: .onClick, message) }

    /// Offers the message when the element is clicked twice in a row.
    public static func onDoubleClick(_ message: Message) -> Self { Self(event: .onDoubleClick, message) }

    /// Makes a message from the control's value when the visitor has changed it.
    ///
    /// Without script the change is sent with the next post of the page. The value is checked against the control's
    /// constraints and decoded into the payload: a `String`, a number, a `Bool` for a checkbox, an array for a `select`
    /// with `.multiple`.
    ///
    /// ```swift
    /// input(.name("count"), .type(.number), .value(model.count), .onChange(Message.set))
    /// ```
    public static func onChange<Payload: Decodable & Sendable>(
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onChange, message)
    }

    /// Offers the message when the visitor has changed the control's value, whatever it is.
    public static func onChange(_ message: Message) -> Self { Self(event: .onChange, message) }

    /// Makes a message from the control's value at each keystroke. See `onChange`, which needs no script.
    public static func onInput<Payload: Decodable & Sendable>(
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onInput, message)
    }

    /// Offers the message at each keystroke in the control.
    public static func onInput(_ message: Message) -> Self { Self(event: .onInput, message) }

    /// Makes a message from the fields of a form, which are decoded into the payload by their names.
    ///
    /// ```swift
    /// form("new-todo", .onSubmit(Message.add)) { input(.name("title"), .required) }
    /// ```
    public static func onSubmit<Payload: Decodable & Sendable>(
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onSubmit, message)
    }

    /// Offers the message when the form is sent.
    public static func onSubmit(_ message: Message) -> Self { Self(event: .onSubmit, message) }

    /// Offers the message when a key is pressed.
    public static func onKeyDown(_ message: Message) -> Self { Self(event: .onKeyDown, message) }

    /// Offers the message when that key is pressed.
    ///
    /// ```swift
    /// input(.name("title"), .onKeyDown(.escape, .cancelEditing))
    /// ```
    public static func onKeyDown(_ key: HtmlValue.Key, _ message: Message) -> Self {
        Self(event: key.eventName, message)
    }

    /// Offers the message when the element comes into view: when it is scrolled to, or is in view from the start (Intersection
    /// Observer). It comes once each time, and again where the element is in view and is a new one, by its key, or offers
    /// another message.
    ///
    /// At the end of a list that grows, on a link that leads to more without script:
    ///
    /// ```swift
    /// a(.href(page.link(to: "/", query: ["rows": "\(rows + 50)"])), .onVisible(.more(after: rows))) { "More" }
    /// ```
    public static func onVisible(_ message: Message) -> Self { Self(event: .onVisible, message) }

    /// Offers the message when the element gets the focus.
    public static func onFocus(_ message: Message) -> Self { Self(event: .onFocus, message) }

    /// Offers the message when the element loses the focus.
    public static func onBlur(_ message: Message) -> Self { Self(event: .onBlur, message) }

    /// Offers the message when the element, or one within it, gets the focus.
    public static func onFocusIn(_ message: Message) -> Self { Self(event: .onFocusIn, message) }

    /// Offers the message when the element, or one within it, loses the focus.
    public static func onFocusOut(_ message: Message) -> Self { Self(event: .onFocusOut, message) }

    /// Offers the message when a key is released.
    public static func onKeyUp(_ message: Message) -> Self { Self(event: .onKeyUp, message) }

    /// Offers the message when a button of the mouse is pressed on the element.
    public static func onMouseDown(_ message: Message) -> Self { Self(event: .onMouseDown, message) }

    /// Offers the message when a button of the mouse is released on the element.
    public static func onMouseUp(_ message: Message) -> Self { Self(event: .onMouseUp, message) }

    /// Offers the message when the pointer enters the element.
    public static func onMouseEnter(_ message: Message) -> Self { Self(event: .onMouseEnter, message) }

    /// Offers the message when the pointer leaves the element.
    public static func onMouseLeave(_ message: Message) -> Self { Self(event: .onMouseLeave, message) }

    /// Offers the message when the pointer enters the element or one within it.
    public static func onMouseOver(_ message: Message) -> Self { Self(event: .onMouseOver, message) }

    /// Offers the message when the pointer leaves the element or one within it.
    public static func onMouseOut(_ message: Message) -> Self { Self(event: .onMouseOut, message) }

    /// Offers the message when the element's context menu is requested, and suppresses the menu.
    public static func onContextMenu(_ message: Message) -> Self { Self(event: .onContextMenu, message) }

    /// Offers the message when a pointer (mouse, pen or finger) is pressed on the element.
    public static func onPointerDown(_ message: Message) -> Self { Self(event: .onPointerDown, message) }

    /// Offers the message when a pointer is released on the element.
    public static func onPointerUp(_ message: Message) -> Self { Self(event: .onPointerUp, message) }

    /// Offers the message when a pointer enters the element.
    public static func onPointerEnter(_ message: Message) -> Self { Self(event: .onPointerEnter, message) }

    /// Offers the message when a pointer leaves the element.
    public static func onPointerLeave(_ message: Message) -> Self { Self(event: .onPointerLeave, message) }

    /// Offers the message when a pointer's events end early, as when the page is scrolled.
    public static func onPointerCancel(_ message: Message) -> Self { Self(event: .onPointerCancel, message) }

    /// Offers the message when the element begins to be dragged.
    public static func onDragStart(_ message: Message) -> Self { Self(event: .onDragStart, message) }

    /// Offers the message when the element is no longer dragged.
    public static func onDragEnd(_ message: Message) -> Self { Self(event: .onDragEnd, message) }

    /// Offers the message when something is dragged onto the element.
    public static func onDragEnter(_ message: Message) -> Self { Self(event: .onDragEnter, message) }

    /// Offers the message repeatedly while something is dragged over the element.
    public static func onDragOver(_ message: Message) -> Self { Self(event: .onDragOver, message) }

    /// Offers the message when the dragged item leaves the element.
    public static func onDragLeave(_ message: Message) -> Self { Self(event: .onDragLeave, message) }

    /// Offers the message when something is dropped on the element.
    public static func onDrop(_ message: Message) -> Self { Self(event: .onDrop, message) }

    /// Offers the message when something of the element is copied.
    public static func onCopy(_ message: Message) -> Self { Self(event: .onCopy, message) }

    /// Offers the message when something of the element is cut.
    public static func onCut(_ message: Message) -> Self { Self(event: .onCut, message) }

    /// Offers the message when something is pasted into the element.
    public static func onPaste(_ message: Message) -> Self { Self(event: .onPaste, message) }

    /// Offers the message when scrolling of the element has ended.
    public static func onScrollEnd(_ message: Message) -> Self { Self(event: .onScrollEnd, message) }

    /// Offers the message when text of a field is selected.
    public static func onSelect(_ message: Message) -> Self { Self(event: .onSelect, message) }

    /// Offers the message when the browser finds the control's value invalid.
    public static func onInvalid(_ message: Message) -> Self { Self(event: .onInvalid, message) }

    /// Offers the message when the form is reset.
    public static func onReset(_ message: Message) -> Self { Self(event: .onReset, message) }

    /// Offers the message when a `details` or popover has been opened or closed.
    public static func onToggle(_ message: Message) -> Self { Self(event: .onToggle, message) }

    /// Offers the message when the visitor dismisses a `dialog`.
    public static func onCancel(_ message: Message) -> Self { Self(event: .onCancel, message) }

    /// Offers the message when a `dialog` has been closed.
    public static func onClose(_ message: Message) -> Self { Self(event: .onClose, message) }

    /// Offers the message when the resource has been loaded.
    public static func onLoad(_ message: Message) -> Self { Self(event: .onLoad, message) }

    /// Offers the message when the resource could not be loaded.
    public static func onError(_ message: Message) -> Self { Self(event: .onError, message) }

    /// Offers the message when the media starts.
    public static func onPlay(_ message: Message) -> Self { Self(event: .onPlay, message) }

    /// Offers the message when the media is paused.
    public static func onPause(_ message: Message) -> Self { Self(event: .onPause, message) }

    /// Offers the message when playback has reached the end.
    public static func onEnded(_ message: Message) -> Self { Self(event: .onEnded, message) }

    /// Offers the message when an animation of CSS has ended.
    public static func onAnimationEnd(_ message: Message) -> Self { Self(event: .onAnimationEnd, message) }

    /// Offers the message when a transition of CSS has ended.
    public static func onTransitionEnd(_ message: Message) -> Self { Self(event: .onTransitionEnd, message) }
}
