/// The requests of the load, with the few header lines that distinguish a browser from curl.
enum Requests {
    /// The path of the counter.
    static let counter = "/counter"
    /// The path of the large table.
    static let table = "/table"
    /// The path of js-framework-benchmark's table.
    static let rows = "/rows"
    /// The path of the page of four megabytes.
    static let letter = "/letter"
    /// The paths of an article: a constant, a row that is read for each request, and one that is kept.
    static let article = "/article"
    static let readArticle = "/article-read"
    static let keptArticle = "/article-kept"
    /// The path of the same article at a place.
    static let placedArticle = "/articles/1"
    /// The path of a total that all pages read.
    static let total = "/total"
    /// The path of an endpoint that answers with the article as JSON.
    static let endpoint = "/api/articles/1"
    /// The paths of a list of a hundred rows, and of ten thousand.
    static let shortList = "/list/100"
    static let longList = "/list/10000"
    /// The paths of the same rows as tables, with a group for each hundred.
    static let shortTable = "/groups/100"
    static let longTable = "/groups/10000"
    /// The path of a tally that all visitors share, and of the chat.
    static let tally = "/tally"
    static let chat = "/chat"
    /// The path of a durable effect.
    static let errand = "/errand"
    /// The path of the room.
    static let room = "/room"

    /// Returns a GET of a page, as a browser sends it.
    static func get(_ path: String, cookie: String? = nil, acceptsGzip: Bool = false) -> [UInt8] {
        let lines = ["GET \(path) HTTP/1.1", "Host: 127.0.0.1", "Accept: text/html"]
        return message(lines + (acceptsGzip ? [gzip] : []), cookie: cookie)
    }

    private static let gzip = "Accept-Encoding: gzip"

    /// Returns a POST of a message, by default of the counter's first, as a browser's form sends it: answered with 303.
    static func browserPost(_ message: String = "increment", to path: String = counter, cookie: String?) -> [UInt8] {
        form("message=\(message)", to: path, cookie: cookie)
    }

    /// Returns the same as `curl -d` sends it: answered with the page.
    static func curlPost(_ message: String = "increment", to path: String = counter, cookie: String?) -> [UInt8] {
        form("message=\(message)", to: path, accept: "*/*", more: [], cookie: cookie)
    }

    /// Returns a POST of events of an open page, as its script sends it: answered with a patch.
    static func events(
        _ events: [String],
        of page: String,
        showing revision: String,
        to path: String,
        cookie: String?,
        acceptsGzip: Bool = false
    ) -> [UInt8] {
        let body = events.map { "event=" + escaped($0) }.joined(separator: "&")
        let lines = [
            "POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Accept: application/vnd.elmwood+json",
            "Sec-Fetch-Site: same-origin", "Elmwood-Page: \(page)", "Elmwood-Revision: \(revision)",
            "Elmwood-Base: \(path)", "Content-Type: application/x-www-form-urlencoded;charset=UTF-8",
            "Content-Length: \(body.utf8.count)",
        ]
        return message(lines + (acceptsGzip ? [gzip] : []), cookie: cookie, body: body)
    }

    /// Returns an ASCII text as a browser's `URLSearchParams` encodes it.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case " ": escaped += "+"
            case "(": escaped += "%28"
            case ")": escaped += "%29"
            case ":": escaped += "%3A"
            case ",": escaped += "%2C"
            default: escaped.append(character)
            }
        }
    }

    /// Returns the request with which a page's script opens its stream.
    static func stream(_ path: String, page number: Int, revision: String, cookie: String? = nil) -> [UInt8] {
        let digits = String(number)
        // A program at the top of its site has none.
        let base = path == "/" ? "" : String(path.prefix { $0 != "?" })
        return message(
            [
                "GET \(path) HTTP/1.1", "Host: 127.0.0.1", "Accept: text/event-stream", "Sec-Fetch-Site: same-origin",
                "Elmwood-Page: " + String(repeating: "A", count: max(0, 22 - digits.count)) + digits,
                "Elmwood-Revision: \(revision)", "Elmwood-Base: \(base)",
            ],
            cookie: cookie
        )
    }

    /// Returns a POST of a form's fields, as a browser sends it.
    static func form(
        _ body: String,
        to path: String,
        accept: String = "text/html",
        more: [String] = ["Sec-Fetch-Site: same-origin"],
        cookie: String? = nil
    ) -> [UInt8] {
        let lines =
            ["POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Accept: \(accept)"] + more
            + ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)"]
        return message(lines, cookie: cookie, body: body)
    }

    private static func message(_ lines: [String], cookie: String?, body: String = "") -> [UInt8] {
        let all = lines + (cookie.map { ["Cookie: \($0)"] } ?? [])
        return Array((all.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }
}
