import Elmwood
import ElmwoodFormData
import ElmwoodForms
import ElmwoodHTTPClient
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodViewTree

/// Reaches the program by HTTP requests over a socket, to a separate server. The received pages must be byte for byte the view's
/// HTML.
final class HTTPTransport<P: Program>: Transport {
    let testHost: TestHost<P>
    let visitor: TestVisitor
    let server: TestHostServer<P>
    /// The view that an open page shows, if known.
    var shown: Rendering?
    var stream: HTTPConnection?
    var isChunked = false
    /// The received part of the stream's next event.
    var remainder: [UInt8] = []
    var openPage: PageID?
    /// The number of patches for the open page, and the identity of that page on the server.
    var patches: UInt64 = 0
    var identity: ObjectIdentifier?

    init(_ testHost: TestHost<P>, _ visitor: TestVisitor, _ server: TestHostServer<P>) {
        self.testHost = testHost
        self.visitor = visitor
        self.server = server
    }

    var host: ProgramHost<P> { testHost.host }

    // MARK: Requests

    /// Sends a request, and reads the answer.
    func send(
        _ method: String,
        _ target: String,
        accepting type: String,
        headers: [(String, String)] = [],
        body: SentBody? = nil
    ) throws -> HTTPReply {
        let connection = try HTTPConnection(port: server.port)
        try connection.send(head(method, target, type, headers + [("Connection", "close")], body))
        if let body { try connection.send(body.bytes) }
        let reply = try connection.readReply()
        storeCookies(of: reply)
        return reply
    }

    func head(
        _ method: String,
        _ target: String,
        _ type: String,
        _ headers: [(String, String)],
        _ body: SentBody?
    ) -> String {
        var all = [("Host", "127.0.0.1:\(server.port)"), ("Accept", type), ("Sec-Fetch-Site", "same-origin")] + headers
        if !visitor.languages.isEmpty {
            all.append(("Accept-Language", visitor.languages.map(\.tag).joined(separator: ",")))
        }
        var cookies: [String] = []
        if let session = visitor.session { cookies.append("\(SessionCookie.name(isSecure: false))=\(session.text)") }
        if let token = visitor.token { cookies.append("\(SessionCookie.visitorName(isSecure: false))=\(token.text)") }
        if let ticket = visitor.ticket { cookies.append("\(SessionCookie.ticketName(isSecure: false))=\(ticket.text)") }
        if let zone = visitor.timeZone { cookies.append("\(Visit.timeZoneCookie)=\(zone.name)") }
        if !cookies.isEmpty { all.append(("Cookie", cookies.joined(separator: "; "))) }
        if let body {
            all += [("Content-Type", body.contentType), ("Content-Length", "\(body.bytes.count)")]
        }
        return "\(method) \(target) HTTP/1.1\r\n" + all.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    }

    func storeCookies(of reply: HTTPReply) {
        if let text = reply.cookie(SessionCookie.name(isSecure: false)) {
            visitor.session = text.isEmpty ? nil : SessionToken(text)
        }
        if let text = reply.cookie(SessionCookie.visitorName(isSecure: false)), !text.isEmpty {
            visitor.token = VisitorCookie(text)?.token
        }
        if let text = reply.cookie(SessionCookie.ticketName(isSecure: false)) { visitor.ticket = RenewalTicket(text) }
    }

    // MARK: Without script

