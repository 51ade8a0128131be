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
        var methods: String { list { endpoint(for: $0) != nil } }

        /// Whether other sites' scripts may use an endpoint for one of the methods.
        var permitsOtherSites: Bool { endpoints.contains { $0.crossOrigin != nil } }

        /// Returns the answer to a browser that asks whether a script of another site may send a request.
        func preflight(_ request: Request) -> Response {
            let asked = request.headers["access-control-request-method"].flatMap { HTTPMethod(rawValue: $0) }
            guard let crossOrigin = asked.flatMap({ endpoint(for: $0)?.crossOrigin }) else {
                return Response(.noContent, headers: ["Allow": methods])
            }
            // Those of the other endpoints here are not for other sites.
            return crossOrigin.preflight(request, methods: list { endpoint(for: $0)?.crossOrigin == crossOrigin })
        }

        private func list(_ isAnswered: (HTTPMethod) -> Bool) -> String {
            var methods = [HTTPMethod.get, .head, .post, .put, .patch, .delete].filter(isAnswered)
            if permitsOtherSites { methods.append(.options) }
            return methods.map(\.rawValue).joined(separator: ", ")
        }
    }

    /// The most specific ones first.
    private(set) var resources: [Resource] = []
    /// The paths of the groups, of which none is that of the whole site.
    private var groups: [PathPattern] = []

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
        if let group = endpoint.group, !group.isEmpty, !groups.contains(where: { $0.text == group }) {
            groups.append(try PathPattern(group))
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

    /// Whether a path is that of an endpoint, or below that of a group: who asks for it expects no page.
    func covers(_ path: String) -> Bool {
        resource(at: path) != nil || groups.contains { $0.end(in: path) != nil }
    }

    /// Returns the endpoints at a path; nil if there are none.
    func resource(at path: String) -> Resource? {
        resources.first { resource in
            resource.pattern.segments.isEmpty ? path == "/" : resource.pattern.end(in: path) == path.endIndex
        }
    }
}
