// Attributes for uploads in pieces, whose script is loaded when a file is chosen.

extension Attribute {
    /// Uploads the files of a field of a typed form piece by piece, beside all else that the page does, as soon as they are chosen.
    ///
    /// ```swift
    /// form("film", .onSubmit(Message.film)) {
    ///     input(.type(.file), .name("film"), .accept("video/*"), .upload(upTo: 5_000_000_000))
    ///     progress(.uploadProgress(of: "film"), .ariaLabel("How much of the film has arrived"))
    ///     button { "Send" }
    /// }
    /// ```
    ///
    /// An upload continues after a cut, a sleep and a restart of the server, and after a reload when the visitor chooses the same file again. The form is
    /// sent when its uploads have arrived, and its payload has an `UploadedFile` for each. Without script the files are sent with the form,
    /// up to `Settings.fileSize` each.
    ///
    /// - Parameters:
    ///   - bytes: the most bytes of a file.
    ///   - most: the most files, with `.multiple`.
    public static func upload(upTo bytes: Int, most: Int = 20) -> Self {
        .attribute(uploadName, "\(Swift.max(0, bytes)) \(Swift.max(1, most))")
    }

    /// Makes a `progress` within a form show how much of the files of one of its fields has arrived, if they are uploaded in pieces.
    ///
    /// ```swift
    /// input(.name("film"), .type(.file), .upload(upTo: 5_000_000_000))
    /// progress(.uploadProgress(of: "film"), .ariaLabel("How much of the film has arrived"))
    /// ```
    ///
    /// It is empty while no file is chosen, and full until the form is sent once all of them have arrived.
    public static func uploadProgress(of field: String) -> Self { .attribute(uploadProgressName, field) }

    /// Makes a button within a form cancel the uploads of one of its fields. The field is then empty, and the server forgets what it has received.
    ///
    /// ```swift
    /// button(.type(.button), .cancelsUpload(of: "film")) { "Cancel" }
    /// ```
    public static func cancelsUpload(of field: String) -> Self { .attribute("data-upload-cancel", field) }

    /// Makes an `img` within a form show a small picture of the first image that is chosen in one of its fields, if that is uploaded in pieces.
    ///
    /// ```swift
    /// input(.name("photo"), .type(.file), .accept("image/*"), .upload(upTo: 50_000_000))
    /// img(.uploadPreview(of: "photo"), .alt("The chosen photo"))
    /// ```
    ///
    /// The browser makes it of the file, as a `data:` address, which the usual security policy permits for images. Without such a file the image has no
    /// source. It has none without script.
    public static func uploadPreview(of field: String) -> Self { .attribute("data-upload-preview", field) }

    /// Makes a message of how much of a field's files has arrived, if they are uploaded in pieces. See ``UploadProgress``.
    ///
    /// ```swift
    /// input(.name("film"), .type(.file), .upload(upTo: 5_000_000_000),
    ///     .onUploadProgress("film", otherwise: .needsScript) { (progress: UploadProgress) in .arriving(progress) },
    ///     .throttle(.seconds(1)))
    /// ```
    ///
    /// Of these events only the latest waits to be sent, and they are 50 milliseconds apart if ``throttle(_:)`` says nothing else.
    public static func onUploadProgress<Payload: EventPayload>(
        _ name: String,
        otherwise alternative: ScriptAlternative,
        _ message: @escaping @Sendable (Payload) -> Message
    ) -> Self where Message: Sendable {
        .on("elmwood-upload", name, otherwise: alternative, message)
    }
}

/// How much of a field's files has arrived.
public struct UploadProgress: Codable, Equatable, EventPayload {
    /// How many bytes have arrived.
    public var loaded: Int
    /// How many bytes the files have together; 0 if none is chosen.
    public var total: Int

    /// Creates a progress: for tests.
    public init(loaded: Int, total: Int) {
        (self.loaded, self.total) = (loaded, total)
    }
}

/// The name of the attribute with the limits of a field whose files are uploaded in pieces.
package let uploadName = "data-upload"
