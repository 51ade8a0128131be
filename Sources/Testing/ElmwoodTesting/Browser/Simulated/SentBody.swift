import Elmwood

/// The body of a post, as a browser sends it.
struct SentBody {
    let contentType: String
    let bytes: [UInt8]

    /// Writes fields: as multipart if there are files among them.
    ///
    /// - Parameter isPost: whether a browser posts them, rather than a script: line ends are then CR LF.
    init(_ fields: [SentField], isPost: Bool) {
        let hasFiles = fields.contains { if case .file = $0.value { true } else { false } }
        guard hasFiles else {
            contentType = "application/x-www-form-urlencoded"
            let pairs = fields.map { field in
                let text = if case .text(let text) = field.value { text } else { "" }
                return "\(field.name.urlencoded)=\(Self.lines(text, isPost).urlencoded)"
            }
            bytes = Array(pairs.joined(separator: "&").utf8)
            return
        }
        let boundary = "----elmwood-\(UInt64.random(in: .min ... .max))"
        contentType = "multipart/form-data; boundary=\(boundary)"
        var body: [UInt8] = []
        for field in fields {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(field.name))\"".utf8
            switch field.value {
            case .text(let text): body += "\r\n\r\n\(Self.lines(text, true))".utf8
            case .file(let file):
                let name = Self.quoted(file?.name ?? "")
                let type = file?.type ?? "application/octet-stream"
                body += "; filename=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n".utf8
                body += file?.content ?? []
            }
            body += "\r\n".utf8
        }
        bytes = body + "--\(boundary)--\r\n".utf8
    }

    private static func lines(_ text: String, _ isPost: Bool) -> String {
        isPost && text.utf8.contains(0x0A)
            ? text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n") : text
    }

    /// Returns a name as browsers write it within quotes (HTML, section 4.10.22.7).
    private static func quoted(_ name: String) -> String {
        name.replacing("\r\n", with: "%0D%0A").replacing("\n", with: "%0A").replacing("\r", with: "%0D")
            .replacing("\"", with: "%22")
    }
}
