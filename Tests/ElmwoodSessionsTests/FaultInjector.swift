import ElmwoodArchitecture
import CElmwoodFaults
import Glibc
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodSupervisor
import Synchronization
import ElmwoodViewTree

/// Counts the calls of a program's functions. At a chosen call it writes to the record of faults what a real fault would write, and
/// the process continues.
final class FaultInjector: Sendable {
    private struct State {
        var faulting: Set<String> = []
        var calls: [String] = []
        var row = 1
    }

    let key = "\(UInt64.random(in: 0 ... .max))"
    private let state = Mutex(State())
    private let path: String
    /// By their keys, since a decoded value contains nothing else to find its injector by.
    private static let all = Mutex<[String: FaultInjector]>([:])

    init() {
        path = "/tmp/elmwood-faults-\(getpid())-\(key)"
        Self.all.withLock { $0[key] = self }
    }

    /// Removes the injector at the end of the test.
    func remove() {
        unlink(path)
        Self.all.withLock { $0[key] = nil }
    }

    static func called(_ name: String, _ key: String) {
        let faults = all.withLock { $0[key] }
        faults?.called(name)
    }

    func called(_ name: String) {
        // The record is written before callers that wait for the call continue.
        if state.withLock({ $0.faulting.contains(name) }) { fault() }
        state.withLock { $0.calls.append(name) }
    }

    private func fault() {
        let faultKeys = elmwood_exchange_fault_keys(elmwood_fault_keys())
        _ = elmwood_exchange_fault_keys(faultKeys)
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        for var faultKey in [faultKeys.first, faultKeys.second] where faultKey.high | faultKey.low != 0 {
            _ = write(file, &faultKey, MemoryLayout.size(ofValue: faultKey))
        }
        close(file)
    }

    /// What a row of the database is.
    var row: Int {
        get { state.withLock { $0.row } }
        set { state.withLock { $0.row = newValue } }
    }

    /// Makes all later calls of that function fault.
    func fault(at name: String) { state.withLock { _ = $0.faulting.insert(name) } }

    /// What a new process knows of the faults of those before it.
    var record: FaultRecord? { FaultRecord(path: path) }

    /// Returns a new process that knows the faults of those before it. The counts of calls start at zero.
    func process(_ store: any SessionStore, at time: Duration = .zero) -> StoredFixture<FaultingProgram> {
        state.withLock { $0.calls = [] }
        return StoredFixture(store, program: FaultingProgram(faults: self), at: time, faults: FaultRecord(path: path))
    }

    /// Returns how often the function was called in the last process.
    func calls(of name: String) -> Int { state.withLock { state in state.calls.count { $0 == name } } }
}

/// A program that reports each call to a fault injector.
struct FaultingProgram: Program {
    struct Model: Codable, Equatable, Sendable {
        var key: String
        var count = 0

        init(key: String) { self.key = key }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            key = try container.decode(String.self, forKey: .key)
            count = try container.decode(Int.self, forKey: .count)
            FaultInjector.called("read model", key)
        }
    }

    struct Note: Codable, Equatable, Sendable {
        var key: String

        init(key: String) { self.key = key }

        init(from decoder: any Decoder) throws {
            key = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .key)
            FaultInjector.called("read note", key)
        }
    }

    enum Message: Codable, Equatable, Sendable {
        case add
        case later
        case note(Note)
    }

    let faults: FaultInjector

    func start(_ visit: Visit) -> Start<Self> {
        faults.called("start \(visit.path)")
        return Start(Model(key: faults.key))
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add: model.count += 1
        case .later: return .after(.seconds(10), .note(Note(key: faults.key)))
        case .note: model.count += 100
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        faults.called("subscriptions \(model.count)")
        return [.every(.seconds(5), .add)]
    }

    /// A row, whose reading and showing may fault.
    struct Row: Read {
        var path: String

        func value(from faults: FaultInjector) async throws -> Int {
            faults.called("read \(path)")
            return faults.row
        }
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        faults.called("view \(page.path) \(model.count)")
        if page.path.hasPrefix("/row") {
            let row = try page.read(Row(path: page.path), from: faults)
            faults.called("show row \(row)")
        }
        return Document("Fused") { button("Add", .add) }
    }
}
