/// The headers of one part of a `multipart/form-data` body (RFC 7578 §4.2).
package struct MultipartPart: Equatable, Sendable {
    /// The field's name.
    package var name: String
    /// The file's name if the part is a file; empty if no file was chosen. Untrusted.
    package var filename: String?
    /// The media type that the client claimed; `text/plain` if it claimed none (RFC 7578 §4.4). Untrusted.
    package var contentType: String

    /// Whether the part is a file, chosen or not.
    package var isFile: Bool { filename != nil }

    /// Creates the description of a part.
    package init(name: String, filename: String? = nil, contentType: String = "text/plain") {
        self.name = name
        self.filename = filename
        self.contentType = contentType
    }

    /// Reads the header lines of a part: each ended by CR LF, without the empty line at the end.
    init(headers: Span<UInt8>) throws(FormDataError) {
        guard CombiningMarks.areFew(in: headers) else { throw .tooManyMarksInName }
        var disposition: Range<Int>?
        var type: Range<Int>?
        var start = 0
        while start < headers.count {
            var end = start
            while end < headers.count, headers[end] != 0x0D { end += 1 }
            guard end + 1 < headers.count, headers[end + 1] == 0x0A else { throw .badPartHeader }
            var colon = start
            while colon < end, Self.isNameByte(headers[colon]) { colon += 1 }
            guard colon > start, colon < end, headers[colon] == 0x3A else { throw .badPartHeader }
            // The tab is the only control character allowed in a header's value (RFC 9110 §5.5).
            for index in colon..<end where headers[index] != 0x09 && (headers[index] < 0x20 || headers[index] == 0x7F) {
                throw .badPartHeader
            }
            switch HeaderParameters.smallLetters(headers, from: start, to: colon) {
            case "content-disposition":
                guard disposition == nil else { throw .badPartHeader }
                disposition = colon + 1..<end
            case "content-type":
                guard type == nil else { throw .badPartHeader }
                type = colon + 1..<end
            default:
                break
            }
            start = end + 2
        }
        guard let disposition else { throw .badDisposition }
        try self.init(disposition: headers.extracting(disposition))
        if let type {
            let text = HeaderParameters.smallLetters(headers, from: type.lowerBound, to: type.upperBound)
            if !text.isEmpty { contentType = text }
        }
    }

    private init(disposition: Span<UInt8>) throws(FormDataError) {
        var parameters = HeaderParameters(disposition)
        guard parameters.value == "form-data" else { throw .badDisposition }
        var name: [UInt8]?
        var filename: [UInt8]?
        var extended: [UInt8]?
        while let parameter = parameters.next(in: disposition, escapes: .percent) {
            switch parameter.name {
            case "name":
                guard name == nil else { throw .badDisposition }
                name = parameter.value
            case "filename":
                guard filename == nil else { throw .badDisposition }
                filename = parameter.value
            // RFC 7578 §4.2 forbids it, and no browser sends it, but libraries do. Without it the file would be a text.
            case "filename*":
                guard extended == nil else { throw .badDisposition }
                extended = parameter.value
            default:
                break
            }
        }
        guard parameters.isWellFormed, let name else { throw .badDisposition }
        let plain = filename.map { String(decoding: $0, as: UTF8.self) }
        let better = extended.flatMap { Self.text(ofExtended: $0) }
        guard extended == nil || better != nil || plain != nil else { throw .badFilename }
        self.init(name: String(decoding: name, as: UTF8.self), filename: better ?? plain)
    }

    /// Reads an extended value (RFC 8187 §3.2): `UTF-8''`, a language perhaps between the quotes, and a text in percent encoding. Returns
    /// nil if it is none, or contains what a name cannot.
    private static func text(ofExtended bytes: [UInt8]) -> String? {
        let parts = bytes.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let encoded = parts.last,
            HeaderParameters.smallLetters(bytes.span, from: 0, to: parts[0].count) == "utf-8"
        else { return nil }
        var decoded: [UInt8] = []
        var index = encoded.startIndex
        while index < encoded.endIndex {
            if encoded[index] == UInt8(ascii: "%") {
                guard let byte = PercentEncoding.byte(in: bytes.span, at: index, end: encoded.endIndex) else {
                    return nil
                }
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(encoded[index])
                index += 1
            }
        }
        let isPlain = decoded.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        guard isPlain, CombiningMarks.areFew(in: decoded.span) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }

    /// Whether the byte may occur in a header's name (RFC 9110 §5.6.2).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}
