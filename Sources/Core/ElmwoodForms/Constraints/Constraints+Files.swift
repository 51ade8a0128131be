import ElmwoodFormData
import ElmwoodLanguages

extension Constraints {
    static func fileProblem(_ state: ControlState) -> Sentence? {
        let attributes = state.control.attributes
        if state.files.isEmpty { return attributes.isRequired ? .chooseFile : nil }
        if state.files.count > 1, !attributes.isMultiple { return .chooseOneFile }
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

    /// Whether a file matches a type of `accept`: `.png`, `image/png` or `image/*`.
    private static func accepts(_ kind: String, _ file: UploadedFile) -> Bool {
        if kind.hasPrefix(".") { return file.filename.lowercased().hasSuffix(kind) }
        let type = Sanitization.trimmed(
            file.contentType.lowercased().split(separator: ";", maxSplits: 1).first.map(String.init) ?? ""
        )
        if kind.hasSuffix("/*") { return type.hasPrefix(kind.dropLast()) }
        return type == kind
    }
}
