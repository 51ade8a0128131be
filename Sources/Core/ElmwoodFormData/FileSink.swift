/// The destination of uploaded files' content: a folder of a server, a list in memory of a test.
///
/// A ``FormDataReader`` calls it in this order: `open`, any number of `write`, `close`, for one file after the other. If the form
/// is refused or the visitor disconnects, it calls `abandon` once and nothing after that.
package protocol FileSink: Sendable {
    /// Begins a file. Both texts come from the client: the name must not become a path.
    mutating func open(filename: String, contentType: String) throws
    /// Appends bytes to the open file.
    mutating func write(_ bytes: [UInt8]) throws
    /// Completes the open file, and returns its path.
    mutating func close() throws -> String
    /// Removes everything that was stored so far, the open file and the closed ones.
    mutating func abandon()
}
