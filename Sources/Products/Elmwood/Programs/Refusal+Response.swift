import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodLanguages
import ElmwoodSessions
import ElmwoodViewTree

extension Refusal {
    /// Returns the refusal as a response: a page for a browser, plain text for curl, JSON for a client that requests it.
    package func response(as form: ResponseFormat, in context: SiteContext, to request: Request) -> Response {
        // Nothing is at the address, and what is beside it are endpoints.
        if status == 404, form == .text || form == .json, context.endpoints.covers(request.path) {
            return problemResponse(in: context, to: request)
        }
        if form == .browser { return page(in: context, for: request.languages, request.id) }
        let entry = entry(in: context, for: request)
        var headers: ResponseHeaders
        let body: [UInt8]
        switch form {
        case .browser, .text:
            headers = context.text
            body = Array(text(in: entry.texts).utf8)
        case .patch, .stream:
            headers = context.patch
            body = FailureNotice.answer(status: status, detail.text(in: entry.texts), in: entry.texts)
        case .json:
            headers = context.json
            body = json(in: entry.texts)
        }
        note(entry.language, in: &headers)
        return response(headers, .bytes(body))
    }

    /// Returns the refusal as problem details (RFC 9457).
    func problemResponse(in context: SiteContext, to request: Request) -> Response {
        let entry = entry(in: context, for: request)
        let problem = try? ProblemDetails(self, in: entry.texts).response()
        var headers = problem?.headers ?? ResponseHeaders()
        note(entry.language, in: &headers)
        return response(headers, problem?.body ?? .empty)
    }

    /// Returns the refusal as a page.
    ///
    /// - Parameters:
    ///   - languages: those of the client.
    ///   - id: the request's; nil if it is unknown.
    func page(in context: SiteContext, for languages: [Language], _ id: RequestID?) -> Response {
        let entry = context.sentences.entry(for: language.map { [$0] } ?? languages)
        var headers = context.page
        let body = page(to: id, in: entry, of: context, &headers)
        return response(headers, .bytes(body))
    }

    /// Returns the language of the answer, and its sentences.
    private func entry(in context: SiteContext, for request: Request) -> TextCatalogue<Sentences>.Entry {
        context.sentences.entry(for: language.map { [$0] } ?? request.languages)
    }

    /// States the language of the answer, unless its sentence is the app's own, and that it depends on the languages of the request
    /// (RFC 9110, sections 8.5 and 12.5.5).
    private func note(_ answered: Language, in headers: inout ResponseHeaders) {
        if case .sentence = detail { headers.add("Content-Language", answered.tag) }
        if language == nil { headers.add("Vary", "Accept-Language") }
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
    private func text(in sentences: Sentences) -> String {
        let sentence = detail.text(in: sentences)
        guard !offers.isEmpty else { return sentence + "\n" }
        return sentence + "\n\(sentences[.offers]):\n" + offers.map { "  \($0)\n" }.joined()
    }

    private func json(in sentences: Sentences) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.member("error", detail.text(in: sentences))
            if !offers.isEmpty {
                json.key("offers")
                json.list(offers) { json, offer in json.text(offer) }
            }
        }
        return writer.bytes
    }

    /// The refusal as the site's own page, or as a plain one, whose language is stated.
    private func page(
        to id: RequestID?,
        in entry: TextCatalogue<Sentences>.Entry,
        of context: SiteContext,
        _ headers: inout ResponseHeaders
    ) -> [UInt8] {
        if let errorPage = context.errorPage {
            do {
                let rendering = try rendering(errorPage, to: id, in: entry, of: context)
                note(rendering.languages.first ?? entry.language, in: &headers)
                return rendering.html(foot: context.development?.completing(nil))
            } catch {
                context.log(.error, kind: "error page", "The page about an error failed: \(error)")
            }
        }
        note(entry.language, in: &headers)
        return page(to: id, in: entry, foot: context.development?.completing(nil))
    }

    /// Renders the site's own page. If it states another language than that of the sentences, it is rendered with those of its own.
    private func rendering(
        _ errorPage: @Sendable (ErrorPage) throws -> Document<Never>,
        to id: RequestID?,
        in entry: TextCatalogue<Sentences>.Entry,
        of context: SiteContext
    ) throws -> Rendering {
        let error = ErrorPage(
            status: status,
            language: entry.language,
            title: entry.texts[.status(status)],
            sentence: detail.text(in: entry.texts),
            request: id
        )
        let assets = context.registry.environment.assets
        let limit = context.registry.limits.pageSize
        let rendering = try Rendering.render(assets: assets, limit: limit) { try errorPage(error).html }
        let own = context.sentences.entry(for: rendering.languages)
        guard own.language != entry.language, rendering.languages.first != entry.language else { return rendering }
        let again = ErrorPage(
            status: status,
            language: own.language,
            title: own.texts[.status(status)],
            sentence: detail.text(in: own.texts),
            request: id
        )
        return try Rendering.render(assets: assets, limit: limit) { try errorPage(again).html }
    }

    /// The refusal as a page, without a style sheet, since it must suit a site of any appearance.
    private func page(to id: RequestID?, in entry: TextCatalogue<Sentences>.Entry, foot: PageFoot?) -> [UInt8] {
        let sentences = entry.texts
        let title = sentences[.status(status)]
        let rendering = try? Rendering.render {
            Document<Never>(
                title,
                language: entry.language,
                head: { meta(.name("color-scheme"), .content("light dark")) },
                body: {
                    main {
                        h1 { title }
                        p { detail.text(in: sentences) }
                        if let id, status >= 500 { p { mention(id, in: sentences) } }
                        if !offers.isEmpty {
                            // Useful to developers, and not in the way of visitors whose control has disappeared.
                            details {
                                summary { sentences[.offers] }
                                ul {
                                    for offer in offers {
                                        li { code { offer } }
                                    }
                                }
                            }
                        }
                        if let history { p { a(.href(history)) { sentences[.toHistory] } } }
                        p {
                            if status == 404 {
                                a(.href("/")) { sentences[.toFirstPage] }
                            } else {
                                a(.href("")) { sentences[.showPageAgain] }
                            }
                        }
                    }
                }
            ).html
        }
        return rendering?.html(foot: foot) ?? Array(text(in: sentences).utf8)
    }

    /// The sentence with the request's id, which is marked in it.
    @HtmlBuilder<Never>
    private func mention(_ id: RequestID, in sentences: Sentences) -> Html<Never> {
        let sentence = sentences[.mentionRequest("\(id)")]
        if let place = sentence.firstRange(of: "\(id)") {
            String(sentence[..<place.lowerBound])
            code { "\(id)" }
            String(sentence[place.upperBound...])
        } else {
            sentence
        }
    }
}

extension Refusal.Detail {
    /// Returns the text in a language, if it is one of Elmwood's own.
    func text(in sentences: Sentences) -> String {
        switch self {
        case .sentence(let sentence): sentences[sentence]
        case .text(let text): text
        }
    }
}
