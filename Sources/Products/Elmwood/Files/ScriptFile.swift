import ElmwoodClientScript
import ElmwoodHTTPServer

/// The script that makes pages live, served at an address that contains the hash of its content.
enum ScriptFile {
    /// Returns the answer to a request for the script; nil if the request is for something else.
    static func response(to request: Request) -> Response? {
        guard request.path == ClientScript.address else { return nil }
        guard AcceptEncoding.permitsGzip(request.headers) else {
            return Response(.ok, headers: headers, body: .bytes(ClientScript.shared.bytes))
        }
        return Response(.ok, headers: gzippedHeaders, body: .bytes(ClientScript.shared.gzipped))
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
