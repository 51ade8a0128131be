import ElmwoodFormData

/// A request's target: a path and a query (RFC 9112 §3.2).
///
/// Only unambiguous targets are accepted: a path is valid UTF-8, begins with one slash, and contains no NUL or other control
/// character, no encoded slash, no backslash and no segment `.` or `..`, encoded or not. So a path may be compared, sent back in a
/// redirect, and looked up in a folder.
public struct RequestTarget: Equatable, Sendable {
    /// The path, percent-decoded: `/`, `/todo/1`, `/café`. It is `*` if an OPTIONS request addresses the whole server.
    public let path: String
    /// The range of path and query in the target's bytes as sent: without the scheme and the host of a target in absolute form.
    public let originForm: Range<Int>
    /// The range of the query in the target's bytes, without its question mark; nil if there is none. `FormData(urlencoded:)` reads
    /// its bytes.
    public let query: Range<Int>?
    /// The range of the host, and port, of a target in absolute form (`http://host/path`), among its bytes; nil in any other form.
    public let authority: Range<Int>?

    /// Why a target was refused: one plain sentence.
    public struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
        /// The sentence. It contains no input of the client.
        public let description: String

        fileprivate init(_ description: String) {
            self.description = description
        }

        static let form = Refusal("The request's target does not begin with a slash.")
        static let authority = Refusal("The request's target names no host, or names a user.")
        static let asterisk = Refusal("Only an OPTIONS request may have the target *.")
        static let bytes = Refusal("The request's target contains a space, a control character or a number sign.")
        static let percent = Refusal("A percent sign in the request's path is not followed by two hexadecimal digits.")
        static let slash = Refusal("The request's path contains an encoded slash, or a backslash.")
        static let control = Refusal("The request's path contains an encoded control character.")
        static let nul = Refusal("The request's query contains an encoded NUL.")
        static let encoding = Refusal("The request's target is not valid UTF-8.")
        static let marks = Refusal(
            "The request's target contains more than \(CombiningMarks.most) combining marks in a row."
        )
        static let segment = Refusal("The request's path contains a segment . or .., or begins with two slashes.")
    }

    /// Reads a target as it was sent.
    ///
    /// - Parameters:
    ///   - bytes: The target's bytes, not decoded.
    ///   - isOptions: Whether the method is OPTIONS.
    /// - Throws: ``Refusal``, to be answered with 400.
    public init(_ bytes: Span<UInt8>, isOptions: Bool = false) throws(Refusal) {
        var start = 0
        if bytes.count == 1, bytes[0] == 0x2A {
            guard isOptions else { throw .asterisk }
            path = "*"
            originForm = 0..<1
            query = nil
            authority = nil
            return
        }
        guard bytes.count > 0 else { throw .form }
        if bytes[0] == 0x2F {
            authority = nil
        } else {
            let range = try Self.authority(bytes)
            authority = range
            start = range.upperBound
        }
        var mark = start
        var isPlain = true
        var index = start
        // One pass finds the question mark, and whether the path must be decoded.
        while index < bytes.count, bytes[index] != 0x3F {
            let byte = bytes[index]
            switch byte {
            case 0x00...0x20, 0x23, 0x7F: throw .bytes
            case 0x5C: throw .slash
            case 0x25: isPlain = false
            case 0x2E where index > start && bytes[index - 1] == 0x2F: isPlain = false
            case 0x2F where index == start + 1: throw .segment
            default: break
            }
            index += 1
        }
        mark = index
        while index < bytes.count {
            let byte = bytes[index]
            guard byte > 0x20, byte != 0x7F, byte != 0x23 else { throw .bytes }
            // HTML cannot show a NUL, and whatever stores a text may take it for its end.
            if byte == 0x25, PercentEncoding.byte(in: bytes, at: index, end: bytes.count) == 0 { throw .nul }
            index += 1
        }
        originForm = start..<bytes.count
        query = mark < bytes.count ? mark + 1..<bytes.count : nil
        // The query is decoded leniently, but must be valid UTF-8.
        guard let text = try? UTF8Span(validating: bytes.extracting(start..<bytes.count)) else { throw .encoding }
        guard CombiningMarks.areFew(inPercentEncoded: bytes) else { throw .marks }
        if isPlain {
            // A prefix that ends before an ASCII character of valid UTF-8 is valid.
            let path = mark == bytes.count ? text : try? UTF8Span(validating: bytes.extracting(start..<mark))
            guard let path else { throw .encoding }
            // In absolute form the path may be missing: then it is `/`.
            self.path = path.count == 0 ? "/" : String(copying: path)
        } else {
            path = try Self.decoded(bytes.extracting(start..<mark))
        }
    }

    /// Reads a target as it was sent.
    ///
    /// - Throws: ``Refusal``, to be answered with 400.
    public init(_ text: String, isOptions: Bool = false) throws(Refusal) {
        try self.init(Array(text.utf8).span, isOptions: isOptions)
    }

    /// Decodes percent signs, and refuses bytes that are not allowed in a path.
    private static func decoded(_ bytes: Span<UInt8>) throws(Refusal) -> String {
        var path: [UInt8] = []
        path.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == 0x25 else {
                path.append(bytes[index])
                index += 1
                continue
            }
            guard let byte = PercentEncoding.byte(in: bytes, at: index, end: bytes.count) else { throw .percent }
            switch byte {
            case 0x00...0x1F, 0x7F: throw .control
            case 0x2F, 0x5C: throw .slash
            default: path.append(byte)
            }
            index += 3
        }
        for segment in path.split(separator: 0x2F) where segment == [0x2E] || segment == [0x2E, 0x2E] {
            throw .segment
        }
        guard let text = try? UTF8Span(validating: path.span) else { throw .encoding }
        return String(copying: text)
    }

    /// Returns the authority of a target in absolute form.
    private static func authority(_ bytes: Span<UInt8>) throws(Refusal) -> Range<Int> {
        guard let start = schemeEnd(bytes, "http://") ?? schemeEnd(bytes, "https://") else { throw .form }
        var end = start
        while end < bytes.count, bytes[end] != 0x2F, bytes[end] != 0x3F {
            guard HeaderReader.isHostByte(bytes[end]) else { throw .authority }
            end += 1
        }
        guard end > start else { throw .authority }
        return start..<end
    }

    private static func schemeEnd(_ bytes: Span<UInt8>, _ scheme: StaticString) -> Int? {
        let length = scheme.utf8CodeUnitCount
        guard bytes.count > length else { return nil }
        let matches = scheme.withUTF8Buffer { scheme in
            scheme.indices.allSatisfy { HeaderFields.lowercased(bytes[$0]) == scheme[$0] }
        }
        return matches ? length : nil
    }
}
