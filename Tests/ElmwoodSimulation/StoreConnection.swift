import ElmwoodSessions
import ElmwoodStorage

/// A request of a process to the store.
enum StoreRequest: Sendable {
    case load(SessionKey)
    case commit([SessionWrite])
    case due(String, Int64, limit: Int)
    case programs(SessionID)
    case renewal(SessionID)
    case remove(unusedSince: Int64, createdBefore: Int64)
    case messages(SessionKey, limit: Int)
    case recipients(limit: Int)
    /// No request: time passes.
    case sleep
}

enum StoreAnswer: Sendable {
    /// `position`: that of the latest commit, of several nodes.
    case session(StoredSession?, position: UInt64)
    /// `position`: that of the commit, of several nodes.
    case done(CommitResult, position: UInt64?)
    case keys([SessionKey])
    case programs([StoredProgram])
    case renewal(SessionRenewal?)
    case count(Int)
    case messages([WaitingMessage])
    case slept
}

/// Why the store gave no answer.
enum StoreFailure: Error, Sendable {
    /// It reports that the request failed.
    case failed
    /// The process that sent the request has ended.
    case gone
}

/// The store from one process's point of view: requests and answers travel, and either may be lost.
final class StoreConnection: NumberingSessionStore {
    private let scheduler: Scheduler
    private let process: Int

    init(_ scheduler: Scheduler, process: Int) {
        self.scheduler = scheduler
        self.process = process
    }

    func load(_ key: SessionKey) async throws -> StoredSession? {
        guard case .session(let session, _) = try await scheduler.ask(.load(key), by: process) else { return nil }
        return session
    }

    func commit(_ writes: [SessionWrite]) async throws -> [Bool] { try await commitNumbering(writes).done }

    func commitNumbering(_ writes: [SessionWrite]) async throws -> CommitResult {
        guard case .done(let result, _) = try await scheduler.ask(.commit(writes), by: process) else {
            return CommitResult(done: [])
        }
        return result
    }

    func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int {
        let request = StoreRequest.remove(unusedSince: unusedSince, createdBefore: createdBefore)
        guard case .count(let count) = try await scheduler.ask(request, by: process) else { return 0 }
        return count
    }

    func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionKey] {
        let request = StoreRequest.due(program, moment, limit: limit)
        guard case .keys(let keys) = try await scheduler.ask(request, by: process) else { return [] }
        return keys
    }

    func programs(of id: SessionID) async throws -> [StoredProgram] {
        guard case .programs(let programs) = try await scheduler.ask(.programs(id), by: process) else { return [] }
        return programs
    }

    func renewal(of id: SessionID) async throws -> SessionRenewal? {
        guard case .renewal(let renewal) = try await scheduler.ask(.renewal(id), by: process) else { return nil }
        return renewal
    }

    func setAside(_ key: SessionKey) async throws -> [StoredSession] { [] }

    func sessions(of owner: SessionOwner, limit: Int) async throws -> [OwnedSession] { [] }

    func messages(to key: SessionKey, limit: Int) async throws -> [WaitingMessage] {
        let request = StoreRequest.messages(key, limit: limit)
        guard case .messages(let messages) = try await scheduler.ask(request, by: process) else { return [] }
        return messages
    }

    func recipients(limit: Int) async throws -> [SessionKey] {
        guard case .keys(let keys) = try await scheduler.ask(.recipients(limit: limit), by: process) else { return [] }
        return keys
    }
}
