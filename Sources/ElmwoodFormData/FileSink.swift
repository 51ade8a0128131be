/// Where the content of uploaded files goes: a folder of a server, a list in memory of a test.
///
/// A ``FormDataReader`` calls it in this order: `open`, any number of `write`, `close`, for one file after the other. Where
/// the form is refused, or the visitor goes away, it calls `abandon` once and nothing after that.
public protocol FileSink: Sendable {
    /// A file begins. Both texts are what the client said: the name must not become a path.
    mutating func open(filename: String, contentType: String) throws
    /// Bytes of the file that is open.
    mutating func write(_ bytes: [UInt8]) throws
    /// The file that is open is whole. Answers where it lies.
    mutating func close() throws -> String
    /// Everything that was stored so far, the file that is open and those that were closed, is to be removed.
    mutating func abandon()
}
