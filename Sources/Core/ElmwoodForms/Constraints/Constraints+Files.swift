import ElmwoodFormData
import ElmwoodLanguages

/// The limits of the files of a field that are uploaded in pieces.
struct UploadLimits: Equatable {
    /// The most bytes of a file.
    var bytes: Int
    /// The most files.
    var files: Int

    /// What is said of more files.
    var tooMany: Sentence { files == 1 ? .chooseOneFile : .chooseFewerFiles(limit: files) }

    /// Reads the text of the attribute: `5000000000 3`.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let bytes = Constraints.wholeNumber(String(parts[0])),
            let files = Constraints.wholeNumber(String(parts[1]))
        else { return nil }
        self.bytes = bytes
        self.files = files
    }
}

extension Constraints {
    static func fileProblem(_ state: ControlState) -> Sentence? {
        let attributes = state.control.attributes
        if state.lacksUpload { return .chooseFileAgain }
        if state.files.isEmpty { return attributes.isRequired ? .chooseFile : nil }
        if state.files.count > 1, !attributes.isMultiple { return .chooseOneFile }
        let upload = attributes.upload.flatMap { UploadLimits($0) }
        if let upload, state.files.count > upload.files { return upload.tooMany }
        let most = upload?.bytes ?? wholeNumber(attributes.fileSize) ?? .max
        for file in state.files where file.limit != nil || file.size > most {
            return .chooseSmallerFile(megabytes: megabytes(min(most, file.limit ?? .max)))
        }
        guard let accept = attributes.accept else { return nil }
        let kinds = accept.split(separator: ",").map { Sanitization.trimmed(String($0)).lowercased() }.filter {
            !$0.isEmpty
        }
        guard !kinds.isEmpty else { return nil }
        for file in state.files where !kinds.contains(where: { accepts($0, file) }) {
            return .chooseFileOfType(kinds)
        }
        return nil
    }

    /// Whether a file matches a type of `accept`: `.png`, `image/png` or `image/*`. Its extension or its type has to: many systems have no type
    /// for an extension, or that of the program that opens it, and only its bytes tell what a file is.
    private static func accepts(_ kind: String, _ file: UploadedFile) -> Bool {
        let filename = file.filename.lowercased()
        if kind.hasPrefix("."), filename.hasSuffix(kind) { return true }
        let types = [essence(of: file.contentType), type(of: filename)]
        if kind == "*/*" { return true }
        if kind.hasSuffix("/*") { return types.contains { $0.hasPrefix(kind.dropLast()) } }
        let type = kind.hasPrefix(".") ? type(of: kind) : kind
        return type != MediaType.unknown && types.contains(type)
    }

    private static func type(of filename: String) -> String { essence(of: MediaType.of(filename: filename)) }

    /// A media type without its parameters.
    private static func essence(of type: String) -> String {
        Sanitization.trimmed(type.lowercased().split(separator: ";", maxSplits: 1).first.map(String.init) ?? "")
    }
}
