/// Why a form's body was refused: one plain sentence, and the kind of refusal that it calls for.
public struct FormDataError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What sort of refusal an error calls for.
    public enum Kind: Equatable, Sendable {
        /// The bytes are not what their type says: 400.
        case malformed
        /// Something is longer than its limit: 413.
        case tooLarge
        /// There are more fields or files than the limit: 413.
        case tooMany
        /// The type is none that a form is sent in: 415.
        case unsupported
    }

    private enum Reason: Equatable {
        case fields(Int)
        case files(Int)
        case nameBytes(Int)
        case valueBytes(Int)
        case bytes(Int)
        case partHeaderBytes(Int)
        case fileBytes(Int)
        case boundary
        case endsEarly
        case partHeader
        case disposition
        case contentType
        case finished
    }

    private let reason: Reason

    private init(_ reason: Reason) {
        self.reason = reason
    }

    /// The sort of refusal.
    public var kind: Kind {
        switch reason {
        case .fields, .files: .tooMany
        case .nameBytes, .valueBytes, .bytes, .partHeaderBytes, .fileBytes: .tooLarge
        case .boundary, .endsEarly, .partHeader, .disposition, .finished: .malformed
        case .contentType: .unsupported
        }
    }

    /// One plain sentence that says what is wrong.
    public var description: String {
        switch reason {
        case .fields(let limit): "The form has more than \(limit) fields."
        case .files(let limit): "The form has more than \(limit) files."
        case .nameBytes(let limit): "The name of a field is longer than \(limit) bytes."
        case .valueBytes(let limit): "The text of a field is longer than \(limit) bytes."
        case .bytes(let limit): "The form is longer than \(limit) bytes, not counting files."
        case .partHeaderBytes(let limit): "The headers of a part are longer than \(limit) bytes."
        case .fileBytes(let limit): "A file is longer than \(limit) bytes."
        case .boundary: "The multipart body's type names no boundary, or one that is not allowed."
        case .endsEarly: "The multipart body ends before its last boundary."
        case .partHeader: "A part of the multipart body has a header that cannot be read."
        case .disposition: "A part of the multipart body does not say which field it is."
        case .contentType:
            "A form is sent as application/x-www-form-urlencoded or as multipart/form-data, and this is neither."
        case .finished: "The form's body had ended already."
        }
    }

    static func tooManyFields(_ limits: FormDataLimits) -> Self { Self(.fields(limits.fields)) }
    static func tooManyFiles(_ limits: FormDataLimits) -> Self { Self(.files(limits.files)) }
    static func nameTooLong(_ limits: FormDataLimits) -> Self { Self(.nameBytes(limits.nameBytes)) }
    static func valueTooLong(_ limits: FormDataLimits) -> Self { Self(.valueBytes(limits.valueBytes)) }
    static func bodyTooLong(_ limits: FormDataLimits) -> Self { Self(.bytes(limits.bytes)) }
    static func partHeaderTooLong(_ limits: FormDataLimits) -> Self { Self(.partHeaderBytes(limits.partHeaderBytes)) }
    static func fileTooLong(_ limits: FormDataLimits) -> Self { Self(.fileBytes(limits.fileBytes)) }
    static let badBoundary = Self(.boundary)
    static let endsEarly = Self(.endsEarly)
    static let badPartHeader = Self(.partHeader)
    static let badDisposition = Self(.disposition)
    static let unsupportedContentType = Self(.contentType)
    static let alreadyFinished = Self(.finished)
}
