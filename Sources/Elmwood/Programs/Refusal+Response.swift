import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodViewTree

extension Refusal {
    /// The refusal as a response: a page to a browser, plain text to curl, JSON to who asks for it.
    package func response(as form: ResponseFormat, in context: SiteContext) -> Response {
        var headers: ResponseHeaders
        let body: [UInt8]
        switch form {
        case .browser:
            headers = context.page
            body = page
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
        if status == 405 { headers.add("Allow", "GET, HEAD, POST") }
        return Response(HTTPStatus(rawValue: UInt16(clamping: status)), headers: headers, body: .bytes(body))
    }

    /// The sentence, and what is offered, a line each.
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

    /// A page of its own, with no style sheet: it has to work on a site of any look.
    private var page: [UInt8] {
        let rendering = try? Rendering.render {
            Document<Never>(
                title,
                head: { meta(.name("color-scheme"), .content("light dark")) },
                body: {
                    main {
                        h1 { title }
                        p { sentence }
                        if !offers.isEmpty {
                            // Of use to who writes programs, and not in the way of who clicked on what is gone.
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
