import Foundation
import ElmwoodTestSupport

/// An open page as its script sees it: it keeps what it shows, and numbers what is done on it.
final class TestPage {
    let visitor: Visitor
    let address: String
    let id: String
    /// The revision that it shows.
    private(set) var revision = ""
    /// The last patch.
    private(set) var patch = TestPatch()
    private var sequence = 0

    /// Loads the page, as a browser does.
    init(_ visitor: Visitor, at address: String) async throws {
        self.visitor = visitor
        self.address = address
        id = String((0..<22).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
        try await visitor.send("GET", address, headers: [], accepting: Visitor.Client.browser.rawValue)
        revision = visitor.text.firstMatch(of: /data-revision="([^"]*)"/).map { String($0.1) } ?? ""
    }

    var headers: [(name: String, value: String)] {
        [(name: "Elmwood-Page", value: id), (name: "Elmwood-Revision", value: revision)]
    }

    /// Does one thing after another on the page: `message 0 increment`, or `change 1 count` with what follows it.
    @discardableResult
    func act(_ actions: (String, fields: [(String, String)])...) async throws -> TestPatch {
        var body: [(String, String)] = []
        for (action, fields) in actions {
            sequence += 1
            body.append(("event", "\(sequence) \(action)"))
            body += fields
        }
        return try await send(body)
    }

    @discardableResult
    func click(_ messages: String...) async throws -> TestPatch {
        var body: [(String, String)] = []
        for message in messages {
            sequence += 1
            body.append(("event", "\(sequence) message 0 \(message)"))
        }
        return try await send(body)
    }

    /// The body of the last post.
    private(set) var lastBody = ""

    private func send(_ fields: [(String, String)]) async throws -> TestPatch {
        lastBody = fields.map { "\(Self.escaped($0))=\(Self.escaped($1))" }.joined(separator: "&")
        return try await take("POST", lastBody)
    }

    /// Sends the last post again, as if its answer had been lost, and shows what was shown then.
    func `repeat`(showing revision: String) async throws -> TestPatch {
        self.revision = revision
        return try await take("POST", lastBody, [(name: "Elmwood-Retry", value: "1")])
    }

    /// Asks to be brought up to date, at another address where one is given.
    @discardableResult
    func sync(
        at address: String? = nil,
        _ headers: [(name: String, value: String)] = []
    ) async throws -> TestPatch {
        try await take("GET", nil, headers, at: address)
    }

    private func take(
        _ method: String,
        _ body: String?,
        _ headers: [(name: String, value: String)] = [],
        at address: String? = nil
    ) async throws -> TestPatch {
        try await visitor.send(
            method,
            address ?? self.address,
            headers: self.headers + headers,
            body: body,
            accepting: "application/vnd.elmwood+json"
        )
        patch = try TestPatch(visitor.reply.body)
        if patch.from == nil || patch.from == revision { revision = patch.to }
        return patch
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

/// A patch, taken apart.
struct TestPatch {
    /// Nil for a whole page.
    var from: String?
    var to = ""
    var sequence = 0
    /// The operations as JSON, or the HTML of a whole page.
    var content = ""
    var more: [String: Any] = [:]
    var size = 0

    init() {}

    init(_ json: [UInt8]) throws {
        size = json.count
        guard let list = try JSONSerialization.jsonObject(with: Data(json)) as? [Any], list.count >= 4 else {
            throw TestSiteError()
        }
        from = list[0] as? String
        to = list[1] as? String ?? ""
        sequence = list[2] as? Int ?? -1
        if let html = list[3] as? String {
            content = html
        } else {
            content = String(decoding: try JSONSerialization.data(withJSONObject: list[3]), as: UTF8.self)
        }
        more = list.count > 4 ? list[4] as? [String: Any] ?? [:] : [:]
    }

    var isWhole: Bool { from == nil }

    /// The statuses of what was refused, by number.
    var refusals: [Int: Int] {
        var statuses: [Int: Int] = [:]
        for refusal in more["e"] as? [[Any]] ?? [] {
            if let sequence = refusal[0] as? Int, let status = refusal[1] as? Int { statuses[sequence] = status }
        }
        return statuses
    }

    /// What the page is to do.
    var commands: [[String]] { (more["c"] as? [[Any]] ?? []).map { $0.compactMap { $0 as? String } } }

    /// The sentences of the problems that are told.
    var problems: [String]? { (more["p"] as? [[Any]])?.compactMap { $0.last as? String } }
}
