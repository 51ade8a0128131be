import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodViewTree

extension Refusal {
    /// Returns the refusal as a response: a page for a browser, plain text for curl, JSON for a client that requests it.
    ///
    /// - Parameter id: the request's id, which a page about an error of the server shows.
    package func response(
        as form: ResponseFormat,
        in context: SiteContext,
        to id: RequestID? = nil
    ) -> Response {
        var headers: ResponseHeaders
        let body: [UInt8]
        switch form {
        case .browser:
            headers = context.page
            body = page(to: id, in: context)
        case .text:
            headers = context.text
            body = Array(text.utf8)
        case .patch, .stream:
            headers = context.patch
            body = FailureNotice.answer(status: status, sentence)
        case .json:
            headers = context.json
            body = json
        }
        return response(headers, .bytes(body))
    }

    /// Returns the refusal as problem details (RFC 9457).
    func problemResponse() -> Response {
        let problem = try? ProblemDetails(self).response()
        return response(problem?.headers ?? ResponseHeaders(), problem?.body ?? .empty)
    }

    /// Returns a response with the status, its header fields, and the reason.
    private func response(_ headers: ResponseHeaders, _ body: Response.Body) -> Response {
        var response = Response(HTTPStatus(rawValue: UInt16(clamping: status)), headers: headers, body: body)
        if status == 405 { response.headers.add("Allow", methods) }
        // Seconds. What is refused is tried again once a second, or ends soon.
        if status == 429 || status == 503 { response.headers.add("Retry-After", "\(secondsToWait ?? 1)") }
        response.reason = reason
        return response
    }

    /// The sentence, and what the page offers, one line each.
    private var text: String {
        guard !offers.isEmpty else { return sentence + "\n" }
        return sentence + "\nThe page offers:\n" + offers.map { "  \($0)\n" }.joined()
    }

    private var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.member("error", sentence)
            if !offers.isEmpty {
                json.key("offers")
                json.list(offers) { json, offer in json.text(offer) }
            }
        }
        return writer.bytes
    }

    /// The refusal as the site's own page, or as a plain one.
    private func page(to id: RequestID?, in context: SiteContext) -> [UInt8] {
        guard let errorPage = context.errorPage else { return page(to: id) }
        let error = ErrorPage(status: status, title: title, sentence: sentence, request: id)
        do {
            return try Rendering.render(assets: context.registry.environment.assets) { try errorPage(error).html }
                .html()
        } catch {
            context.log(.error, kind: "error page", "The page about an error failed: \(error)")
            return page(to: id)
        }
    }

    /// The refusal as a page, without a style sheet, since it must suit a site of any appearance.
    private func page(to id: RequestID?) -> [UInt8] {
        let rendering = try? Rendering.render {
            Document<Never>(
                title,
                head: { meta(.name("color-scheme"), .content("light dark")) },
                body: {
                    main {
                        h1 { title }
                        p { sentence }
                        if let id, status >= 500 {
                            p {
                                "If you report this, mention the request "
                                code { "\(id)" }
                                "."
                            }
                        }
                        if !offers.isEmpty {
                            // Useful to developers, and not in the way of visitors whose control has disappeared.
                            details {
                                summary { "What the page offers" }
                                ul {
                                    for offer in offers {
                                        li { code { offer } }
                                    }
                                }
                            }
                        }
                        if let history { p { a(.href(history)) { "Go to the history" } } }
                        p {
                            if status == 404 {
                                a(.href("/")) { "Go to the first page" }
                            } else {
                                a(.href("")) { "Show the page again" }
                            }
                        }
                    }
                }
            ).html
        }
        return rendering?.html() ?? Array(text.utf8)
    }
}
