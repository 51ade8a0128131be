import ElmwoodHTTPServer

extension SiteHandler {
    /// Returns the refusal of what comes from another site or for another host, before any middleware sees it; nil for all others.
    func refusal(ofSenderOf request: Request) -> Response? {
        if serves(request), let resource = endpoints.resource(at: request.path) {
            return refusal(ofSenderOf: request, at: resource)
        }
        let form = ResponseFormat(request)
        guard let refusal = refusal(ofSenderOf: request, form) else { return nil }
        return refusal.response(as: self.form(of: refusal, form, to: request), in: context, to: request)
    }

    /// Returns the response of the middleware that needs only the head: that of the site, and that of the endpoint's group. Nil if all of
    /// them let the request pass.
    ///
    /// - Parameter endpoint: nil for that of the site alone.
    func refusal(byHeadOf request: Request, for endpoint: Endpoint? = nil) -> Response? {
        let checks = (middleware + (endpoint?.middleware ?? [])).compactMap(\.check)
        guard !checks.isEmpty else { return nil }
        let call = self.call(request)
        for check in checks {
            do {
                if let response = try check(call) { return completed(response, call) }
            } catch {
                return completed(respond(error, to: request), call)
            }
        }
        return nil
    }

    /// Returns a request as endpoints and middleware see it. Whether the visitor's cookies count is decided by what it is for.
    func call(_ request: Request) -> EndpointRequest {
        var call = EndpointRequest(request: request, context: context)
        guard let resource = endpoints.resource(at: request.path), resource.permitsOtherSites, isCrossSite(request)
        else { return call }
        if let crossOrigin = resource.endpoint(for: request.method)?.crossOrigin {
            call.isAnonymous = !(request.headers["origin"].map { crossOrigin.allowsCredentials(of: $0) } ?? false)
        } else {
            call.isAnonymous = request.method == .options
        }
        return call
    }

    private func completed(_ response: Response, _ call: EndpointRequest) -> Response {
        var response = response
        response.headers.keepPrivate()
        response.headers.vary(by: call.asked.names)
        return response
    }

    /// Returns the answer of an endpoint, a file or a program, with functions around it.
    func answer(_ request: Request, within middleware: [Middleware]) -> Answer {
        .later { responder in
            let task = self.context.task(for: request) {
                let call = self.call(request)
                let chain = middleware.around { call in
                    guard let response = await self.answer(call.request).response() else {
                        throw NoResponse()
                    }
                    return response
                }
                let response = await self.response(to: call) { try await chain(call) }
                responder.answer(self.completed(response, call))
            }
            responder.cancelWhenAbandoned(task, for: request)
        }
    }
}

/// The error of an answer that has no response which functions around it could receive.
struct NoResponse: Error {}
