import ElmwoodArchitecture
import ElmwoodHTTPServer
import ElmwoodLanguages
import ElmwoodSessions
import ElmwoodThreads

extension SiteHandler {
    /// How a body that is no form is received: as the endpoint says.
    package func storage(ofBodyOf request: Request) -> BodyStorage {
        if UploadRoute.isFor(request.path) { return .sink(UploadRoute(site: self).sink(for: request)) }
        guard case .file(let limit)? = endpoints.resource(at: request.path)?.endpoint(for: request.method)?.body else {
            return .memory
        }
        return .file(upTo: limit)
    }

    /// Returns the refusal of a request that a page of another site has sent; nil for all others.
    func refusal(ofSenderOf request: Request, at resource: EndpointTable.Resource) -> Response? {
        guard !request.method.isSafe, isCrossSite(request) else { return nil }
        let crossOrigin = resource.endpoint(for: request.method)?.crossOrigin
        return crossOrigin?.allows(request.headers["origin"] ?? "null") ?? false ? nil : refuse(.crossSite, request)
    }

    /// Returns the refusal of a request that no endpoint answers; nil for all others.
    func refusal(of request: Request, at resource: EndpointTable.Resource) -> Response? {
        resource.endpoint(for: request.method) == nil ? refuse(.methodNotAllowed(resource.methods), request) : nil
    }

    /// Returns the answer of an endpoint.
    func answer(_ request: Request, at resource: EndpointTable.Resource) -> Answer {
        if request.method == .options, resource.permitsOtherSites {
            return .response(RequestTag.endpoint.applied(to: resource.preflight(request)))
        }
        if let refusal = refusal(ofSenderOf: request, at: resource) { return .response(refusal) }
        guard let endpoint = resource.endpoint(for: request.method) else {
            return .response(refuse(.methodNotAllowed(resource.methods), request))
        }
        if let form = request.form, Self.containNUL(form) {
            return .response(refuse(.containsNUL, request, endpoint.crossOrigin))
        }
        if let form = request.form, let field = form.fieldWithTooManyMarks {
            return .response(refuse(.tooManyMarks(in: field), request, endpoint.crossOrigin))
        }
        if let limit = request.form?.entries.lazy.compactMap({ $0.value.file?.limit }).first {
            return .response(refuse(.fileTooLarge(limit), request, endpoint.crossOrigin))
        }
        let call = self.call(request)
        if !request.method.isSafe, let wait = secondsToWait(request, session: call.session) {
            return .response(refuse(.tooManyPosts(secondsToWait: wait), request, endpoint.crossOrigin))
        }
        return answer(call, by: endpoint, resource.pattern.values(in: request.path))
    }

    /// Returns a refusal, which a script of another site can read if the endpoint permits that.
    private func refuse(_ refusal: Refusal, _ request: Request, _ crossOrigin: CrossOrigin? = nil) -> Response {
        var response = response(refusal, to: request)
        Self.complete(&response.headers, crossOrigin, to: request)
        return RequestTag.endpoint.applied(to: response)
    }

    /// Returns a refusal as a page for a browser, and as problem details for any other client.
    private func response(_ refusal: Refusal, to request: Request) -> Response {
        ResponseFormat(request) == .browser
            ? refusal.response(as: .browser, in: context, to: request)
            : refusal.problemResponse(in: context, to: request)
    }

    /// Adds to an answer what its handler has not said: who may store it, and which sites may use it.
    private static func complete(
        _ headers: inout ResponseHeaders,
        _ crossOrigin: CrossOrigin?,
        to request: Request,
        asked: AskedFields? = nil
    ) {
        headers.keepPrivate()
        headers.vary(by: asked?.names ?? [])
        // Without it, any site's page can load it as an image or a script, and learn of it by its size or its processor
        // (Fetch standard, section 3.7).
        if !headers.contains("cross-origin-resource-policy") {
            headers.add("Cross-Origin-Resource-Policy", crossOrigin == nil ? "same-origin" : "cross-origin")
        }
        guard let crossOrigin else { return }
        crossOrigin.add(to: &headers, for: request.headers["origin"])
        // The visitor's cookies do not count in each request that has them.
        if asked?.contains(.cookie) ?? false { headers.vary(by: ["Origin", "Sec-Fetch-Site"]) }
    }

    private func answer(_ call: EndpointRequest, by endpoint: Endpoint, _ parameters: [String]) -> Answer {
        let handler = endpoint.middleware.around { try await endpoint.respond($0, parameters) }
        return .later(tag: RequestTag.endpoint.rawValue) { responder in
            let task = self.context.task(for: call.request) {
                var response = await self.response(to: call) { try await handler(call) }
                Self.complete(&response.headers, endpoint.crossOrigin, to: call.request, asked: call.asked)
                responder.answer(response)
            }
            responder.cancelWhenAbandoned(task, for: call.request)
        }
    }

    /// Calls a handler, and makes a response of what it throws.
    func response(
        to call: EndpointRequest,
        _ handler: @Sendable () async throws -> Response
    ) async -> Response {
        do {
            return try await handler()
        } catch {
            // Whatever has failed, nobody waits for it, and it need not be logged. The status is what servers count for a client that has
            // left.
            if Task.isCancelled { return Response(HTTPStatus(rawValue: 499)) }
            return respond(error, to: call.request)
        }
    }

    /// Returns the response that an error becomes.
    func respond(_ error: any Error, to request: Request) -> Response {
        switch error {
        case let problem as ProblemDetails:
            if ResponseFormat(request) == .browser { return response(Refusal(problem), to: request) }
            return (try? problem.response()) ?? Response(problem.status)
        case is NotFound: return response(.notFound, to: request)
        case is TooManyMessages: return response(Refusal(status: 503, sentence: .tooMuchToDo), to: request)
        case is NoResponse: return response(Refusal(status: 500, sentence: .serverFailed), to: request)
        case let known as any ResponseError:
            if let response = try? known.response() { return response }
        default: break
        }
        return response(unexpected(error, request), to: request)
    }

    /// Logs an error whose reason the client must not see, and returns what it sees: whether another attempt may succeed.
    private func unexpected(_ error: any Error, _ request: Request) -> Refusal {
        context.log(
            .error,
            kind: "endpoint",
            "\(request.method.rawValue) \(request.path): \(error)",
            request.id.map { [(name: "request", value: "\($0)")] } ?? []
        )
        return error.meansOverload
            ? Refusal(status: 503, sentence: .tooMuchToDo) : Refusal(status: 500, sentence: .serverFailed)
    }
}

extension Responder {
    /// Cancels the task that answers a request when nobody waits for the answer any more, if the request only reads. What it would change
    /// is changed nevertheless: a client that has left may have meant it.
    func cancelWhenAbandoned(_ task: Task<Void, Never>, for request: Request) {
        if request.method.isSafe { whenAbandoned { task.cancel() } }
    }
}

extension ProblemDetails {
    /// Creates the problem of a refusal, in a language.
    init(_ refusal: Refusal, in sentences: Sentences) {
        self.init(HTTPStatus(rawValue: UInt16(clamping: refusal.status)), refusal.detail.text(in: sentences))
    }
}

extension Refusal {
    /// Creates the refusal that shows a problem to a browser.
    init(_ problem: ProblemDetails) { self.init(status: Int(problem.status.rawValue), text: problem.detail) }
}
