/// The requests that the load sends: each with the few header lines that tell a browser from curl.
enum Requests {
    /// Where the counter is served.
    static let counter = "/counter"
    /// Where the large table is served.
    static let table = "/table"

    /// GET of a page, as a browser asks for one.
    static func get(_ path: String, cookie: String? = nil) -> [UInt8] {
        message(["GET \(path) HTTP/1.1", "Host: 127.0.0.1", "Accept: text/html"], cookie: cookie)
    }

    /// POST of the counter's first message, as a browser's form sends it: answered with 303.
    static func browserPost(cookie: String?) -> [UInt8] {
        post(accept: "text/html", more: ["Sec-Fetch-Site: same-origin"], cookie: cookie)
    }

    /// POST of the counter's first message, as `curl -d` sends it: answered with the page.
    static func curlPost(cookie: String?) -> [UInt8] {
        post(accept: "*/*", more: [], cookie: cookie)
    }

    private static func post(accept: String, more: [String], cookie: String?) -> [UInt8] {
        let body = "message=increment"
        let lines =
            ["POST \(counter) HTTP/1.1", "Host: 127.0.0.1", "Accept: \(accept)"] + more
            + ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)"]
        return message(lines, cookie: cookie, body: body)
    }

    private static func message(_ lines: [String], cookie: String?, body: String = "") -> [UInt8] {
        let all = lines + (cookie.map { ["Cookie: \($0)"] } ?? [])
        return Array((all.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }
}
