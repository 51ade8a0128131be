import Elmwood
import ElmwoodAccounts
import ElmwoodClientScript
import ElmwoodFormData
import ElmwoodHTTPServer
import Glibc

/// A page with each kind of control, so that a post meets as many as it may have fields.
struct ControlsPage: Program {
    struct Model: Codable, Equatable, Sendable { var text = "" }

    struct Fields: Codable, Equatable, Sendable {
        var text: String
        var address: String?
        var mail: String?
        var number: Double?
        var day: String?
        var digits: String?
        var tags: [String]
        var country: String?
        var lines: [String]
    }

    enum Message: Codable, Equatable, Sendable { case sent(Fields), renamed(String), chosen([String]) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        if case .renamed(let text) = message { model.text = text }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Controls") {
            form("f", .onSubmit(Message.sent)) {
                input(.name("text"), .maxlength(10))
                input(.name("address"), .type(.url))
                input(.name("mail"), .type(.email), .multiple)
                input(.name("number"), .type(.number))
                input(.name("day"), .type(.date))
                input(.name("digits"), .pattern("([a-z]*[0-9]*)*x"))
                for number in 0..<300 { input(.name("tags"), .type(.checkbox), .value("\(number)")) }
                for number in 0..<300 { input(.name("lines"), .value("\(number)")) }
                select(.name("country")) { for number in 0..<300 { option { "Country \(number)" } } }
            }
            input(.name("name"), .value(model.text), .onChange(Message.renamed))
            select(.name("choices"), .multiple, .onChange(Message.chosen)) {
                for number in 0..<300 { option { "Choice \(number)" } }
            }
        }
    }
}

