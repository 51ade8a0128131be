import Foundation
import ElmwoodHTTPClient
import ElmwoodTestSupport

/// A visitor of the record server, who adds numbers and remembers which ones were acknowledged.
///
/// It is used on a thread of its own.
class RecordClient {
    let port: Int
    private(set) var cookies: [String: String] = [:]
    /// The numbers that the server has acknowledged, in order.
    private(set) var acknowledged: [Int] = []
    /// Descriptions of unexpected results.
    private(set) var problems: [String] = []
    /// How many requests that were sent in time had no answer.
    private(set) var unanswered = 0
    private var connection: HTTPConnection?
    /// When the connection was opened, or the last request over it was sent.
    private var lastSign = ContinuousClock.now
    /// Its numbers are this one and every second one after it.
    private let first: Int
    private var next: Int

    /// - Parameter first: its first number, 1 or 2.
    required init(port: Int, first: Int = 1) {
        self.port = port
        self.first = first
        next = first
    }

    /// Loads the first page.
    func enter() { _ = insistOn("GET / HTTP/1.1\r\nAccept: text/html\r\n", "") }

    /// Adds the next number. Returns whether the server has acknowledged it.
    final func addNext() -> Bool {
        defer { next += 2 }
        guard add(next) else { return false }
        acknowledged.append(next)
        return true
    }

    /// Adds a number, and returns whether it was acknowledged.
    func add(_ number: Int) -> Bool { false }

    /// A visitor's cookies and acknowledged numbers.
    struct Identity {
        fileprivate var cookies: [String: String] = [:]
        fileprivate var acknowledged: [Int] = []
    }

    /// Continues as another visitor: by default as one that the server does not know. Returns the former one.
    final func change(to identity: Identity = Identity()) -> Identity {
        defer { (cookies, acknowledged) = (identity.cookies, identity.acknowledged) }
        return Identity(cookies: cookies, acknowledged: acknowledged)
    }

    func complain(_ problem: String) { problems.append(problem) }

    /// Continues as another page of a visitor who has a session.
    func join(_ cookies: [String: String]) { self.cookies = cookies }

    /// The visitor's session.
    var session: String? { cookies["elmwood"] }

    /// Sends a request once. Returns nil if there was no answer.
    func attempt(_ head: String, _ body: String) -> HTTPReply? {
        if connection == nil { lastSign = .now }
        let former = lastSign
        var sent: ContinuousClock.Instant?
        do {
            let connection = try connection ?? HTTPConnection(port: port, timeout: 60)
            self.connection = connection
            let cookie = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            lastSign = .now
            try connection.send(
                head + "Host: localhost\r\n" + (cookie.isEmpty ? "" : "Cookie: \(cookie)\r\n")
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body
            )
            sent = .now
            let reply = try connection.readReply()
            if reply["connection"]?.lowercased() == "close" { self.connection = nil }
            let formerSession = session
            for name in ["elmwood", "elmwood-visitor"] {
                if let value = reply.cookie(name) { cookies[name] = value }
            }
            if let formerSession, session != formerSession { complain("The session was lost for another one.") }
            return reply
        } catch {
            connection = nil
            // A server that stops waits a second for another request. It does not know of one that arrives later.
            if former.duration(to: sent ?? .now) < .seconds(1) { unanswered += 1 }
            if "\(error)".contains("refused") { complain("\(error)") }
            return nil
        }
    }

    /// Sends a request until there is an answer.
    func insistOn(_ head: String, _ body: String) -> HTTPReply {
        while true {
            if let reply = attempt(head, body) { return reply }
        }
    }

    /// Returns the server's lists of numbers, by name.
    final func lists(at path: String = "/") -> [String: [Int]] {
        let reply = insistOn("GET \(path) HTTP/1.1\r\nAccept: text/html\r\n", "")
        let matches = reply.text.matches(of: /<output name="([a-z]+)">([0-9 ]*)<\/output>/)
        if matches.isEmpty { complain("There is no record, but \(reply.status): \(reply.text.prefix(300))") }
        let lists = matches.map { (String($0.1), $0.2.split(separator: " ").compactMap { Int($0) }) }
        return Dictionary(lists) { $0 + $1 }
    }

    /// Returns those of its numbers that the server has.
    func recorded() -> [Int] { lists()["numbers", default: []].filter { $0 % 2 == first % 2 } }

    /// Returns descriptions of unexpected results, and of numbers that the server lacks or should not have.
    final func verify() -> [String] {
        let found = compare()
        return problems + found
    }

    func compare() -> [String] {
        let recorded = recorded()
        var found: [String] = []
        let lost = Set(acknowledged).subtracting(recorded)
        if !lost.isEmpty {
            found.append(
                """
                Acknowledged and lost: \(lost.sorted().prefix(5)), \(lost.count) of \(acknowledged.count), while \
                \(recorded.count) are there: \(recorded.suffix(5)) (\(Self.self), session \(session ?? "none"))
                """
            )
        }
        if Set(recorded).count != recorded.count { found.append("Some are there twice: \(recorded.suffix(50))") }
        if recorded.sorted() != recorded { found.append("They are out of order: \(recorded.suffix(50))") }
        return found
    }
}

/// A visitor without script, who does not repeat unanswered requests.
class PlainClient: RecordClient {
    override func add(_ number: Int) -> Bool { send("number", number) }

    /// Sends a field of the page, and returns whether it was acknowledged.
    final func send(_ field: String, _ number: Int) -> Bool {
        guard let reply = attempt("POST / HTTP/1.1\r\nAccept: */*\r\n", "\(field)=\(number)") else { return false }
        if reply.status != 200 && reply.status != 503 { complain("\(reply.status): \(reply.text.prefix(300))") }
        return reply.status == 200
    }
}

/// Visitors without script who add a few numbers each, and do not return, one after the other.
final class NewClient: PlainClient {
    private var former: [Identity] = []

    override func add(_ number: Int) -> Bool {
        if number % 8 == 1 { former.append(change()) }
        return super.add(number)
    }

    override func compare() -> [String] {
        var found = super.compare()
        for identity in former {
            _ = change(to: identity)
            found += super.compare()
        }
        return found
    }
}

/// An open page with script: it sends a request again until there is an answer.
final class LiveClient: RecordClient {
    private var script = LivePageScript()

    override func add(_ number: Int) -> Bool { act("change 1 number", [("number", "\(number)")]) }

    /// Sends an action until it is answered.
    ///
    /// - Returns: whether the server has applied it.
    func act(_ action: String, _ fields: [(String, String)] = []) -> Bool {
        let body = script.body(of: [(action: action, fields: fields)])
        var headers = script.headers
        while true {
            let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
            let reply = attempt("POST / HTTP/1.1\r\nAccept: \(LivePageScript.contentType)\r\n" + lines, body)
            if let reply, reply.status <= 500, reply.status != 429 { return isApplied(reply) }
            headers = script.headers + [(name: "Elmwood-Retry", value: "1")]
        }
    }

    private func isApplied(_ reply: HTTPReply) -> Bool {
        guard reply.status == 200, let patch = try? script.receive(reply.body) else {
            complain("\(reply.status): \(reply.text.prefix(300))")
            return false
        }
        if !patch.refusals.isEmpty {
            complain("Event \(script.sequence) was refused: \(patch.refusals)")
            return false
        }
        if patch.isReload {
            complain("Event \(script.sequence) was answered with a reload.")
            return false
        }
        return true
    }

    override func compare() -> [String] {
        let recorded = recorded()
        return super.compare()
            + (recorded == acknowledged ? [] : ["\(recorded.count) instead of \(acknowledged.count)"])
    }
}
