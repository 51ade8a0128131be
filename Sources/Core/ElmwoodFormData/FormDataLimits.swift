/// The limits of a form's body. A body that exceeds one is refused as a whole.
public struct FormDataLimits: Equatable, Sendable {
    /// The most fields, including files.
    public var fields: Int
    /// The most bytes of one field's name, decoded.
    public var nameBytes: Int
    /// The most bytes of one field's text, decoded.
    public var valueBytes: Int
    /// The most bytes of the whole body that are not the content of a file.
    public var bytes: Int
    /// The most bytes of the headers of one part of a multipart body.
    public var partHeaderBytes: Int
    /// The most files.
    public var files: Int
    /// The most bytes of one file.
    public var fileBytes: Int
    /// Whether a file with more bytes is an entry without content, whose ``UploadedFile/limit`` says why, so that the other fields of the form
    /// are not lost. Otherwise the form is refused.
    package var passesLargeFiles = false

    /// Creates limits. The defaults are 1,000 fields, names of 1 KB, texts of 1 MB, 1 MB in all besides files, part headers of 8
    /// KB, and 20 files of 10 MB.
    public init(
        fields: Int = 1_000,
        nameBytes: Int = 1_024,
        valueBytes: Int = 1_048_576,
        bytes: Int = 1_048_576,
        partHeaderBytes: Int = 8_192,
        files: Int = 20,
        fileBytes: Int = 10_485_760
    ) {
        self.fields = fields
        self.nameBytes = nameBytes
        self.valueBytes = valueBytes
        self.bytes = bytes
        self.partHeaderBytes = partHeaderBytes
        self.files = files
        self.fileBytes = fileBytes
    }
}
