/// A file that a visitor attaches.
public struct TestFile: Equatable, Sendable {
    /// Its name on the visitor's machine.
    public var name: String
    /// Its media type, as the browser determines it.
    public var type: String
    /// Its content.
    public var content: [UInt8]

    /// Creates a file with those bytes.
    public init(_ name: String, type: String = "application/octet-stream", content: [UInt8]) {
        self.name = name
        self.type = type
        self.content = content
    }

    /// Creates a text file.
    public init(_ name: String, text: String) {
        self.init(name, type: "text/plain", content: Array(text.utf8))
    }
}
