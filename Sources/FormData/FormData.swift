/// What a form sent: its entries in order, as the XMLHttpRequest standard's "entry list" has them.
public struct FormData: Equatable, Sendable {
    /// The entries, in the order in which they were sent.
    public var entries: [Entry]

    /// One name with its value. A name may occur any number of times.
    public struct Entry: Equatable, Sendable {
        /// The field's name.
        public var name: String
        /// The field's value.
        public var value: Value

        /// Creates an entry.
        public init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// A field's value: a text, or an uploaded file.
    public enum Value: Equatable, Sendable {
        case text(String)
        case file(UploadedFile)
    }

    /// Creates form data from entries.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }
}

/// A file that a visitor uploaded: it lies on the server's disk under a name of the server's own choosing.
public struct UploadedFile: Codable, Equatable, Sendable {
    /// The name that the visitor's machine gave it. Untrusted: never use it as a path.
    public var filename: String
    /// The media type that the client claimed. Untrusted.
    public var contentType: String
    /// Its length in bytes.
    public var size: Int
    /// Where its bytes lie, on this machine; empty where the field was sent with no file chosen.
    public var path: String

    /// Creates a description of an uploaded file.
    public init(filename: String, contentType: String, size: Int, path: String) {
        self.filename = filename
        self.contentType = contentType
        self.size = size
        self.path = path
    }
}
