import Testing

/// The form of a history panel for an import.
enum ImportForm {
    static let type = "multipart/form-data; boundary=x"

    /// Returns the form with a file.
    static func body(of content: String) -> String {
        [
            "--x", #"Content-Disposition: form-data; name="form""#, "", "import",
            "--x", #"Content-Disposition: form-data; name="file"; filename="history.json""#,
            "Content-Type: application/json", "", content, "--x--", "",
        ].joined(separator: "\r\n")
    }
}

extension Visitor {
    /// Imports a history, and loads the panel.
    func attach(_ content: String, to panel: String) async throws {
        try await post(panel, ImportForm.body(of: content), headers: [(name: "Content-Type", value: ImportForm.type)])
        #expect(reply.status == 303, "\(text)")
        try await get(reply["Location"] ?? "")
    }
}
