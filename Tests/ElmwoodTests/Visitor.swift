import Dispatch
import ElmwoodFormData
import ElmwoodHistory
import Glibc
import Synchronization
import ElmwoodTestSupport
import Testing

@testable import Elmwood
@testable import ElmwoodHTTPServer
@testable import ElmwoodSessions

/// How a test sends requests to a site. The same test runs both ways.
enum Transport: CaseIterable {
    /// The handler is called with a request; no server, no socket.
    case inProcess
    /// A real server on a port of its own, with requests over a real socket.
    case socket
}

/// A site that tests send requests to. Its server, if any, stops when the last reference is released.
final class TestSite: Sendable {
    private let handler: SiteHandler
    private let server: RunningServer?
    /// The site's data folder.
    let folder: String

    /// - Parameters:
    ///   - log: the log of the site.
    ///   - configure: changes the settings that the test is about.
    init(
        _ site: Site,
        over transport: Transport,
        log: Log = Log(level: .none),
        configure: (inout Settings) -> Void = { _ in }
    ) throws {
        let folder = try temporaryFolder()
        self.folder = folder
        var isMade = false
        defer { if !isMade { removeFolder(folder) } }
        var settings = Settings()
        (settings.postsPerVisitor, settings.postsPerClient, settings.sessionsPerClient) = (nil, nil, nil)
        settings.port = 0
        settings.data = folder
        settings.publicFolder = folder
        configure(&settings)
        var site = site
        site.use(.history)
        handler = try site.handler(settings, log: log)
        server = transport == .socket ? try site.start(settings, handler: handler, log: log) : nil
        isMade = true
    }

    deinit {
        server?.stop(within: .zero)
        removeFolder(folder)
    }

    /// The sessions, and what pages read.
    var registry: SessionRegistry { handler.context.registry }

    /// The histories of the sessions; nil if there are none.
    var histories: (any SiteHistories)? { handler.context.histories }

    /// What the site does at certain times.
    var schedule: Schedule? { handler.schedule }

    /// The port that the site's server listens at.
    var port: Int {
        get throws {
            guard let server else { throw TestSiteError() }
            return Int(server.port)
        }
    }

    /// The names of the uploaded files on disk.
    var uploadedFiles: [String] { names(in: folder + "/uploads") }

    /// Sends one request and reads its answer, on a thread of its own. A thread of the task pool must not be blocked, since the
    /// effects that the answer may wait for need it.
    func send(
        _ method: String,
        _ target: String,
        headers: [(name: String, value: String)] = [],
        body: String? = nil
    ) async throws -> HTTPReply {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "elmwood.tests.visitor").async { [self] in
                continuation.resume(with: Result { try exchange(method, target, headers: headers, body: body) })
            }
        }
    }

    private func exchange(
        _ method: String,
        _ target: String,
        headers: [(name: String, value: String)],
        body: String?
    ) throws -> HTTPReply {
        if let server {
            // An effect may have to wait for other tests' tasks, which share one pool.
            let connection = try HTTPConnection(port: server.port, timeout: 60)
            let text = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
            let type =
                body == nil || headers.contains { $0.name.lowercased() == "content-type" }
                ? "" : "Content-Type: application/x-www-form-urlencoded\r\n"
            let length = body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? ""
            try connection.send(
                "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(text)\(type)\(length)Connection: close\r\n\r\n"
                    + (body ?? "")
            )
            return try connection.readReply(toHead: method == "HEAD")
        }
        return try call(method, target, headers: headers, body: body)
    }

    private func call(
        _ method: String,
        _ target: String,
        headers: [(name: String, value: String)],
        body: String?
    ) throws -> HTTPReply {
        guard let method = HTTPMethod(rawValue: method) else { throw TestSiteError() }
        let request = try Request(
            method,
            target,
            headers: [(name: "Host", value: "localhost")] + headers,
            form: try body.map { try FormData(urlencoded: Array($0.utf8)) }
        )
        var response = try response(to: request)
        response.headers.add(handler.headers)
        var bytes: [UInt8] = []
        if method != .head {
            switch response.body {
            case .bytes(let content): bytes = content
            case .constant(let text): bytes = Array(text.description.utf8)
            case .empty: break
            default: throw TestSiteError()
            }
        }
        return HTTPReply(status: Int(response.status.rawValue), headers: response.headers.all, body: bytes)
    }
}

