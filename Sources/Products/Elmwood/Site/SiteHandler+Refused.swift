import ElmwoodHTTPServer
import ElmwoodLanguages

/// What is answered to requests that the server itself refuses.
extension SiteHandler {
    /// Returns the response to a request that the server refuses after its head: a page for a browser, problem details for a client of
    /// endpoints.
    package func response(toRefused request: Request, _ status: HTTPStatus, _ sentence: String) -> Response? {
        switch ResponseFormat(request) {
        case .browser: return page(of: status, sentence, for: request.languages, request.id)
        case _ where endpoints.covers(request.path): return try? ProblemDetails(status, sentence).response()
        case .json:
            return Refusal(status: Int(status.rawValue), text: sentence).response(as: .json, in: context, to: request)
        case .text, .patch, .stream: return nil
        }
    }

    /// Returns the response to a request whose head the server refuses: a page for a browser.
    package func response(
        toRefusedHead headers: HeaderFields,
        _ status: HTTPStatus,
        _ sentence: String
    ) -> Response? {
        ResponseFormat(headers) == .browser ? page(of: status, sentence, for: headers.languages, nil) : nil
    }

    private func page(
        of status: HTTPStatus,
        _ sentence: String,
        for languages: [Language],
        _ id: RequestID?
    ) -> Response {
        let language = context.sentences.entry(for: languages).language
        return Refusal.server(status, sentence, in: language).page(in: context, for: languages, id)
    }

    /// Returns the response to a request that the server refuses before it is complete. Its sender is unknown, so the response is
    /// plain text.
    package func refusal(_ status: HTTPStatus, _ sentence: String) -> Response {
        .text(sentence + "\n", status: status)
    }
}
