import ElmwoodFormData
import ElmwoodHTTPServer

/// The header fields of resumable uploads (draft-ietf-httpbis-resumable-upload): structured fields of one item without parameters.
enum UploadFields {
    static let offset = "Upload-Offset"
    static let complete = "Upload-Complete"
    static let length = "Upload-Length"
    static let limit = "Upload-Limit"
    /// The media type of a piece.
    static let pieceType = "application/partial-upload"

    /// Reads a number of bytes: an integer that is not negative, of at most 15 digits (RFC 9651 §3.3.1). Nil for any other text.
    static func number(_ field: String?) -> Int? {
        guard let text = field?.utf8, (1...15).contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads a boolean, `?0` or `?1` (RFC 9651 §3.3.6). Nil for any other text.
    static func boolean(_ field: String?) -> Bool? {
        switch field {
        case "?0": false
        case "?1": true
        default: nil
        }
    }

    /// Adds what is known of an upload to an answer.
    static func add(_ upload: ResumableUpload, received: Int, to headers: inout ResponseHeaders) {
        let size = upload.size
        headers.add(offset, "\(received)")
        headers.add(complete, received == size ? "?1" : "?0")
        headers.add(length, "\(size)")
    }

    /// Adds what pieces may be to an answer.
    static func addLimits(_ uploads: ResumableUploads, to headers: inout ResponseHeaders) {
        headers.add(limit, "max-append-size=\(ResumableUploads.pieceBytes), max-age=\(uploads.lifeInSeconds)")
    }
}
