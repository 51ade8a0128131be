import Foundation

/// What the script of one open page sends and reads, however it is sent: it numbers the visitor's actions, and follows the revisions.
///
/// ```swift
/// var page = LivePageScript()
/// let body = page.body(of: [("message 0 increment", [])])     // posted with page.headers
/// let patch = try page.receive(reply.body)
/// ```
package struct LivePageScript: Sendable {
    /// The page's name, which the script draws.
    package let id: String
    /// The revision that the page shows; "0" if it shows none that the server knows.
    package var revision: String
    /// The number of the last action.
    package private(set) var sequence = 0

    package static let contentType = "application/vnd.elmwood+json"

    package init(revision: String = "0") {
        id = String((0..<22).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
        self.revision = revision
    }

    /// The headers of each request, `Accept` aside.
    package var headers: [(name: String, value: String)] {
        [(name: "Elmwood-Page", value: id), (name: "Elmwood-Revision", value: revision)]
    }

    /// Numbers actions, and returns the body that sends them, URL-encoded.
    ///
    /// - Parameter actions: `message 0 increment`, or `change 1 count` with the fields that follow it.
    package mutating func body(of actions: [(action: String, fields: [(String, String)])]) -> String {
        var pairs: [(String, String)] = []
        for (action, fields) in actions {
            sequence += 1
            pairs.append(("event", "\(sequence) \(action)"))
            pairs += fields
        }
        return pairs.map { "\(Self.escaped($0))=\(Self.escaped($1))" }.joined(separator: "&")
    }

    /// Reads a patch, and shows what it leads to if it starts from what the page shows.
    package mutating func receive(_ json: [UInt8]) throws -> LivePatch {
        let patch = try LivePatch(json)
        if !patch.to.isEmpty, patch.from == nil || patch.from == revision { revision = patch.to }
        return patch
    }

    package static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

/// A patch as it is sent, taken apart.
package struct LivePatch {
    /// The revision that it starts from; nil for a whole page.
    package var from: String?
    package var to = ""
    package var sequence = 0
    /// The operations as JSON, or the HTML of a whole page.
    package var content = ""
    package var more: [String: Any] = [:]
    package var size = 0

    /// The answer is no patch.
    package struct NotAPatch: Error { package let text: String }

    package init() {}

    package init(_ json: [UInt8]) throws {
        size = json.count
        isReload = json == Array("0".utf8)
        guard !isReload else { return }
        guard let list = try JSONSerialization.jsonObject(with: Data(json)) as? [Any], list.count >= 4 else {
            throw NotAPatch(text: String(decoding: json.prefix(300), as: UTF8.self))
        }
        from = list[0] as? String
        to = list[1] as? String ?? ""
        sequence = list[2] as? Int ?? -1
        if let html = list[3] as? String {
            content = html
        } else {
            let data = try JSONSerialization.data(withJSONObject: list[3], options: .fragmentsAllowed)
            content = String(decoding: data, as: UTF8.self)
        }
        more = list.count > 4 ? list[4] as? [String: Any] ?? [:] : [:]
    }

    package var isWhole: Bool { from == nil }

    /// Whether the page is told to load itself again.
    package private(set) var isReload = false

    /// The statuses of refused actions, by number.
    package var refusals: [Int: Int] {
        var statuses: [Int: Int] = [:]
        for refusal in more["e"] as? [[Any]] ?? [] where refusal.count >= 2 {
            if let sequence = refusal[0] as? Int, let status = refusal[1] as? Int { statuses[sequence] = status }
        }
        return statuses
    }

    /// The commands to the page, each as its words.
    package var commands: [[String]] { (more["c"] as? [[Any]] ?? []).map { $0.compactMap { $0 as? String } } }

    /// The sentences of the problems, if the patch has a list of them.
    package var problems: [String]? { (more["p"] as? [[Any]])?.compactMap { $0.last as? String } }
}