    private static var pageType: String { "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

    func load(_ address: PageAddress) -> PlainAnswer<P> {
        do {
            return try followed(send("GET", address.target, accepting: Self.pageType), from: address)
        } catch {
            return .broken("The page at “\(address.target)” was not received: \(error)")
        }
    }

    func post(_ fields: [SentField], to address: PageAddress) -> PlainAnswer<P> {
        // The problems and the entered values depend on the model before the request.
        let model = model(at: address)
        do {
            var body = SentBody(fields, isPost: true)
            var reply = try send("POST", address.target, accepting: Self.pageType, body: body)
            // The visitor agrees to what a page asks.
            if let question = reply.text.firstMatch(of: /name="elmwood-confirmed" value="([^"]*)"/) {
                let agreement = SentField(PostQuestion.field, Self.unescaped(String(question.1)))
                body = SentBody(fields + [agreement], isPost: true)
                reply = try send("POST", address.target, accepting: Self.pageType, body: body)
            }
            if reply.status == 422 { return problems(reply, fields, model, at: address) }
            return try followed(reply, from: address)
        } catch {
            return .broken("The answer to the post was not received: \(error)")
        }
    }

    /// Returns the page that an answer leads to, following redirects.
    private func followed(_ first: HTTPReply, from start: PageAddress) throws -> PlainAnswer<P> {
        var reply = first
        var address = start
        for _ in 0..<20 {
            guard reply.status == 303, let location = reply["location"] else { return answer(reply, at: address) }
            if location.hasPrefix(Downloads.prefix) { return .downloaded(location) }
            address = PageAddress(location)
            reply = try send("GET", address.target, accepting: Self.pageType)
        }
        return .broken("The page at “\(start.target)” leads to another one again and again.")
    }

    private func answer(_ reply: HTTPReply, at address: PageAddress) -> PlainAnswer<P> {
        switch reply.status {
        case 200, testHost.status(of: model(at: address), at: address) ?? 200:
            let refresh = reply.text.firstMatch(of: /<meta http-equiv="refresh" content="0; url=([^"]*)">/)
            guard let model = model(at: address) else { return .broken("There is no model for the page that came.") }
            let flash = host.sessions.flashShown(to: testHost.sessionID(of: visitor), on: address.page())
            guard let rendering = try? testHost.render(model, on: address.page().showing(flash)) else {
                return .broken("A page came over the transport, though its view fails.")
            }
            // Work that went on as the page was written may have ended since.
            let pages = [testHost.mayReceiveMessage(visitor), true].map { mayReceiveMessage in
                server.html(rendering, of: model, telling: flash, mayReceiveMessage: mayReceiveMessage)
            }
            if pages.contains(reply.body) { return .page(model, address, flash) }
            if let refresh { return .left(String(refresh.1).replacing("&amp;", with: "&")) }
            return .broken(difference(reply.body, pages[0], address))
        case 404: return .failed(NotFound())
        case 500...: return .failed(testHost.lastError.take() ?? thrown(at: address) ?? WireFailure(reply.status))
        default: return .refused(status: reply.status, sentence: Self.sentence(of: reply))
        }
    }

    private static func unescaped(_ value: String) -> String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(value) {
            $0.replacing($1.0, with: $1.1)
        }
    }

    private func problems(
        _ reply: HTTPReply,
        _ fields: [SentField],
        _ model: P.Model?,
        at address: PageAddress
    ) -> PlainAnswer<P> {
        let form = FormData(testHost.entries(fields, isPost: true))
        guard let model, let rendering = try? testHost.render(model, on: address.page()),
            let (problems, overlay) = host.problems(with: form, by: Contract(rendering), of: model)
        else { return .broken("The post was answered by 422, though nothing is wrong with it.") }
        guard let again = try? testHost.render(model, on: address.page(problems: problems)) else {
            return .broken("A page came over the transport, though its view fails.")
        }
        let html = again.html(overlay: overlay, modalStyle: ModalStyle.address)
        return reply.body == html ? .problems(problems, model) : .broken(difference(reply.body, html, address))
    }

    /// Returns the session's model, or the one that the visitor would start with there.
    func model(at address: PageAddress) -> P.Model? { try? testHost.model(of: visitor, at: address) }

    /// Returns the error that the program throws there.
    private func thrown(at address: PageAddress) -> (any Error)? {
        do {
            _ = try testHost.render(testHost.model(of: visitor, at: address), on: address.page())
            return nil
        } catch {
            return error
        }
    }

    /// Returns the sentence of a page about a refusal.
    private static func sentence(of reply: HTTPReply) -> String {
        let text = reply.text.firstMatch(of: /<p>([^<]*)<\/p>/).map { String($0.1) } ?? reply.text
        return text.replacing("&lt;", with: "<").replacing("&amp;", with: "&")
    }

    /// Returns where two pages begin to differ, as a sentence.
    func difference(_ came: [UInt8], _ wanted: [UInt8], _ address: PageAddress) -> String {
        let place = zip(came, wanted).prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
        func piece(_ bytes: [UInt8]) -> String {
            String(decoding: bytes[max(0, min(place, bytes.count) - 30)..<min(bytes.count, place + 50)], as: UTF8.self)
        }
        return
            "The page that came over the transport from “\(address.target)” is not the view's HTML. It has “\(piece(came))”, "
            + "and the view “\(piece(wanted))”."
    }
}

/// The server answered with an error.
struct WireFailure: Error, CustomStringConvertible {
    let status: Int

    init(_ status: Int) { self.status = status }

    var description: String { "The server answered \(status)." }
}
