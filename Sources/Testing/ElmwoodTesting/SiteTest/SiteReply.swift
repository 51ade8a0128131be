import Elmwood
import ElmwoodHTTPServer
import FoundationEssentials

/// The answer to a request of a ``SiteTest``, and what a test expects of it.
///
/// ```swift
/// await test.get("/api/articles/dragons").expect(.ok).expectHeader("ETag", "\"7\"").expectJSON(dragons)
/// ```
///
/// The expectations return the answer itself. Those after one that has failed report nothing.
public final class SiteReply {
    /// The status.
    public let status: HTTPStatus
    /// The content; empty for HEAD, 204 and 304.
    public let body: [UInt8]
    /// The header fields, in their order.
    public let headers: [(name: String, value: String)]
    /// The request: `GET /api/articles`.
    let request: String
    let test: SiteTest
    /// The errors that the site has logged meanwhile.
    var logged: [String] = []

    init(
        _ request: String,
        _ status: HTTPStatus,
        _ headers: [(name: String, value: String)],
        _ body: [UInt8],
        of test: SiteTest
    ) {
        self.request = request
        self.status = status
        self.headers = headers
        self.body = body
        self.test = test
    }

    /// The content as a text; bytes that are not UTF-8 are replaced.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the first header field of a name, in any case; nil if there is none.
    public subscript(_ name: String) -> String? { values(of: name).first }

