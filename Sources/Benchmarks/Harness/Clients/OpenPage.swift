import CElmwoodZlib
import Glibc

/// An open page from its script's point of view: it stores what it shows, numbers its events, and checks the responses.
final class OpenPage {
    /// The page's path.
    let path: String
    /// The visitor's cookie; nil until the first event.
    private(set) var cookie: String?
    /// The revision that the page shows.
    private(set) var revision: String
    /// The size of the last request in bytes.
    private(set) var requestSize = 0
    /// The size of the last answer's body in bytes, as it was sent.
    private(set) var answerSize = 0
    private let acceptsGzip: Bool
    private let id: String
    private let connection: Connection
    private var sequence = 0

    /// Loads the page, as a browser does.
    init(on process: ServerProcess, at path: String, number: Int, acceptsGzip: Bool = false) throws {
        self.path = path
        self.acceptsGzip = acceptsGzip
        connection = try Connection(port: process.port)
        let name = "\(number)"
        id = String(repeating: "A", count: max(0, 22 - name.count)) + name
        let answer = try connection.exchange(Requests.get(path))
        guard answer.status == 200 else { throw BenchmarkFailure("\(path) answers with \(answer.status).") }
        revision = try Self.revision(of: answer)
    }

    /// Sends the events of those messages, in order, and applies the response.
    @discardableResult
    func act(_ messages: [String]) throws -> Response {
        try send(messages)
        let answer = try receive()
        try show(answer)
        return answer
    }

    /// Sends events, as the script does.
    func send(_ messages: [String]) throws {
        let events = messages.map { message in
            sequence += 1
            return "\(sequence) message 0 \(message)"
        }
        let request = Requests.events(
            events,
            of: id,
            showing: revision,
            to: path,
            cookie: cookie,
            acceptsGzip: acceptsGzip
        )
        requestSize = request.count
        try connection.send(request)
    }

    /// Receives the response, without checking it.
    func receive() throws -> Response {
        var answer = try connection.receive()
        answerSize = answer.body.count
        if answer.header("Content-Encoding") == "gzip" { answer.body = try inflated(answer.body) }
        return answer
    }

    private func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
        var content = [UInt8](repeating: 0, count: 1_000_000)
        let count = elmwood_gunzip(bytes, UInt32(bytes.count), &content, UInt32(content.count))
        guard count >= 0 else { throw BenchmarkFailure("A patch is not compressed by gzip.") }
        return Array(content.prefix(count))
    }

    /// Checks that a response leads from the shown revision to the next, and includes all events.
    func show(_ answer: Response) throws {
        if cookie == nil { cookie = answer.header("Set-Cookie")?.split(separator: ";").first.map(String.init) }
        let parts = answer.body.prefix(64).split(separator: UInt8(ascii: ","), maxSplits: 3)
            .map { String(decoding: $0, as: UTF8.self) }
        guard answer.status == 200, parts.count == 4, parts[0] == "[\"\(revision)\"" || parts[0] == "[0",
            parts[1].count == 10, parts[2] == "\(sequence)"
        else {
            let text = String(decoding: answer.body.prefix(200), as: UTF8.self)
            throw BenchmarkFailure("The page at \(revision) is answered with \(answer.status): \(text)")
        }
        revision = String(parts[1].dropFirst().dropLast())
    }

    /// Returns the page as it would be loaded now, whose revision must be the one that this page shows.
    func reload() throws -> String {
        let answer = try connection.exchange(Requests.get(path, cookie: cookie))
        let fresh = try Self.revision(of: answer)
        guard fresh == revision else {
            throw BenchmarkFailure("The open page is at \(revision), and a fresh one at \(fresh).")
        }
        return String(decoding: answer.body, as: UTF8.self)
    }

    /// Returns the revision in a page's script tag.
    static func revision(of answer: Response) throws -> String {
        let revision = String(decoding: answer.body, as: UTF8.self).attribute("data-revision")
        guard let revision else { throw BenchmarkFailure("A page names no revision.") }
        return revision
    }
}
