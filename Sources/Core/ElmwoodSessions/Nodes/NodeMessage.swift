import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor

/// What a node tells the others beside what it stores.
enum NodeMessage: Equatable, Sendable {
    /// A value that a program has broadcast, as JSON.
    case broadcast(topic: String, [UInt8])
    /// What the topic is about has changed.
    case changed(topic: String)
    /// Ids that browsers have received, and no session has yet.
    case issued([SessionID])
    /// An id has another account. Nodes are told that by their store; two processes over one file, one of which takes over, are not.
    case identified(IdentifiedSession)
    /// Who shows a shared model on open pages of the node has changed.
    case watchers(WatcherChange)
    /// The node has applied messages to a shared model, and stored it: answers at the node that has sent them may wait for that.
    case applied(AppliedMessages)
    /// These sessions have their visitor at the node, or no longer: their pages are connected to it, or were a short time ago.
    case attended([SessionKey], Bool)
    /// How much the node has.
    case load(NodeLoad)
    /// Calls that have ended a process of the node.
    case faults([FaultKey])
    /// The node knows nothing of the others yet.
    case joined
    /// The node has dropped some of what it was to tell, since the store was away. It tells again what is so now.
    case untold

    /// Reads a message. Returns nil for one of a later version.
    init?(topic: String, body: [UInt8]) {
        func read<Content: Decodable>(_ make: (Content) -> NodeMessage) -> NodeMessage? {
            (try? JSON.decode(Content.self, from: body)).map(make)
        }
        let parts = topic.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let subject = parts.count == 2 ? String(parts[1]) : ""
        let message: NodeMessage? =
            switch parts.first {
            case "broadcast": .broadcast(topic: subject, body)
            case "changed": .changed(topic: subject)
            case "issued":
                .issued(
                    stride(from: 0, to: body.count, by: 16).compactMap { start in
                        SessionID(bytes: Array(body[start..<min(start + 16, body.count)]))
                    }
                )
            case "identified": read { .identified($0) }
            case "watchers": read { .watchers($0) }
            case "applied": read { .applied($0) }
            case "attended": read { (keys: [KeyText]) in .attended(keys.compactMap(\.key), true) }
            case "unattended": read { (keys: [KeyText]) in .attended(keys.compactMap(\.key), false) }
            case "load": read { .load($0) }
            case "faults":
                read { (words: [UInt64]) in
                    .faults(
                        stride(from: 0, to: words.count - words.count % 2, by: 2).map {
                            FaultKey(high: words[$0], low: words[$0 + 1])
                        }
                    )
                }
            case "joined": .joined
            case "untold": .untold
            default: nil
            }
        guard let message else { return nil }
        self = message
    }

    /// Returns the write that tells it.
    ///
    /// - Throws: what encoding it throws.
    func write() throws -> SessionWrite {
        switch self {
        case .broadcast(let topic, let json): .tell("broadcast \(topic)", json)
        case .changed(let topic): .tell("changed \(topic)", [])
        case .issued(let ids): .tell("issued", ids.flatMap(\.bytes))
        case .identified(let session): .tell("identified", try JSON.encode(session))
        case .watchers(let change): .tell("watchers", try JSON.encode(change))
        case .applied(let applied): .tell("applied", try JSON.encode(applied))
        case .attended(let keys, let isAttended):
            .tell(isAttended ? "attended" : "unattended", try JSON.encode(keys.map(KeyText.init)))
        case .load(let load): .tell("load", try JSON.encode(load))
        case .faults(let keys): .tell("faults", try JSON.encode(keys.flatMap { [$0.high, $0.low] }))
        case .joined: .tell("joined", [])
        case .untold: .tell("untold", [])
        }
    }
}

/// Whose the sessions of an id are.
struct IdentifiedSession: Codable, Equatable, Sendable {
    let id: [UInt8]
    let account: String?

    init(_ id: SessionID, as account: String?) { (self.id, self.account) = (id.bytes, account) }
}

/// Who has come to a shared model, and who has gone, on the pages of one node.
struct WatcherChange: Codable, Equatable, Sendable {
    var address: SharedAddress
    var came: [Watcher] = []
    var went: [Watcher] = []
    /// Whether those who came are all who are there.
    var isWhole = false
}

/// Messages that a node has applied to a shared model.
struct AppliedMessages: Codable, Equatable, Sendable {
    let address: SharedAddress
    /// The names of the messages: see ``Outgoing/name``.
    let names: [UInt64]
}

/// The key of a session as a node tells it.
private struct KeyText: Codable {
    var id: [UInt8]
    var program: String
    var place: String?

    init(_ key: SessionKey) { (id, program, place) = (key.id.bytes, key.program, key.place) }

    var key: SessionKey? { SessionID(bytes: id).map { SessionKey(id: $0, program: program, place: place) } }
}
