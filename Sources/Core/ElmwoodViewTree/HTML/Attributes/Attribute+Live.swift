// Attributes for the page's script. Without script they have no effect.

extension Attribute {
    /// The question before a form is left in which the visitor has entered something that is not sent.
    ///
    /// ```swift
    /// form("letter", .onSubmit(Message.send), .confirmLeaving("Leave without sending the letter?")) { … }
    /// ```
    ///
    /// It is asked before a link, and before the way through the browser's history within the program. Where the browser itself leaves the page, for
    /// another site, or as the tab is closed, it asks in words of its own. Without script nobody asks.
    @inlinable
    public static func confirmLeaving(_ question: String) -> Self { Self(.confirmLeaving, question) }

    /// The text that a button copies to the clipboard, within the click itself, as Safari demands it.
    ///
    /// ```swift
    /// code { model.link }
    /// button(.type(.button), .copies(model.link)) { "Copy" }
    /// ```
    ///
    /// The button then has the class `elmwood-copied` for two seconds, and those who hear the page are told. Where the browser does not allow it, a
    /// dialog says so and shows the text, selected. Without script the button does nothing, so show the text beside it. A button with a message
    /// sends it as well. The command `.copy` copies what an update knows, later than the click.
    @inlinable
    public static func copies(_ text: String) -> Self { Self(.copies, text) }

    /// How long the visitor must pause before the typed text is sent, in whole milliseconds.
    ///
    /// Pending text is sent before any other action of the visitor.
    ///
    /// ```swift
    /// input(.name("q"), .onInput(Message.search), .debounce(.milliseconds(300)))
    /// ```
    public static func debounce(_ pause: Duration) -> Self {
        .attribute("data-debounce", String(milliseconds(of: pause)))
    }

    /// The least time between two events of the element that are sent, in whole milliseconds: the first is sent at once and, of those that come
    /// within the pause, the latest at its end.
    ///
    /// ```swift
    /// svg(.onPointerMove("draw", otherwise: .needsScript) { (at: PointerPlace) in .drawn(at) }, .throttle(.milliseconds(100)))
    /// ```
    ///
    /// What waits is sent before any other action of the visitor.
    public static func throttle(_ pause: Duration) -> Self {
        .attribute("data-throttle", String(milliseconds(of: pause)))
    }

    private static func milliseconds(of pause: Duration) -> Int64 {
        let (seconds, attoseconds) = Swift.min(Swift.max(pause, .zero), .seconds(86_400)).components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }

    /// Prevents what the browser itself would do at the events that the element asks for: of a key only at those that it asks for, such as that
    /// the arrow keys scroll.
    public static var preventsDefault: Self { .attribute("data-prevents-default", isPresent: true) }

    /// Ends the way of events at this element: those of elements within it reach no handler of an element around it, and no subscription of the
    /// page.
    ///
    /// ```swift
    /// tr(.onClick(.open(row.id))) { td { row.title }; td(.stopsPropagation) { button("Delete", .delete(row.id)) } }
    /// ```
    public static var stopsPropagation: Self { .attribute("data-stops-propagation", isPresent: true) }

    /// Makes a `progress` within a form show how much of the form's files has been sent. It is empty while nothing is sent.
    ///
    /// ```swift
    /// form("photo", .onSubmit(Message.upload)) { input(.name("file"), .type(.file)); progress(.uploadProgress) }
    /// ```
    public static var uploadProgress: Self { .attribute(uploadProgressName, isPresent: true) }
}

/// The name of the attribute of a `progress` for uploads.
let uploadProgressName = "data-upload-progress"
