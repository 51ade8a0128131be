import ElmwoodArchitecture
import CElmwoodFaults
import Glibc
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodSupervisor
import Synchronization
import ElmwoodViewTree

/// What is told of each call of a program's functions. Where it is to blow, it does with the record what a fault would, and the
/// process goes on.
final class Fuse: Sendable {
    private struct State {
        var blows: Set<String> = []
        var calls: [String] = []
    }

    let key = "\(UInt64.random(in: 0 ... .max))"
    private let state = Mutex(State())
    private let path: String
    /// By their keys: what is decoded knows no more.
    private static let all = Mutex<[String: Fuse]>([:])

    init() {
        path = "/tmp/elmwood-faults-\(getpid())-\(key)"
        Self.all.withLock { $0[key] = self }
    }

    /// The test is over.
    func remove() {
        unlink(path)
        Self.all.withLock { $0[key] = nil }
    }

    static func called(_ name: String, _ key: String) {
        let fuse = all.withLock { $0[key] }
        fuse?.called(name)
    }

    func called(_ name: String) {
        // Who waits for the call is to find the record written.
        if state.withLock({ $0.blows.contains(name) }) { blow() }
        state.withLock { $0.calls.append(name) }
    }

    private func blow() {
        let matters = elmwood_exchange_fault_keys(elmwood_fault_keys())
        _ = elmwood_exchange_fault_keys(matters)
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        for var matter in [matters.first, matters.second] where matter.high | matter.low != 0 {
            _ = write(file, &matter, MemoryLayout.size(ofValue: matter))
        }
        close(file)
    }

    /// Blows at that call from now on.
    func blow(at name: String) { state.withLock { _ = $0.blows.insert(name) } }

    /// A process that knows what has ended those before; what was called in them is forgotten.
    func process(_ store: any SessionStore, at time: Duration = .zero) -> StoredFixture<Fused> {
        state.withLock { $0.calls = [] }
        return StoredFixture(store, program: Fused(fuse: self), at: time, faults: FaultRecord(path: path))
    }

    /// How often that was called in the last process.
    func calls(of name: String) -> Int { state.withLock { state in state.calls.count { $0 == name } } }
}

/// A program that tells its fuse of each call.
struct Fused: Program {
    struct Model: Codable, Equatable, Sendable {
        var key: String
        var count = 0

        init(key: String) { self.key = key }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            key = try container.decode(String.self, forKey: .key)
            count = try container.decode(Int.self, forKey: .count)
            Fuse.called("read model", key)
        }
    }

    struct Note: Codable, Equatable, Sendable {
        var key: String

        init(key: String) { self.key = key }

        init(from decoder: any Decoder) throws {
            key = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .key)
            Fuse.called("read note", key)
        }
    }

    enum Message: Codable, Equatable, Sendable {
        case add
        case later
        case note(Note)
    }

    let fuse: Fuse

    func start(_ visit: Visit) -> Start<Self> {
        fuse.called("start \(visit.path)")
        return Start(Model(key: fuse.key))
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add: model.count += 1
        case .later: return .after(.seconds(10), .note(Note(key: fuse.key)))
        case .note: model.count += 100
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        fuse.called("subscriptions \(model.count)")
        return [.every(.seconds(5), .add)]
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        fuse.called("view \(page.path) \(model.count)")
        return Document("Fused") { button("Add", .add) }
    }
}
