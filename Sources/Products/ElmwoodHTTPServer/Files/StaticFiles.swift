/// Serves the files under a folder: style sheets, scripts, pictures.
///
/// ```swift
/// let files = StaticFiles(folder: "Public")
/// if let response = files.response(to: request) { return .response(response) }
/// ```
///
/// A path identifies a file if each of its parts is exactly the name of a folder or file. Links are not followed. Names that begin
/// with a dot, folders, and other files that are not regular do not exist here. Files of other ``types`` are answered with 404. GET
/// and HEAD are answered, with a tag and the date of the last change, conditions (RFC 9110 §13) and one range (§14); other methods
/// are refused with 405.
public struct StaticFiles: Handler {
    /// The folder's path.
    public let folder: String
    /// The `Cache-Control` of every file.
    public let cacheControl: String
    /// The types of files that are served.
    public let types: ServedTypes

    /// Creates a handler for a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - cacheControl: By default a browser caches files, and revalidates them each time.
    ///   - types: The types of files that are served.
    public init(folder: String, cacheControl: String = "no-cache", types: ServedTypes = ServedTypes()) {
        self.folder = folder
        self.types = types
        self.cacheControl = cacheControl
    }

    /// Returns the response to a request; 404 if its path identifies no file.
    public func respond(to request: Request) -> Answer {
        .response(response(to: request) ?? .text("There is nothing here.\n", status: .notFound))
    }

    /// Returns the response to a request whose path identifies a file; nil if it identifies none, so that another handler may
    /// answer.
    public func response(to request: Request) -> Response? {
        response(path: request.path, method: request.method, headers: request.headers)
    }

    /// Returns the response to a request for a decoded path.
    package func response(path: String, method: HTTPMethod, headers: HeaderFields) -> Response? {
        guard let file = StaticFile(path, under: folder) else { return nil }
        guard let type = types.type(of: path) else { return .text("There is nothing here.\n", status: .notFound) }
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
        case .preconditionFailed:
            return Response(.preconditionFailed)
        }
        response.headers.add("Content-Type", type)
        response.headers.add("Accept-Ranges", "bytes")
        let size = file.size
        var part = 0..<size
        // RFC 9110 §14.2: a range applies only to GET.
        if method == .get, response.status == .ok, let range = headers["range"],
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
