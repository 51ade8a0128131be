/// Why a form's body was refused: one plain sentence, and the kind of the refusal.
public struct FormDataError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of a refusal.
    public enum Kind: Equatable, Sendable {
        /// The bytes are not valid for their type: 400.
        case malformed
        /// Something is longer than its limit: 413.
        case tooLarge
        /// There are more fields or files than the limit: 413.
        case tooMany
        /// The type is not an encoding of forms: 415.
        case unsupported
    }

    private enum Reason: Equatable {
        case fields(Int)
        case files(Int)
        case nameBytes(Int)
        case nameMarks
        case valueBytes(Int)
        case bytes(Int)
        case partHeaderBytes(Int)
        case fileBytes(Int)
        case boundary
        case endsEarly
        case partHeader
        case disposition
        case filename
        case contentType
        case finished
    }

    private let reason: Reason

    private init(_ reason: Reason) {
        self.reason = reason
    }

    /// The kind of the refusal.
    public var kind: Kind {
        switch reason {
        case .fields, .files: .tooMany
        case .nameBytes, .valueBytes, .bytes, .partHeaderBytes, .fileBytes: .tooLarge
        case .boundary, .endsEarly, .partHeader, .disposition, .filename, .nameMarks, .finished: .malformed
        case .contentType: .unsupported
        }
    }

    /// A plain sentence that describes the problem.
    public var description: String {
        switch reason {
        case .fields(let limit): "The form has more than \(limit) fields."
        case .files(let limit): "The form has more than \(limit) files."
        case .nameBytes(let limit): "The name of a field is longer than \(limit) bytes."
        case .nameMarks: "The name of a field or file has more than \(CombiningMarks.most) combining marks in a row."
        case .valueBytes(let limit): "The text of a field is longer than \(limit) bytes."
        case .bytes(let limit): "The form is longer than \(limit) bytes, not counting files."
        case .partHeaderBytes(let limit): "The headers of a part are longer than \(limit) bytes."
        case .fileBytes(let limit): "A file is larger than \(megabytes(limit)) MB."
        case .boundary: "The multipart body's type has no boundary, or an invalid one."
        case .endsEarly: "The multipart body ends before its last boundary."
        case .partHeader: "A part of the multipart body has a malformed header."
        case .disposition: "A part of the multipart body has no field name."
        case .filename: "A part of the multipart body has a filename* that is not a name in UTF-8 (RFC 8187)."
        case .contentType:
            "A form must be sent as application/x-www-form-urlencoded or multipart/form-data."
        case .finished: "The form's body has ended already."
        }
    }

    static func tooManyFields(_ limits: FormDataLimits) -> Self { Self(.fields(limits.fields)) }
    static func tooManyFiles(_ limits: FormDataLimits) -> Self { Self(.files(limits.files)) }
    static func nameTooLong(_ limits: FormDataLimits) -> Self { Self(.nameBytes(limits.nameBytes)) }
    static func valueTooLong(_ limits: FormDataLimits) -> Self { Self(.valueBytes(limits.valueBytes)) }
    static func bodyTooLong(_ limits: FormDataLimits) -> Self { Self(.bytes(limits.bytes)) }
    static func partHeaderTooLong(_ limits: FormDataLimits) -> Self { Self(.partHeaderBytes(limits.partHeaderBytes)) }
    static func fileTooLong(_ limits: FormDataLimits) -> Self { Self(.fileBytes(limits.fileBytes)) }
    static let tooManyMarksInName = Self(.nameMarks)
    static let badBoundary = Self(.boundary)
    static let endsEarly = Self(.endsEarly)
    static let badPartHeader = Self(.partHeader)
    static let badDisposition = Self(.disposition)
    static let badFilename = Self(.filename)
    static let unsupportedContentType = Self(.contentType)
    static let alreadyFinished = Self(.finished)
}
