/// The encoding of a form's body, given by its `Content-Type`.
package enum FormDataEncoding: Equatable, Sendable {
    /// `application/x-www-form-urlencoded`
    case urlencoded
    /// `multipart/form-data`, its parts separated by lines of `--` and this boundary (1 to 70 bytes).
    case multipart(boundary: [UInt8])

    /// Reads the value of a `Content-Type` header. Parameters other than `boundary` are ignored: a form is UTF-8.
    ///
    /// - Throws: ``FormDataError`` of the kind `unsupported` if the type is another one, `malformed` if the boundary is missing or
    ///   invalid by RFC 2046 §5.1.1.
    package init(contentType bytes: Span<UInt8>) throws(FormDataError) {
        // Exactly what browsers and curl send for a plain form, and what scripts send.
        if bytes.isEqual(to: "application/x-www-form-urlencoded")
            || bytes.isEqual(to: "application/x-www-form-urlencoded;charset=UTF-8")
        {
            self = .urlencoded
            return
        }
        var parameters = HeaderParameters(bytes)
        switch parameters.value {
        case "application/x-www-form-urlencoded":
            self = .urlencoded
        case "multipart/form-data":
            var boundary: [UInt8]?
            while let parameter = parameters.next(in: bytes, escapes: .backslash) {
                guard parameter.name == "boundary" else { continue }
                guard boundary == nil else { throw .badBoundary }
                boundary = parameter.value
            }
            guard parameters.isWellFormed, let boundary, Self.isBoundary(boundary) else { throw .badBoundary }
            self = .multipart(boundary: boundary)
        default:
            throw .unsupportedContentType
        }
    }

    /// Reads the value of a `Content-Type` header.
    ///
    /// - Throws: ``FormDataError``, as for its bytes.
    package init(contentType: String) throws(FormDataError) {
        try self.init(contentType: contentType.utf8.span)
    }

    /// Whether the bytes are a boundary by RFC 2046 §5.1.1: 1 to 70 of these characters, the last of them not a space.
    private static func isBoundary(_ bytes: [UInt8]) -> Bool {
        guard (1...70).contains(bytes.count), bytes.last != 0x20 else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            case 0x20, 0x27...0x29, 0x2B...0x2F, 0x3A, 0x3D, 0x3F, 0x5F: true
            default: false
            }
        }
    }
}
