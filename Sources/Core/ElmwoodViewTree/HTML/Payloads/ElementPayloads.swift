import ElmwoodFormData

/// A turn of the wheel, or of two fingers on a touchpad.
public struct WheelTurn: Codable, Equatable, EventPayload {
    /// The place across, in the units of the element.
    public var x: Double
    /// The place down, in the units of the element.
    public var y: Double
    /// How far it would scroll to the right, in pixels.
    public var deltaX: Double
    /// How far it would scroll down, in pixels.
    public var deltaY: Double
    /// Whether Control is held, as it counts as held while two fingers zoom.
    public var ctrlKey: Bool
    /// Whether Shift is held.
    public var shiftKey: Bool

    /// Creates a turn of the wheel: for tests.
    public init(x: Double, y: Double, deltaX: Double = 0, deltaY: Double, modifiers: KeyModifiers = []) {
        (self.x, self.y, self.deltaX, self.deltaY) = (x, y, deltaX, deltaY)
        (ctrlKey, shiftKey) = (modifiers.contains(.control), modifiers.contains(.shift))
    }
}

/// How far an element is scrolled, in pixels.
public struct ScrollPlace: Codable, Equatable, EventPayload {
    /// How far it is scrolled to the right. It is negative where texts run from right to left.
    public var scrollLeft: Double
    /// How far it is scrolled down.
    public var scrollTop: Double
    /// How high its content is.
    public var scrollHeight: Double
    /// How high the part is that is seen.
    public var clientHeight: Double

    /// Creates a place: for tests.
    public init(scrollLeft: Double = 0, scrollTop: Double, scrollHeight: Double, clientHeight: Double) {
        (self.scrollLeft, self.scrollTop) = (scrollLeft, scrollTop)
        (self.scrollHeight, self.clientHeight) = (scrollHeight, clientHeight)
    }

    /// Whether the end is seen, but for a pixel that browsers round away.
    public var isAtEnd: Bool { scrollTop + clientHeight >= scrollHeight - 1 }
}

/// What was dropped on an element.
///
/// Files are sent as those of a form are, with its limits, and are removed after a time.
public struct DroppedItems: Codable, Equatable, EventPayload {
    /// The place across, in the units of the element.
    public var x: Double
    /// The place down, in the units of the element.
    public var y: Double
    /// The text; empty if it is no text.
    public var text: String
    /// The files.
    public var files: [UploadedFile]

    /// Creates what was dropped: for tests.
    public init(x: Double = 0, y: Double = 0, text: String = "", files: [UploadedFile] = []) {
        (self.x, self.y, self.text, self.files) = (x, y, text, files)
    }

    /// A hundred thousand characters.
    public static var longestText: Int { 100_000 }

    /// Ten files.
    public static var mostFiles: Int { 10 }
}

/// What was pasted into an element.
public struct PastedItems: Codable, Equatable, EventPayload {
    /// The text; empty if it is no text.
    public var text: String
    /// The files, such as a picture.
    public var files: [UploadedFile]

    /// Creates what was pasted: for tests.
    public init(text: String = "", files: [UploadedFile] = []) { (self.text, self.files) = (text, files) }

    /// A hundred thousand characters.
    public static var longestText: Int { 100_000 }

    /// Ten files.
    public static var mostFiles: Int { 10 }
}

/// Whether a `details`, a dialog or a popover is open.
public struct OpenState: Codable, Equatable, EventPayload {
    /// Whether it is open now.
    public var isOpen: Bool

    private enum CodingKeys: String, CodingKey { case isOpen = "open" }

    /// Creates a state: for tests.
    public init(isOpen: Bool) { self.isOpen = isOpen }
}

/// Where a video or a sound is.
public struct MediaState: Codable, Equatable, EventPayload {
    /// The seconds since its beginning.
    public var currentTime: Double
    /// Whether it is paused.
    public var isPaused: Bool
    /// Its length in seconds; nil if that is not known, or it has no end.
    public var duration: Double?

    private enum CodingKeys: String, CodingKey {
        case currentTime, duration
        case isPaused = "paused"
    }

    /// Creates a state: for tests.
    public init(currentTime: Double, isPaused: Bool = false, duration: Double? = nil) {
        (self.currentTime, self.isPaused, self.duration) = (currentTime, isPaused, duration)
    }

    /// Times are not before the beginning.
    public static var ranges: [String: ClosedRange<Double>] { ["currentTime": 0...1e9, "duration": 0...1e9] }
}
