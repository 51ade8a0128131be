/// A file that a visitor uploaded: it lies on the server's disk under a name of the server's own choosing.
public struct UploadedFile: Codable, Equatable, Sendable {
    /// The name that the visitor's machine gave it. Untrusted: never use it as a path.
    public var filename: String
    /// The media type that the client claimed. Untrusted.
    public var contentType: String
    /// Its length in bytes.
    public var size: Int
    /// Where its bytes lie, on this machine; empty where the field was sent with no file chosen.
    ///
    /// The file is removed after a time. A program that wants to keep it moves or copies it in an effect.
    public var path: String

    /// Creates a description of an uploaded file.
    public init(filename: String, contentType: String, size: Int, path: String) {
        self.filename = filename
        self.contentType = contentType
        self.size = size
        self.path = path
    }

    /// Whether the field was sent with no file chosen: browsers then send an empty name and no bytes.
    public var isEmptyChoice: Bool {
        path.isEmpty
    }
}
