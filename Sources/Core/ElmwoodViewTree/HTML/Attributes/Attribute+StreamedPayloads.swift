// Payloads of the events of pointers that move, of scrolling, of what is dropped or pasted, and of elements that change by themselves.

extension Attribute where Message: Encodable & Sendable {
    /// Makes a message from the moves of a pointer over the element. See ``PointerPlace``.
    ///
    /// Of a stream of events only the latest waits to be sent, and they are 50 milliseconds apart if ``throttle(_:)`` says nothing else.
    public static func onPointerMove<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onPointerMove, name, otherwise: alternative, message)
    }

    /// Makes a message when a pointer leaves the element. See ``PointerPlace``.
    public static func onPointerLeave<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onPointerLeave, name, otherwise: alternative, message)
    }

    /// Makes a message when a pointer's events end early, as when the page is scrolled. See ``PointerPlace``.
    public static func onPointerCancel<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onPointerCancel, name, otherwise: alternative, message)
    }

    /// Makes a message from a double click on the element, and its place. See ``PointerPlace``.
    public static func onDoubleClick<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onDoubleClick, name, otherwise: alternative, message)
    }

    /// Makes a message when the element's context menu is requested, and suppresses the menu. See ``PointerPlace``.
    public static func onContextMenu<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onContextMenu, name, otherwise: alternative, message)
    }

    /// Makes a message from the wheel over the element. See ``WheelTurn``.
    ///
    /// Of a stream of events only the latest waits to be sent, and they are 50 milliseconds apart if ``throttle(_:)`` says nothing else.
    public static func onWheel<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onWheel, name, otherwise: alternative, message)
    }

    /// Makes a message while the element is scrolled. See ``ScrollPlace``.
    ///
    /// Of a stream of events only the latest waits to be sent, and they are 50 milliseconds apart if ``throttle(_:)`` says nothing else.
    public static func onScroll<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onScroll, name, otherwise: alternative, message)
    }

    /// Makes a message when scrolling of the element has ended. See ``ScrollPlace``.
    ///
    /// ```swift
    /// ol(.onScrollEnd("log", otherwise: .needsScript) { (at: ScrollPlace) in .seen(at) }, .throttle(.milliseconds(250)))
    /// ```
    public static func onScrollEnd<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onScrollEnd, name, otherwise: alternative, message)
    }

    /// Makes a message from the text or the files that are dropped on the element. See ``DroppedItems``.
    ///
    /// ```swift
    /// div(.onDrop("photos", otherwise: .form("upload")) { (items: DroppedItems) in .dropped(items.files) })
    /// ```
    public static func onDrop<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onDrop, name, otherwise: alternative, message)
    }

    /// Makes a message from the text or the files that are pasted into the element. See ``PastedItems``.
    public static func onPaste<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onPaste, name, otherwise: alternative, message)
    }

    /// Makes a message when a `details` or popover has been opened or closed. See ``OpenState``.
    public static func onToggle<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onToggle, name, otherwise: alternative, message)
    }

    /// Makes a message when the media starts. See ``MediaState``.
    public static func onPlay<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onPlay, name, otherwise: alternative, message)
    }

    /// Makes a message when the media is paused. See ``MediaState``.
    public static func onPause<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onPause, name, otherwise: alternative, message)
    }

    /// Makes a message when playback has reached the end. See ``MediaState``.
    public static func onEnded<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onEnded, name, otherwise: alternative, message)
    }

    /// Makes a message while the media plays. See ``MediaState``.
    ///
    /// Of a stream of events only the latest waits to be sent, and they are 50 milliseconds apart if ``throttle(_:)`` says nothing else.
    public static func onTimeUpdate<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self {
        Self(event: .onTimeUpdate, name, otherwise: alternative, message)
    }
}
