import Elmwood
import ElmwoodHTTPServer
import ElmwoodPageTree
import ElmwoodSessions
import ElmwoodStorage
import FoundationEssentials

/// A test of a whole site as its clients and visitors have it: endpoints, files and pages, without a server or a port.
///
/// ```swift
/// @Test func publishesAnArticle() async {
///     let test = SiteTest(Blog.site(articles))
///     await test.open("/sign-in")
///     test.fill("Name", "anna")
///     await test.click("Sign in")
///     await test.post("/api/articles", .json(Draft(title: "Dragons"))).expect(.created)
///     await test.get("/api/articles/dragons").expectJSON(Article(title: "Dragons", author: "anna"))
/// }
/// ```
///
/// It is a browser without script and a client of endpoints in one: both have the same cookies, which are kept from request to request.
/// Requests go through the whole site, with its middleware, limits of bodies and refusals. Sessions and saved values are in memory, and
/// end with the test. Effects, clocks and the program's dependencies are the real ones; a ``ProgramTest`` controls them.
///
/// Failures are reported at the line of the call, to Swift Testing or to XCTest. After a step that has failed, the later ones do nothing
/// and report nothing.
public final class SiteTest {
    /// What the visitors of one site share.
    final class Server {
        let handler: SiteHandler
        let folder: TestHostFolder
        let reporting: Reporting
        let log: ErrorLog

        init(_ handler: SiteHandler, _ folder: TestHostFolder, _ reporting: Reporting, _ log: ErrorLog) {
            self.handler = handler
            self.folder = folder
            self.reporting = reporting
            self.log = log
        }

        deinit { handler.registry.endAll() }
    }

    /// Nil if the site could not be made, which has been reported.
    private let server: Server?
    let reporting: Reporting
    /// The cookies that the site has set, by name. One can be added, changed or removed.
    public var cookies: [String: String] = [:]
    /// Header fields of each further request, such as `Authorization`.
    public var headers: [String: String] = [:]
    /// The visitor's languages, best first.
    public var languages: [Language]
    /// The page that the visitor has opened.
    var page: PageTree?
    /// Its address.
    var place = PageAddress("/")

    /// Begins a test of a site.
    ///
    /// - Parameters:
    ///   - site: the site, with stand-ins for its dependencies.
    ///   - languages: the visitor's languages, best first.
    ///   - file: the file of the call, which a failure names.
    ///   - line: its line.
    ///   - configure: changes the settings that the test is about. The limits of posts are off otherwise.
    public init(
        _ site: Site,
        languages: [Language] = [],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ configure: (inout Settings) -> Void = { _ in }
    ) {
        self.languages = languages
        reporting = Reporting.current.forOneTest()
        let folder = TestHostFolder()
        var settings = Settings()
        (settings.postsPerVisitor, settings.postsPerClient, settings.sessionsPerClient) = (nil, nil, nil)
        settings.data = folder.path ?? ""
        configure(&settings)
        var site = site
        if site.storage == nil { site.storage = MemoryStorage() }
        let log = ErrorLog()
        do {
            server = Server(try site.handler(settings, log: log.log), folder, reporting, log)
        } catch {
            server = nil
            reporting.report("The site cannot be made: \(error)", TestLine(file: file, line: line))
        }
    }

    private init(at server: Server?, _ reporting: Reporting, languages: [Language]) {
        self.server = server
        self.reporting = reporting
        self.languages = languages
    }

    /// Returns another visitor of the same site, with no cookies.
    public func anotherVisitor(languages: [Language] = []) -> SiteTest {
        SiteTest(at: server, reporting, languages: languages)
    }

    // MARK: Requests

    /// Sends a GET request, as a client that accepts anything.
    ///
    /// - Parameters:
    ///   - target: path and query: `/api/articles?tag=a`.
    ///   - headers: header fields of this request.
    ///   - text: of an answer without an end, such as a stream of events, the text up to which it is received.
    ///   - file: the file of the call, which a failure names.
    ///   - line: its line.
    @discardableResult
    public nonisolated(nonsending) func get(
        _ target: String,
        headers: [String: String] = [:],
        until text: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) async -> SiteReply {
        await send(.get, target, headers: headers, until: text, file: file, line: line)
    }

