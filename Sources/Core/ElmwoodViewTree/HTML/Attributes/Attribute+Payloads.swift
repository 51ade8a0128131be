// Events that say more than their name: the message is made of the values that their payload's type declares.

extension Attribute {
    /// Creates the event of that name, with a payload.
    ///
    /// - Parameters:
    ///   - name: its name in the view, which exists once there: an event of a page that is older than the view reaches no other handler.
    ///   - keys: the keys for which it is sent; empty for all.
    ///   - message: throws if there is no message for the payload, which is then refused as one that is out of range.
    package init<Payload: EventPayload>(
        event attribute: AttributeName,
        _ name: String,
        keys: [KeyFilter] = [],
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) throws -> Message
    ) where Message: Sendable {
        if let reason = PayloadEvent.refusal(of: name) {
            value = AttributeValue(kind: .refused, name: attribute, text: reason)
            return
        }
        do {
            let members = try PayloadShape.of(Payload.self).list
            let filter = keys.map(\.text).joined(separator: ",")
            let text = PayloadEvent.text(name, members, keys: filter, alternative)
            value = AttributeValue(kind: .handler, name: attribute, text: text, handler: Handler(message))
        } catch {
            value = AttributeValue(
                kind: .refused,
                name: attribute,
                text: "The event “\(name)” is left out: \(error)"
            )
        }
    }
}

extension Attribute where Message: Encodable & Sendable {
    /// Makes a message from a click on the element, and its place.
    ///
    /// A click with a modifier that makes the browser open a tab is the browser's. See ``EventPayload``.
    public static func onClick<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onClick, name, otherwise: alternative, message)
    }

    /// Makes a message from the press of a pointer (mouse, pen or finger) on the element.
    ///
    /// ```swift
    /// svg(.viewBox("0 0 400 300"), .onPointerDown("board", otherwise: .form("place")) { (at: PointerPlace) in .placed(at) }) { … }
    /// ```
    ///
    /// The place is in the units of the element, whichever child was hit, and never outside of it. See ``EventPayload``.
    public static func onPointerDown<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onPointerDown, name, otherwise: alternative, message)
    }

    /// Makes a message from the release of a pointer on the element. See ``EventPayload``.
    public static func onPointerUp<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onPointerUp, name, otherwise: alternative, message)
    }

    /// Makes a message from the press of a key in the element.
    ///
    /// ```swift
    /// div(.onKeyDown("grid", [.arrows, .key("k", .control)], otherwise: .needsScript) { (key: KeyPress) in .pressed(key) })
    /// ```
    ///
    /// - Parameter keys: the keys that are sent; empty for all.
    public static func onKeyDown<Payload: EventPayload>(
        _ name: String,
        _ keys: [KeyFilter] = [],
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onKeyDown, name, keys: keys, otherwise: alternative, message)
    }

    /// Makes a message from the release of a key in the element. See ``onKeyDown(_:_:otherwise:_:)``.
    public static func onKeyUp<Payload: EventPayload>(
        _ name: String,
        _ keys: [KeyFilter] = [],
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onKeyUp, name, keys: keys, otherwise: alternative, message)
    }
}
