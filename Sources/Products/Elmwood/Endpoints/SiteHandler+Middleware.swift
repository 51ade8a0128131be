import ElmwoodHTTPServer

extension SiteHandler {
    /// Returns the answer of an endpoint, a file or a program, with functions around it.
    func answer(_ request: Request, within middleware: [Middleware]) -> Answer {
        .later { responder in
            let task = self.context.registry.environment.task {
                let call = EndpointRequest(request: request, context: self.context)
                let chain = middleware.around { call in
                    guard let response = await self.answer(call.request).response() else {
                        throw NoResponse()
                    }
                    return response
                }
                var response = await self.response(to: call) { try await chain(call) }
                response.headers.keepPrivate()
                response.headers.vary(by: call.asked.names)
                responder.answer(response)
            }
            responder.cancelWhenAbandoned(task, for: request)
        }
    }
}

/// The error of an answer that has no response which functions around it could receive.
struct NoResponse: Error {}
