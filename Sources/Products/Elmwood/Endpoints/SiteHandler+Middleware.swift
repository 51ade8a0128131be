import ElmwoodHTTPServer

extension SiteHandler {
    /// Returns the answer of an endpoint, a file or a program, with functions around it.
    func answer(_ request: Request, within middleware: [Middleware]) -> Answer {
        .later { responder in
            let task = self.context.task(for: request) {
                let call = EndpointRequest(request: request, context: self.context)
                let chain = middleware.around { call in
                    guard let response = await self.answer(call.request).response() else {
                        throw NoResponse()
                    }
                    return response
                }
                responder.answer(await self.response(to: call) { try await chain(call) })
            }
            responder.cancelWhenAbandoned(task, for: request)
        }
    }
}

/// The error of an answer that has no response which functions around it could receive.
struct NoResponse: Error {}