    /// Returns the values of all header fields of a name, in any case.
    public func values(of name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// Returns the content, decoded from JSON. Nil if it is no such value, which fails the test.
    public func json<Value: Decodable>(
        _ type: Value.Type = Value.self,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> Value? {
        guard !test.reporting.isOver else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            fail(
                "The answer to \(request), \(status.rawValue), is no \(type) in JSON: \(Self.reason(error))\n\(content)",
                file,
                line
            )
            return nil
        }
    }

    // MARK: Expectations

    /// Expects a status.
    @discardableResult
    public func expect(_ expected: HTTPStatus, file: StaticString = #filePath, line: UInt = #line) -> SiteReply {
        if status != expected {
            fail(
                "\(request) was answered with \(status.rawValue), and not with \(expected.rawValue).\(hint)\n\(content)",
                file,
                line
            )
        }
        return self
    }

    /// Expects the value of a header field; nil: that there is none.
    @discardableResult
    public func expectHeader(
        _ name: String,
        _ value: String?,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> SiteReply {
        let values = values(of: name)
        guard values != (value.map { [$0] } ?? []) else { return self }
        let there =
            values.isEmpty
            ? "There is none; there are: \(Set(headers.map(\.name)).sorted().joined(separator: ", "))."
            : "It is \(values.map { "“\($0)”" }.joined(separator: " and "))."
        let wanted = value.map { "Expected “\($0)” in the header field \(name) of \(request)." }
        fail("\(wanted ?? "Expected no header field \(name) of \(request).") \(there)", file, line)
        return self
    }

    /// Expects exactly that text as the content.
    @discardableResult
    public func expectText(_ expected: String, file: StaticString = #filePath, line: UInt = #line) -> SiteReply {
        if text != expected { fail("Expected the text “\(expected)” of \(request). \(content)", file, line) }
        return self
    }

    /// Expects a text within the content.
    @discardableResult
    public func expectText(
        containing part: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> SiteReply {
        if !text.contains(part) { fail("There is no “\(part)” in the answer to \(request). \(content)", file, line) }
        return self
    }

    /// Expects that the content is a value in JSON.
    @discardableResult
    public func expectJSON<Value: Codable & Equatable & Sendable>(
        _ expected: Value,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> SiteReply {
        guard let value = json(Value.self, file: file, line: line), value != expected else { return self }
        let lines = ModelLines.changes(from: expected, to: value, limit: 12)
        fail("\(request) was answered with another value (expected → answered):\n" + lines.indented(), file, line)
        return self
    }

    /// Expects a redirect to an address: a path of the site, or the whole address of another one.
    @discardableResult
    public func expectRedirect(
        to address: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> SiteReply {
        guard let location else {
            fail(
                "\(request) was answered with \(status.rawValue), which is no redirect to “\(address)”.\(hint)\n\(content)",
                file,
                line
            )
            return self
        }
        if location != address { fail("\(request) redirects to “\(location)”, and not to “\(address)”.", file, line) }
        return self
    }

    /// Expects that the content is a file for the visitor to keep.
    ///
    /// - Parameters:
    ///   - name: its name on the visitor's machine.
    ///   - type: its media type; nil: any.
    ///   - file: the file of the call, which a failure names.
    ///   - line: its line.
    @discardableResult
    public func expectDownload(
        _ name: String,
        type: String? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> SiteReply {
        guard let disposition = self["content-disposition"] else {
            fail(
                "\(request) was answered with no file to keep: it lacks Content-Disposition, such as “attachment; filename=…”.",
                file,
                line
            )
            return self
        }
        let found = Self.filename(disposition)
        if found != name {
            fail("\(request) was answered with the file “\(found ?? disposition)”, and not with “\(name)”.", file, line)
        } else if let type {
            expectHeader("Content-Type", type, file: file, line: line)
        }
        return self
    }

    /// Follows redirects within the site, as a browser does, and returns the answer at their end.
    public nonisolated(nonsending) func followed(file: StaticString = #filePath, line: UInt = #line) async -> SiteReply
    {
        var reply = self
        for _ in 0..<20 {
            guard let location = reply.location, case .here(let target) = reply.address.destination(location) else {
                return reply
            }
            let keepsMethod = reply.status == .temporaryRedirect || reply.status == .permanentRedirect
            guard !keepsMethod || reply.isSafe else {
                fail("\(reply.request) is to be sent again to “\(location)”. Do so with its body.", file, line)
                return reply
            }
            reply = await test.get(target, headers: ["Accept": accept], file: file, line: line)
            reply.accept = accept
        }
        fail("\(request) leads from one address to another again and again.", file, line)
        return reply
    }

    // MARK: Common parts

    /// The media types that the request accepts.
    var accept = "*/*"
    /// The address of a redirect; nil if it is none.
    var location: String? { (300..<400).contains(status.rawValue) && status != .notModified ? self["location"] : nil }
    /// The address of the request.
    var address: PageAddress { PageAddress(String(request.drop { $0 != " " }.dropFirst())) }
    private var isSafe: Bool { request.hasPrefix("GET ") || request.hasPrefix("HEAD ") }

    func fail(_ sentence: String, _ file: StaticString, _ line: UInt) {
        test.reporting.report(sentence + ErrorLog.sentence(logged), TestLine(file: file, line: line))
    }

    /// The content, shortened, as a sentence.
    private var content: String {
        if body.isEmpty { return "There is no content." }
        let text = text
        return "The content is: “\(text.count > 400 ? text.prefix(399) + "…" : text)”."
    }

    /// How the status may have come about.
    private var hint: String {
        switch status {
        case .notFound: " Look whether the site has this address, and the handler finds what it names."
        case .methodNotAllowed: self["allow"].map { " The address answers \($0)." } ?? ""
        case .unauthorized, .forbidden: " Sign in first, or set what proves it in headers."
        case .seeOther, .found, .movedPermanently, .temporaryRedirect, .permanentRedirect:
            " It redirects to “\(location ?? "")”: use expectRedirect(to:), or followed()."
        default: ""
        }
    }

    private static func reason(_ error: any Error) -> String {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        }
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): return "“\(path(context)).\(key.stringValue)” is missing."
        case .typeMismatch(let type, let context): return "“\(path(context))” is no \(type)."
        case .valueNotFound(let type, let context): return "“\(path(context))” is null, and no \(type)."
        case .dataCorrupted(let context): return context.debugDescription
        default: return "\(error)"
        }
    }

    /// Returns the name in a `Content-Disposition`: the extended one, or else the plain one (RFC 6266 §4.3).
    private static func filename(_ disposition: String) -> String? {
        if let extended = disposition.firstMatch(of: /filename\*=UTF-8''([^;]*)/.ignoresCase()) {
            return Query(urlencoded: "name=" + extended.1.replacing("+", with: "%2B"))["name"]
        }
        return disposition.firstMatch(of: /filename="?([^";]*)/.ignoresCase()).map { String($0.1) }
    }
}
