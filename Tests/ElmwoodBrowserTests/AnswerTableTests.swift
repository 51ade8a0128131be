import Elmwood
import ElmwoodHTTPServer
import ElmwoodTestSupport
import Synchronization
import Testing

/// What a live page does with each answer that its requests can get, from its program or from what is between the two.
@Suite struct AnswerTableTests {
    /// What becomes of the visitor's event.
    private enum End {
        /// It is repeated, and applied when the server is reached.
        case applied
        /// The same; meanwhile the visitor is told that something wants to see them.
        case gated
        /// It is given up, and the visitor is told.
        case refused
        /// The page is loaded anew.
        case loaded
    }

    private static func reply(_ status: String, _ fields: String = "", _ body: String = "") -> Fault {
        let length = "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n"
        return .reply("HTTP/1.1 \(status)\r\n\(fields.isEmpty ? "" : fields + "\r\n")\(length)\r\n\(body)")
    }

    private static let html = "Content-Type: text/html"
    private static let patch = "Content-Type: \(LivePageScript.contentType)"
    private static let page = "<!doctype html><title>x</title><h1>not yours</h1>"
    private static let forged = #"[0,"AAAAAAAA",1,"<html><body><h1>not yours</h1></body></html>"]"#

    private static let answers: [(name: String, fault: Fault, end: End)] = [
        ("a redirect to another site", reply("302 Found", "Location: http://localhost:9/"), .gated),
        ("a redirect on the site", reply("302 Found", "Location: /sign-in"), .gated),
        (
            "a permanent redirect",
            reply("308 Permanent Redirect", "Location: https://localhost:9/\r\nCache-Control: no-store"), .gated
        ),
        ("a sign-in page", reply("200 OK", html, page), .gated),
        ("a sign-in page with 401", reply("401 Unauthorized", html, page), .gated),
        ("what only this post gets", reply("403 Forbidden", html, page), .refused),
        ("a text that looks like a patch", reply("200 OK", "Content-Type: text/plain", forged), .gated),
        ("JSON", reply("200 OK", "Content-Type: application/json", forged), .gated),
        ("nothing", reply("200 OK"), .gated),
        ("no content", reply("204 No Content"), .gated),
        ("what is too large", reply("413 Content Too Large", html, page), .refused),
        ("a bad request", reply("400 Bad Request", html, page), .refused),
        ("a missing page", reply("404 Not Found", html, page), .refused),
        ("another method", reply("405 Method Not Allowed", html, page), .refused),
        ("a failure", reply("500 Internal Server Error", html, page), .refused),
        ("a dead server", reply("502 Bad Gateway", html, page), .applied),
        ("a busy server", reply("503 Service Unavailable", html, page), .applied),
        ("a late server", reply("504 Gateway Timeout", html, page), .applied),
        ("a limit", reply("429 Too Many Requests", html, page), .applied),
        ("a lost request", .loseRequest, .applied),
        ("a lost answer", .loseAnswer, .applied),
        ("half of an answer", .halveAnswer, .applied),
        ("a patch of another version", reply("200 OK", patch, forged), .loaded),
        ("a patch of a later version", reply("200 OK", patch + "\r\nElmwood-Patch: 99", forged), .loaded),
    ]

    @Test func `No answer to an event makes a page unusable, changes it, or loses a typed text`() async throws {
        let isClosed = Mutex(true)
        try await withLiveSite(Probes()) { browser, site in
            for (name, fault, end) in Self.answers {
                site.proxy.decide { _ in .none }
                try await browser.open(site.address())
                try await browser.type("half", into: "#typed")
                let before = try await Int(browser.text("#count")) ?? 0
                isClosed.withLock { $0 = true }
                let first = site.proxy.requests.count
                site.proxy.decide { request in
                    guard request.isPost, isClosed.withLock({ $0 }) else { return .none }
                    if end == .gated { return fault }
                    // All others answer like this once or twice.
                    if end != .applied || site.proxy.requests[first...].count(where: \.isPost) > 1 {
                        isClosed.withLock { $0 = false }
                    }
                    return fault
                }
                try await browser.click("#plus")
                var after = before + 1
                switch end {
                case .applied: break
                case .gated:
                    try await browser.wait(until: "\(name) is told") {
                        try $0.exists("#elmwood-failure a[target=_blank]")
                    }
                    isClosed.withLock { $0 = false }
                case .refused:
                    try await browser.wait(until: "\(name) is told") { try $0.exists("#elmwood-failure") }
                    #expect(try await browser.text("#count") == "\(before)", "\(name)")
                    try await browser.click("#elmwood-failure button")
                    try await browser.click("#plus")
                case .loaded:
                    try await browser.wait(until: "\(name) loads the page") {
                        try $0.value("#typed") != "half" || $0.exists("#plus")
                    }
                    after = before
                }
                try await browser.wait(for: "\(after)", in: "#count")
                #expect(try await !browser.exists("#elmwood-failure"), "\(name)")
                #expect(try await browser.text("h1") == "Probe", "\(name)")
                if end != .loaded { #expect(try await browser.value("#typed") == "half", "\(name)") }
            }
        }
    }

    @Test(.needs(.navigationAPI))
    func `A link whose answer is no patch is followed by the browser, whatever the answer is`() async throws {
        try await withLiveSite(Probes()) { browser, site in
            for (name, fault, _) in Self.answers {
                site.proxy.decide { _ in .none }
                try await browser.open(site.address())
                site.proxy.decide { $0.isSync ? fault : .none }
                try await browser.click("#sorted")
                try await browser.wait(until: "the page is shown in spite of \(name)") { try $0.exists("#by-name") }
                site.proxy.decide { _ in .none }
                let before = try await Int(browser.text("#count")) ?? 0
                try await browser.click("#plus")
                try await browser.wait(for: "\(before + 1)", in: "#count")
            }
        }
    }
}
