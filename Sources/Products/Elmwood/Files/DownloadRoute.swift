import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage

/// The files of `download` commands, which the browser fetches with a separate request.
enum DownloadRoute {
    /// Returns the answer to a request for a download; nil if the request is for something else. A browser other than the one whose
    /// session has the file is answered as if there were none.
    static func response(to request: Request, in context: SiteContext) -> Response? {
        guard request.path.hasPrefix(Downloads.prefix) else { return nil }
        let session = request.cookie(context.cookieName).flatMap { SessionToken($0)?.id }
        guard let file = context.registry.downloads.file(at: request.path, for: session) else {
            return Refusal.notFound.response(as: ResponseFormat(request), in: context, to: request)
        }
        var headers: ResponseHeaders = [
            "Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin",
        ]
        if !headers.add("Content-Type", file.type) { headers.add("Content-Type", "application/octet-stream") }
        headers.add("Content-Disposition", disposition(file.filename))
        return Response(.ok, headers: headers, body: .bytes(file.content))
    }

    /// Returns the value of `Content-Disposition` for a file name, which may be any text: as it is if it is simple, as its letters of ASCII for
    /// clients that read no more, and encoded for all others (RFC 6266 appendix D, RFC 8187).
    static func disposition(_ name: String) -> String {
        // Some clients decode percent signs, and some do not know escapes.
        let plain = name.map { $0.asciiValue.map(isPlain) == true ? $0 : "_" }
        let encoded = PercentEncoding.encoded(name) { "._-".utf8.contains($0) }
        return "attachment; filename=\"\(String(plain))\"; filename*=UTF-8''\(encoded)"
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F && !"\"%/\\".utf8.contains(byte) }
}
