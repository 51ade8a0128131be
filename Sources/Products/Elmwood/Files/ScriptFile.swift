import ElmwoodClientScript
import ElmwoodHTTPServer

/// The script that makes pages live, and what it loads for a page that needs it, served at addresses that contain a hash of both.
enum ScriptFile {
    /// Returns the answer to a request for one of them; nil if the request is for something else.
    static func response(to request: Request) -> Response? {
        guard let script = script(at: request.path) else { return nil }
        guard AcceptEncoding.permitsGzip(request.headers) else {
            return Response(.ok, headers: headers, body: .bytes(script.bytes))
        }
        return Response(.ok, headers: gzippedHeaders, body: .bytes(script.gzipped))
    }

    private static func script(at path: String) -> ClientScript? {
        switch path {
        case ClientScript.address: .shared
        case ClientScript.rareAddress: .rare
        case ClientScript.uploadsAddress: .uploads
        default: nil
        }
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
}
