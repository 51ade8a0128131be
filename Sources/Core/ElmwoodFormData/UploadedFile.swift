/// A file that a visitor uploaded, on the server's disk with a name of the server's choice.
public struct UploadedFile: Codable, Equatable, Sendable {
    /// The file's name on the visitor's machine. Untrusted: never use it as a path.
    public var filename: String
    /// The media type that the client claimed. Untrusted.
    public var contentType: String
    /// Its length in bytes.
    public var size: Int
    /// The path of its bytes, on this machine; empty if no file was chosen.
    ///
    /// The file is removed after a time. A program that needs it longer moves or copies it in an effect.
    public var path: String
    /// The most bytes that the file might have had, if it has more. It has no content then, and must not reach a program.
    package var limit: Int?

    private enum CodingKeys: CodingKey { case filename, contentType, size, path }

    /// Creates a description of an uploaded file.
    public init(filename: String, contentType: String, size: Int, path: String) {
        self.filename = filename
        self.contentType = contentType
        self.size = size
        self.path = path
    }

    /// Whether no file was chosen for the field: browsers then send an empty name and no bytes.
    public var isEmptyChoice: Bool {
        path.isEmpty && limit == nil
    }
}
