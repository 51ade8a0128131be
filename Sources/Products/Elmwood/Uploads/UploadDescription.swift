import ElmwoodFormData
import ElmwoodStorage
import FoundationEssentials

/// What describes an upload in pieces: it lies as JSON beside the file with its bytes, so that the upload survives the process.
struct UploadDescription: Codable, Equatable, Sendable {
    /// The session that has begun it, or has continued it last.
    var session: [UInt8]
    /// The session's visitor, who may have another session by now.
    var visitor: [UInt8]
    /// The field that it is for.
    var place: UploadPlace
    /// The file's name on the visitor's machine.
    var filename: String
    /// The media type that the client claimed.
    var contentType: String
    /// How many bytes the whole file has.
    var size: Int
    /// The event or post that has the file, while it is not known whether the program accepts it.
    var claimant: String?

    /// Creates the description of an upload that nobody has claimed.
    init(of file: UploadedFile, for place: UploadPlace, by session: SessionID, of visitor: VisitorID) {
        self.session = session.bytes
        self.visitor = visitor.bytes
        self.place = place
        filename = file.filename
        contentType = file.contentType
        size = file.size
    }

    /// Whether it is an upload of that session, or of another session of its visitor.
    func isOf(_ session: SessionID, _ visitor: VisitorID?) -> Bool {
        self.session == session.bytes || visitor.map { self.visitor == $0.bytes } ?? false
    }
}

/// The field that a file is uploaded for.
struct UploadPlace: Codable, Equatable, Sendable {
    /// Where the program is mounted.
    var program: String
    /// The name of the typed form.
    var form: String
    /// The name of the field.
    var field: String
}
