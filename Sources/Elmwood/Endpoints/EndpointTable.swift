import ElmwoodHTTPServer

/// The endpoints of a site, found by the path of a request.
struct EndpointTable: Sendable {
    /// The endpoints of one pattern.
    struct Resource: Sendable {
        let pattern: PathPattern
        /// One for each method.
        var endpoints: [Endpoint]

        /// Returns the endpoint that answers a method.
        func endpoint(for method: HTTPMethod) -> Endpoint? {
            let method = method == .head ? .get : method
            return endpoints.first { $0.method == method }
        }

        /// The methods that are answered, as a list for a header field.
        var methods: String {
            let order: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
            let answered = order.filter { endpoint(for: $0) != nil || $0 == .options && crossOrigin != nil }
            return answered.map(\.rawValue).joined(separator: ", ")
        }

        /// Which other sites' scripts may use the endpoint for a method, or for the one that is asked about.
        var crossOrigin: CrossOrigin? { endpoints.lazy.compactMap(\.crossOrigin).first }
    }

    /// The most specific ones first.
    private(set) var resources: [Resource] = []

    var isEmpty: Bool { resources.isEmpty }

    /// Adds an endpoint, in place of one with the same method and pattern.
    ///
    /// - Throws: ``MountError`` if its pattern is none, or has another number of parameters than its function.
    mutating func add(_ endpoint: Endpoint) throws(MountError) {
        let pattern = try PathPattern(endpoint.pattern)
        guard pattern.parameterCount == endpoint.parameterCount else {
            throw MountError(
                "“\(endpoint.pattern)” has \(pattern.parameterCount) parameters in braces, and its function has "
                    + "\(endpoint.parameterCount)."
            )
        }
        if let known = resources.firstIndex(where: { $0.pattern.isSame(as: pattern) }) {
            resources[known].endpoints.removeAll { $0.method == endpoint.method }
            resources[known].endpoints.append(endpoint)
        } else {
            let place = resources.firstIndex { pattern.precedes($0.pattern) } ?? resources.endIndex
            resources.insert(Resource(pattern: pattern, endpoints: [endpoint]), at: place)
        }
    }

    /// Checks that the order of the patterns is that of the endpoints.
    ///
    /// - Throws: ``MountError`` if two match the same path and neither is more specific.
    func check() throws(MountError) {
        for (place, resource) in resources.enumerated() {
            for other in resources[..<place]
            where resource.pattern.segments.count == other.pattern.segments.count
                && resource.pattern.conflicts(with: other.pattern)
            {
                throw MountError(
                    "“\(other.pattern.text)” and “\(resource.pattern.text)” match the same paths, and neither is more specific."
                )
            }
        }
    }

    /// Returns the endpoints at a path; nil if there are none.
    func resource(at path: String) -> Resource? {
        for resource in resources {
            if resource.pattern.segments.isEmpty ? path == "/" : resource.pattern.end(in: path) == path.endIndex {
                return resource
            }
        }
        return nil
    }
}
