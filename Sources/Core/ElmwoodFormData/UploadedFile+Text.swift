import Glibc

extension UploadedFile {
    /// Returns the file's content as a text.
    ///
    /// ```swift
    /// .effect { try .imported(Rows(csv: file.text(upTo: 5_000_000))) } onFailure: { .importFailed("\($0)") }
    /// ```
    ///
    /// It reads from the disk, so it belongs in an effect or an endpoint.
    ///
    /// - Parameter limit: the most bytes.
    /// - Throws: ``UploadedTextError`` if the file is longer, cannot be read, is not UTF-8, or has more than 30 combining marks in a row,
    ///   for which Swift would take long to compare the text with others.
    public func text(upTo limit: Int = 1_048_576) throws(UploadedTextError) -> String {
        guard !isEmptyChoice else { return "" }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { piece.deallocate() }
        while true {
            let count = read(descriptor, piece.baseAddress, piece.count)
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw .unreadable
            }
            guard count <= limit - bytes.count else { throw .tooLong(limit) }
            bytes.append(contentsOf: piece[..<count])
        }
        return try Self.text(of: bytes.span)
    }

    /// Returns bytes as a text.
    package static func text(of bytes: Span<UInt8>) throws(UploadedTextError) -> String {
        guard let text = try? UTF8Span(validating: bytes) else { throw .notUTF8 }
        guard CombiningMarks.areFew(in: bytes) else { throw .tooManyMarks }
        return String(copying: text)
    }
}

/// Why bytes that a client sent cannot be read as a text.
public struct UploadedTextError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, in a sentence for the client.
    public let description: String

    private init(_ description: String) { self.description = description }

    static func tooLong(_ limit: Int) -> Self { Self("The file is longer than \(limit) bytes.") }
    static let unreadable = Self("The file cannot be read.")
    static let notUTF8 = Self("The text is not UTF-8.")
    static let tooManyMarks = Self("The text has more than \(CombiningMarks.most) combining marks in a row.")
}