extension Input {
    /// Inputs of a whole site: from the body's bytes to the answer.
    static func siteInputs() throws -> [Input] {
        var template = Array("/tmp/elmwood-growth-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw NoFolder() }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var settings = Settings()
        (settings.postsPerVisitor, settings.postsPerClient, settings.sessionsPerClient) = (nil, nil, nil)
        (settings.data, settings.publicFolder) = (folder, folder)
        let limit = AttemptLimit()
        var site = Site()
        site.mount(ControlsPage(), at: "/page")
        site.post("/values") { try .json($0.json(JSONValue.self)) }
        site.post("/fields") { try .json(["text": $0.json(ControlsPage.Fields.self).text]) }
        site.post("/form") { .text($0.form?.text("z") ?? "") }
        site.get("/query") { .text($0.query["z"] ?? "") }
        site.get("/articles/{slug}") { (_: EndpointRequest, slug: String) in .text(slug) }
        site.post("/login") { request in
            .text("\(limit.attempt(account: try request.text(), address: "192.0.2.1") != nil)")
        }
        let handler = try site.handler(settings, log: Log(level: .none))

        @Sendable func send(_ bytes: [UInt8], to address: String, type: String) async {
            let isForm = type.hasSuffix("urlencoded")
            let form = isForm ? try? FormData(urlencoded: bytes) : nil
            guard !isForm || form != nil,
                let request = try? Request(
                    .post,
                    address,
                    headers: [("Host", "localhost"), ("Accept", "text/html"), ("Content-Type", type)],
                    body: isForm ? [] : bytes,
                    form: form
                )
            else { return }
            guard let response = await handler.respond(to: request).response() else { return }
            if case .bytes(let bytes) = response.body { precondition(bytes.count >= 0) }
        }
        func post(_ name: String, _ text: String, after start: String = "form=f", before end: String = "") -> Input {
            Input("post: \(name)", upTo: 1_048_576, repeating: text, after: start, before: end) {
                await send($0, to: "/page", type: "application/x-www-form-urlencoded")
            }
        }
        func json(
            _ name: String,
            _ text: String,
            after start: String = "",
            before end: String = "",
            at address: String = "/values"
        )
            -> Input
        {
            Input("JSON: \(name)", upTo: 1_048_576, repeating: text, after: start, before: end) {
                await send($0, to: address, type: "application/json")
            }
        }
        func header(_ name: String, _ text: String) -> Input {
            Input("header: \(name) \(text)", upTo: 12_288, repeating: text) { bytes in
                let value = String(decoding: bytes, as: UTF8.self)
                for _ in 0..<10 {
                    let headers = [("Host", "localhost"), (name, value)]
                    for address in ["/page", "/values", "/none"] {
                        guard let request = try? Request(.get, address, headers: headers) else { continue }
                        _ = await handler.respond(to: request).response()
                    }
                }
            }
        }
        // With it a body has as many fields as it may have, and no more.
        let kilobyte = String(repeating: "b", count: 1_080)
        let fields = "\"address\":\"a\",\"tags\":[],\"lines\":["
        return [
            post("a long text", "b", after: "form=f&text="), post("marks", marked, after: "form=f&text="),
            post("an address", "a", after: "form=f&text=a&address=http://"),
            post("slashes", "/", after: "form=f&text=a&address=http:"),
            post("mail addresses", "a@b,", after: "form=f&text=a&mail="),
            post("a mail address", "a.", after: "form=f&text=a&mail="),
            post("dots and an at sign", "a@", after: "form=f&text=a&mail="),
            post("digits", "1", after: "form=f&text=a&number="), post("a date", "1-", after: "form=f&text=a&day="),
            post("a pattern", "a1", after: "form=f&text=a&digits="), post("line ends", "%0D%0A", after: "form=f&text="),
            post("boxes", "&tags=\(kilobyte)"), post("lines", "&lines=\(kilobyte)"),
            post("countries", "&country=\(kilobyte)"),
            post("a country", marked, after: "form=f&country="), post("unknown fields", "&z=\(kilobyte)"),
            post("nested names", "[a]", after: "form=f&z"), post("brackets", "[", after: "form=f&z"),
            post("marks of the page", "AAAAAA", after: "rendered="),
            post("lists of marks", "&rendered=\(String(repeating: "AAAAAA", count: 178))", after: "name=a"),
            post("choices", "&choices=\(kilobyte)", after: "rendered="),
            post("messages", "message=\(kilobyte)&", after: ""),
            post("a message", "b", after: "message="), post("a form's name", "b", after: "form="),
            post("events", "event=1 message 0 \(kilobyte)&", after: ""),
            json("a long text", "b", after: "[\"", before: "\"]"),
            json("escapes", "\\u0301a", after: "[\"", before: "\"]"),
            json("marks", marked, after: "[\"", before: "\"]"), json("elements", "1,", after: "[", before: "1]"),
            json("members", "\"a\":1,", after: "{", before: "\"b\":1}"), json("nested", "["),
            json("nested objects", "{\"a\":"),
            json("names with marks", "\"\(marked)\":1,", after: "{", before: "\"b\":1}"),
            json("objects", "{\"a\":[1]},", after: "[", before: "1]"), json("digits", "1", after: "[", before: "]"),
            json("spaces", " ", after: "[", before: "1]"), json("backslashes", "\\\\", after: "[\"", before: "\"]"),
            json("a value of a type", "\"a\",", after: "{\(fields)", before: "\"a\"],\"text\":\"a\"}", at: "/fields"),
            json("a value of another type", "\"a\",", after: "{\(fields)", before: "1],\"text\":\"a\"}", at: "/fields"),
            json(
                "a number that does not fit",
                "\"a\",",
                after: "{\(fields)",
                before: "\"a\"],\"text\":\"a\",\"number\":1e999}",
                at: "/fields"
            ),
            json(
                "deep",
                String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + ",",
                after: "[",
                before: "1]"
            ),
            json(
                "deep objects",
                String(repeating: "{\"a\":", count: 500) + "1" + String(repeating: "}", count: 500) + ",",
                after: "[",
                before: "1]"
            ),
            json(
                "as deep as may be",
                String(repeating: "[", count: 63) + "1,2" + String(repeating: "]", count: 63) + ",",
                after: "[",
                before: "1]"
            ),
            header("Accept", "a/b;q=0.5,"), header("Accept", "a/b;c=\"d,"), header("Cookie", "a=b; "),
            header("Cookie", "a"),
            header("If-None-Match", "\"a\", "), header("If-None-Match", "\""), header("Accept-Encoding", "gzip;q=0,"),
            header("Accept-Language", "de-CH;q=0.1,"), header("Origin", "http://"), header("Authorization", "Basic "),
            header("If-Modified-Since", "Sun, "), header("Sec-Fetch-Site", "same-origin"),
            json(
                "texts for numbers",
                "\"a\",",
                after: "{\"text\":\"a\",\"lines\":[],\"tags\":[1,",
                before: "1]}",
                at: "/fields"
            ),
            Input("JSON: distinct names", upTo: 1_048_576) { size in
                Array(("{" + (0..<max(1, size / 12)).map { "\"\($0)\":1," }.joined() + "\"b\":1}").utf8)
            } read: {
                await send($0, to: "/values", type: "application/json")
            },
            Input("form of an endpoint", upTo: 1_048_576, repeating: "&a=\(kilobyte)") {
                await send($0, to: "/form", type: "application/x-www-form-urlencoded")
            },
            Input("words in a language", upTo: 8_192, repeating: "-a", after: "\(ClientScript.wordsAddress)?a") {
                bytes in
                let target = String(decoding: bytes, as: UTF8.self)
                guard let request = try? Request(.get, target, headers: [("Host", "localhost")]) else { return }
                _ = await handler.respond(to: request).response()
            },
            Input("an account's name", upTo: 1_048_576, repeating: marked) {
                await send($0, to: "/login", type: "text/plain")
            },
        ]
    }

    private struct NoFolder: Error {}
}