    /// Sends a POST request.
    @discardableResult
    public nonisolated(nonsending) func post(
        _ target: String,
        _ body: SiteRequestBody? = nil,
        headers: [String: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line
    ) async -> SiteReply {
        await send(.post, target, body, headers: headers, file: file, line: line)
    }

    /// Sends a PUT request.
    @discardableResult
    public nonisolated(nonsending) func put(
        _ target: String,
        _ body: SiteRequestBody? = nil,
        headers: [String: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line
    ) async -> SiteReply {
        await send(.put, target, body, headers: headers, file: file, line: line)
    }

    /// Sends a PATCH request.
    @discardableResult
    public nonisolated(nonsending) func patch(
        _ target: String,
        _ body: SiteRequestBody? = nil,
        headers: [String: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line
    ) async -> SiteReply {
        await send(.patch, target, body, headers: headers, file: file, line: line)
    }

    /// Sends a DELETE request.
    @discardableResult
    public nonisolated(nonsending) func delete(
        _ target: String,
        headers: [String: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line
    ) async -> SiteReply {
        await send(.delete, target, headers: headers, file: file, line: line)
    }

    /// Sends a request with any method.
    @discardableResult
    public nonisolated(nonsending) func send(
        _ method: HTTPMethod,
        _ target: String,
        _ body: SiteRequestBody? = nil,
        headers: [String: String] = [:],
        until text: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) async -> SiteReply {
        let line = TestLine(file: file, line: line)
        let name = "\(method.rawValue) \(target)"
        guard let server, !reporting.isOver else { return SiteReply(name, .ok, [], [], of: self) }
        let content: SiteRequestBody.Content?
        do {
            content = try body?.content.get()
        } catch {
            reporting.report("The body of \(name) cannot be written as JSON: \(error)", line)
            return SiteReply(name, .ok, [], [], of: self)
        }
        let handler = server.handler
        let response = await handler.response(
            to: method,
            target,
            headers: fields(content, headers),
            body: content?.bytes ?? [],
            uploads: (server.folder.path ?? "/tmp") + "/uploads",
            refusal: { handler.refusal($0, $1) }
        )
        let status = response.status
        var sent = response.headers
        sent.add(handler.headers)
        let hasContent = method != .head && status != .noContent && status != .notModified
        do {
            let body = hasContent ? try await response.content { Self.contains($0, text) } : []
            let reply = SiteReply(name, status, sent.all, body, of: self)
            reply.logged = server.log.take()
            keepCookies(of: reply)
            return reply
        } catch {
            reporting.report(
                "The answer to \(name) was cut off: its content has failed.\(ErrorLog.sentence(server.log.take()))",
                line
            )
            return SiteReply(name, status, sent.all, [], of: self)
        }
    }

    private func fields(
        _ content: SiteRequestBody.Content?,
        _ own: [String: String]
    ) -> [(name: String, value: String)] {
        var fields = ["host": "localhost", "accept": "*/*"]
        if !languages.isEmpty { fields["accept-language"] = languages.map(\.tag).joined(separator: ", ") }
        if !cookies.isEmpty {
            fields["cookie"] = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(
                separator: "; "
            )
        }
        if let content { fields["content-type"] = content.type }
        for (name, value) in headers { fields[name.lowercased()] = value }
        for (name, value) in own { fields[name.lowercased()] = value }
        return fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    private static func contains(_ content: [UInt8], _ text: String?) -> Bool {
        text.map { content.firstRange(of: Array($0.utf8)) != nil } ?? false
    }

    private func keepCookies(of reply: SiteReply) {
        for field in reply.values(of: "set-cookie") {
            let parts = field.split(separator: ";").map { $0.drop { $0 == " " } }
            guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { continue }
            let isRemoved = parts.contains { $0.lowercased() == "max-age=0" }
            cookies[String(pair[..<equals])] = isRemoved ? nil : String(pair[pair.index(after: equals)...])
        }
    }
}
