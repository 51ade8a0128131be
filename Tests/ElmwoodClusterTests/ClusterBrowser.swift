import ElmwoodHTTPClient
import ElmwoodTestSupport
import Foundation
import Synchronization

/// The browser of a visitor: its cookies, and what was acknowledged to any of its pages.
final class ClusterBrowser: Sendable {
    let cluster: Cluster
    private let problems: Problems

    private struct State {
        var cookies: [String: String] = [:]
        var acknowledged: Set<Int> = []
    }
    private let state = Mutex(State())

    init(_ cluster: Cluster, _ problems: Problems) { (self.cluster, self.problems) = (cluster, problems) }

    /// What was acknowledged so far: each later page shows it.
    var acknowledged: Set<Int> { state.withLock { $0.acknowledged } }

    func acknowledge(_ number: Int) { state.withLock { _ = $0.acknowledged.insert(number) } }

    /// The header fields of a request, with the cookies.
    private func head(_ method: String, _ target: String, _ headers: [(name: String, value: String)]) -> String {
        let cookies = state.withLock { $0.cookies }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let fields = headers + [(name: "Host", value: "localhost")] + (cookies.isEmpty ? [] : [("Cookie", cookies)])
        return "\(method) \(target) HTTP/1.1\r\n" + fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    }

    /// Sends a request to a node, and returns the answer.
    ///
    /// - Throws: an error if there is none within the time.
    func send(
        _ method: String,
        _ target: String,
        to node: Int,
        _ headers: [(name: String, value: String)],
        _ body: String? = nil,
        timeout: Int = 60
    ) throws -> HTTPReply {
        let connection = try HTTPConnection(port: cluster.port(of: node), timeout: timeout)
        let content = body.map {
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \($0.utf8.count)\r\n"
        }
        try connection.send(
            head(method, target, headers) + (content ?? "") + "Connection: close\r\n\r\n" + (body ?? "")
        )
        let reply = try connection.readReply()
        receiveCookies(reply)
        if reply.status == 503, reply["retry-after"] == nil { problems.add("An answer 503 has no Retry-After.") }
        return reply
    }

    /// Opens a stream.
    ///
    /// - Throws: an error if there is no answer in time.
    func openStream(_ target: String, at node: Int, _ headers: [(name: String, value: String)]) throws
        -> HTTPConnection?
    {
        let connection = try HTTPConnection(port: cluster.port(of: node), timeout: 20)
        try connection.send(head("GET", target, headers + [("Accept", "text/event-stream")]) + "\r\n")
        let reply = try connection.readHead()
        receiveCookies(reply)
        return reply.status == 200 ? connection : nil
    }

    private func receiveCookies(_ reply: HTTPReply) {
        state.withLock { state in
            for name in ["elmwood", "elmwood-visitor", "elmwood-seen"] {
                guard let value = reply.cookie(name) else { continue }
                if name == "elmwood", let former = state.cookies[name], former != value, !state.acknowledged.isEmpty {
                    problems.add("The session was lost for another one.")
                }
                state.cookies[name] = value
            }
        }
    }

    /// Loads the first page, which gives the browser its cookies.
    func enter(by generator: inout SeededGenerator) {
        while !problems.isOver {
            let node = generator.below(Cluster.size)
            guard (try? send("GET", "/", to: node, [("Accept", "text/html")]))?.status == 200 else { continue }
            return
        }
    }

    /// Returns the lists of numbers that a node shows; nil if it shows none now.
    func lists(at node: Int, _ path: String = "/ledger") -> [String: [Int]]? {
        guard let reply = try? send("GET", path, to: node, [("Accept", "text/html")]), reply.status == 200 else {
            return nil
        }
        let matches = reply.text.matches(of: /<output name="([a-z]+)">([0-9 ]*)<\/output>/)
        if matches.isEmpty { problems.add("There is no record: \(reply.text.prefix(300))") }
        let lists = matches.map { (String($0.1), $0.2.split(separator: " ").compactMap { Int($0) }) }
        return Dictionary(lists) { $0 + $1 }
    }
}

/// What was found that should not be.
final class Problems: Sendable {
    private let state = Mutex<[String]>([])
    private let over = Atomic(false)

    func add(_ problem: String) { state.withLock { $0.append(problem) } }

    var all: [String] { state.withLock { $0 } }

    /// Whether the visitors finish what they are doing, and begin nothing else.
    var isOver: Bool { over.load(ordering: .relaxed) }

    func end() { over.store(true, ordering: .relaxed) }
}
