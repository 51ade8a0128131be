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

    /// Returns the value of `Content-Disposition` for a file name, which may be any text (RFC 6266, RFC 8187).
    static func disposition(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                escaped.append(byte)
            default:
                escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return "attachment; filename*=UTF-8''" + String(decoding: escaped, as: UTF8.self)
    }
}
