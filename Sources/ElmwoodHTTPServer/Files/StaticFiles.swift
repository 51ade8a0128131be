/// Serves the files under a folder: style sheets, scripts, pictures.
///
/// ```swift
/// let files = StaticFiles(folder: "Public")
/// if let response = files.response(to: request) { return .response(response) }
/// ```
///
/// A path names a file where each of its parts is the name of a folder or file as it stands there. Links are not followed; names
/// that begin with a dot, folders and everything that is no regular file do not exist here. GET and HEAD are answered, with a
/// tag and the date of the last change, conditions (RFC 9110 §13) and one range (§14); other methods are refused with 405.
public struct StaticFiles: Handler {
    /// The folder's path.
    public let folder: String
    /// The `Cache-Control` of every file.
    public let cacheControl: String

    /// Creates a view of a folder.
    ///
    /// - Parameter cacheControl: Unless given, a browser keeps files, and asks each time whether they are still the same.
    public init(folder: String, cacheControl: String = "no-cache") {
        self.folder = folder
        self.cacheControl = cacheControl
    }

    /// The response to a request; 404 where its path names no file.
    public func respond(to request: Request) -> Answer {
        .response(response(to: request) ?? .text("There is nothing here.\n", status: .notFound))
    }

    /// The response to a request whose path names a file; nil where it names none, and something else may answer.
    public func response(to request: Request) -> Response? {
        response(path: request.path, method: request.method, headers: request.headers)
    }

    /// The response to a request for a decoded path.
    func response(path: String, method: HTTPMethod, headers: HeaderFields) -> Response? {
        guard let file = StaticFile(path, under: folder) else { return nil }
        guard method == .get || method == .head else {
            return Response(.methodNotAllowed, headers: ["Allow": "GET, HEAD"])
        }
        var response = Response(.ok, headers: ["Cache-Control": cacheControl])
        response.headers.add("Last-Modified", file.lastModified.description)
        if let tag = file.entityTag { response.headers.add("ETag", tag.description) }
        let conditions = ConditionalRequest(headers)
        switch conditions.outcome(isRead: true, entityTag: file.entityTag, lastModified: file.lastModified) {
        case .proceed:
            break
        case .notModified:
            response.status = .notModified
            return response
        case .preconditionFailed:
            return Response(.preconditionFailed)
        }
        response.headers.add("Content-Type", MediaType.of(filename: path))
        response.headers.add("Accept-Ranges", "bytes")
        let size = file.size
        var part = 0..<size
        // RFC 9110 §14.2: a range counts for GET alone.
        if method == .get, let range = headers["range"],
            conditions.allowsRange(entityTag: file.entityTag, lastModified: file.lastModified)
        {
            switch ByteRange(range, size: size) {
            case .whole:
                break
            case .part(let range):
                part = range
                response.status = .partialContent
                response.headers.add("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
            case .unsatisfiable:
                return Response(.rangeNotSatisfiable, headers: ["Content-Range": "bytes */\(size)"])
            }
        }
        let descriptor = file.takeDescriptor()
        response.body = .file(FileBody(descriptor: descriptor, offset: part.lowerBound, length: part.count))
        return response
    }
}
