import Elmwood
import ElmwoodPageTree

// Uploads in pieces, of fields with `.upload(upTo:most:)`.

extension ProgramTest {
    /// Chooses a file of that many bytes, all zero, in a field with `.upload`, and uploads it.
    ///
    /// ```swift
    /// test.upload("Film", size: 12_000_000)
    /// test.click("Send")
    /// ```
    ///
    /// ``attach(_:_:file:line:)`` uploads files with other contents.
    public func upload(
        _ field: String,
        size: Int,
        name: String = "upload.bin",
        type: String = "application/octet-stream",
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let content = [UInt8](repeating: 0, count: max(0, size))
        perform("upload(\(String(reflecting: field)), size: \(size))", file, line) { finder in
            let node = try finder.fileField(field, for: 1)
            guard node.has("data-upload") else {
                throw FinderFailure("The field “\(field)” has no “.upload”: its files are sent with their form.")
            }
            return .attach(node, [TestFile(name, type: type, content: content)])
        }
    }

    /// Cuts the uploads of the page: a form with such files waits, and the rest of the page continues.
    ///
    /// ```swift
    /// test.interruptUpload()
    /// test.upload("Film", size: 12_000_000)
    /// test.click("Send")
    /// test.expectNone("#film")
    /// test.resumeUpload()
    /// test.expect("#film", "12 MB")
    /// ```
    public func interruptUpload(file: StaticString = #filePath, line: UInt = #line) {
        act("interruptUpload()", file, line) { $0.act(.interruptUploads) }
    }

    /// Lets the uploads of the page come to their end, and sends the form that waits for them.
    public func resumeUpload(file: StaticString = #filePath, line: UInt = #line) {
        act("resumeUpload()", file, line) { $0.act(.resumeUploads) }
    }
}