extension TestSite {
    /// Returns the handler's response. If it is not available at once the thread waits, as a connection would.
    private func response(to request: Request) throws -> Response { try response(of: handler.respond(to: request)) }

    private func response(of answer: Answer) throws -> Response {
        switch answer {
        case .response(let response):
            return response
        case .later(_, let begin):
            let mailbox = try Mailbox()
            let pending = PendingAnswer(RequestNumber(slot: 0, number: 0), mailbox: mailbox)
            begin(Responder(pending))
            var answer = pending.takeOrAwait()
            while answer == nil {
                var mail = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&mail, 1, 60_000) == 1 else { throw TestSiteError() }
                _ = mailbox.takeAll()
                answer = pending.take()
            }
            guard let answer = answer ?? nil else { throw TestSiteError() }
            return try response(of: answer)
        }
    }
}

struct TestSiteError: Error {}

/// A visitor with a cookie jar, who uses a browser, curl, or a script that accepts JSON.
final class Visitor {
    enum Client: String {
        case browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        case curl = "*/*"
        case script = "application/json"
    }

    let site: TestSite
    var client: Client
    var cookie: String?
    /// The cookie that proves which browser made a request.
    var ticketCookie: String?
    /// The cookie that outlives sessions, which is retained only if the test is about it.
    var lastingCookie: String?
    var keepsLastingCookie = false
    /// What else each request has: headers, and cookies of the app's own, `name=value`.
    var headers: [(name: String, value: String)] = []
    var ownCookies: [String] = []
    /// The answer to the last request.
    private(set) var reply = HTTPReply(status: 0, headers: [], body: [])

    init(_ site: TestSite, with client: Client = .curl) {
        self.site = site
        self.client = client
    }

    /// Returns a visitor with a browser that keeps the cookie which outlives sessions.
    static func returning(to site: TestSite) -> Visitor {
        let visitor = Visitor(site, with: .browser)
        visitor.keepsLastingCookie = true
        return visitor
    }

    /// The text of the last answer.
    var text: String { reply.text }

    /// Clicks the button of a message on a page without script, and follows the redirect.
    func click(_ message: String, at address: String) async throws {
        try await post(address, "message=\(message)")
        #expect(reply.status == 303, "\(text)")
        try await get(reply["Location"] ?? "")
    }

    @discardableResult
    func get(_ target: String, headers: [(name: String, value: String)] = []) async throws -> HTTPReply {
        try await send("GET", target, headers: headers, body: nil)
    }

    @discardableResult
    func post(_ target: String, _ body: String, headers: [(name: String, value: String)] = []) async throws -> HTTPReply
    {
        try await send("POST", target, headers: headers, body: body)
    }

    @discardableResult
    func send(
        _ method: String,
        _ target: String,
        headers: [(name: String, value: String)] = [],
        body: String? = nil,
        accepting types: String? = nil
    ) async throws -> HTTPReply {
        var all = [(name: "Accept", value: types ?? client.rawValue)] + self.headers + headers
        let cookies =
            ownCookies
            + [
                cookie.map { "elmwood=\($0)" }, ticketCookie.map { "elmwood-ticket=\($0)" },
                lastingCookie.map { "elmwood-visitor=\($0)" },
            ].compactMap { $0 }
        if !cookies.isEmpty { all.append((name: "Cookie", value: cookies.joined(separator: "; "))) }
        reply = try await site.send(method, target, headers: all, body: body)
        if let new = reply.cookie("elmwood") { cookie = new.isEmpty ? nil : new }
        if let new = reply.cookie("elmwood-ticket") { ticketCookie = new.isEmpty ? nil : new }
        if keepsLastingCookie, let new = reply.cookie("elmwood-visitor") { lastingCookie = new }
        return reply
    }
}

/// Creates an empty folder in the system's temporary folder.
func temporaryFolder() throws -> String {
    var template = Array("/tmp/elmwood-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestSiteError() }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
}

/// Removes a folder and its contents.
func removeFolder(_ path: String) {
    for name in names(in: path) where unlink("\(path)/\(name)") != 0 { removeFolder("\(path)/\(name)") }
    rmdir(path)
}

/// Returns the names of the files in a folder.
func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}
