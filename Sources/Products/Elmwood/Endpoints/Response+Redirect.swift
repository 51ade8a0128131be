import ElmwoodHTTPServer

extension Response {
    /// A response without content: 204.
    public static let noContent = Response(.noContent)

    /// Creates a response that sends the client to another address of this site.
    ///
    /// - Parameters:
    ///   - address: a path, with a query if need be. It may come from a request: addresses of other sites are refused.
    ///   - status: 303 by default, after which the client uses GET.
    /// - Throws: ``ProblemDetails`` (400) if it is no path of this site.
    public static func redirect(to address: String, status: HTTPStatus = .seeOther) throws -> Response {
        let bytes = Array(address.utf8)
        // Browsers take a backslash for a slash, and drop tabs and line ends (URL standard, section 4.4).
        let isPath =
            bytes.first == UInt8(ascii: "/") && bytes.dropFirst().first != UInt8(ascii: "/")
            && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
        guard isPath else { throw ProblemDetails(.badRequest, "The address to continue at is none of this site.") }
        return redirect(toOtherSite: address, status: status)
    }

    /// Creates a response that sends the client to the address of any site, which must not come from a request.
    public static func redirect(toOtherSite address: String, status: HTTPStatus = .seeOther) -> Response {
        Response(status, headers: ["Location": address, "Cache-Control": "no-store"])
    }
}

extension EndpointRequest {
    /// Returns a file under a folder, with its type, tag and date, and the range or the 304 that the request asks for.
    ///
    /// ```swift
    /// site.get("/reports/{name}") { (request: EndpointRequest, name: String) in
    ///     try request.file(at: "/\(name)", in: "reports")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: the path below the folder, beginning with a slash. Links are not followed, and names that begin with a dot are not found.
    ///   - folder: the folder that the file is in.
    ///   - types: the types of files that are served.
    ///   - cacheControl: the `Cache-Control` of the answer.
    /// - Throws: ``NotFound`` if there is no such file, or its type is not served.
    public func file(
        at path: String,
        in folder: String,
        types: ServedTypes = ServedTypes(),
        cacheControl: String = "private, no-cache"
    ) throws -> Response {
        let files = StaticFiles(folder: folder, cacheControl: cacheControl, types: types)
        guard let response = files.response(path: path, method: request.method, headers: request.headers),
            response.status != .notFound
        else { throw NotFound() }
        return response
    }
}
