import ElmwoodClientScript
import ElmwoodHTTPServer

/// The script that makes pages live, served at an address that contains the hash of its content.
enum ScriptFile {
    /// Returns the answer to a request for the script; nil if the request is for something else.
    ///
    /// - Parameter script: evaluated only for such a request, since it takes a while to create.
    static func response(to request: Request, with script: () -> ClientScript) -> Response? {
        guard request.path == ClientScript.address else { return nil }
        guard acceptsGzip(request.headers["accept-encoding"] ?? "") else {
            return Response(.ok, headers: headers, body: .bytes(script().bytes))
        }
        return Response(.ok, headers: gzippedHeaders, body: .bytes(script().gzipped))
    }

    // The content of the address never changes (RFC 8246).
    private static let headers: ResponseHeaders = [
        "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable",
        "Vary": "Accept-Encoding",
    ]

    private static let gzippedHeaders: ResponseHeaders = [
        "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable",
        "Vary": "Accept-Encoding", "Content-Encoding": "gzip",
    ]

    /// Whether a client with this header accepts gzip (RFC 9110, section 12.5.3).
    static func acceptsGzip(_ header: String) -> Bool {
        header.split(separator: ",").contains { coding in
            let parts = coding.filter { $0 != " " && $0 != "\t" }.lowercased().split(separator: ";")
            guard parts.first == "gzip" || parts.first == "*" else { return false }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return quality > 0
        }
    }
}
