import ElmwoodArchitecture
import ElmwoodStorage

/// An operation of one session on the program's stored values, or on what the store has of sessions.
enum StorageTask: Sendable {
    case save(Payload, as: String, StorageScope)
    case load(String, StorageScope, @Sendable ([UInt8]?) throws -> AnyMessage)
    case remove(String, StorageScope)
    /// Removes all values of the visitor.
    case removeAll
    /// Makes a message of the sessions of an account.
    case sessions(of: String, @Sendable ([ActiveSession]) -> AnyMessage)
    /// Ends the other sessions of an account, or the one of that id.
    case endSessions(of: String, only: ActiveSession.ID?)
}

/// The store operations of a session, performed one after the other, so that a load returns the value that was saved before it. Of
/// the changes of one key that wait together, only the last is written.
///
/// Saves and removals are performed even if the session ends before.
final class StorageLine: Sendable {
    private struct State {
        var waiting: [EffectTask] = []
        var isWorking = false
    }

    /// The operations that wait.
    private let state = OrderedMutex(.leaf, State())

    /// Adds an operation. Returns whether the caller must begin the work.
    func add(_ task: EffectTask) -> Bool {
        state.withLock { state in
            state.waiting.append(task)
            defer { state.isWorking = true }
            return !state.isWorking
        }
    }

    /// Returns the next steps, in order; empty if the work is done.
    func next() -> [StorageStep] {
        let waiting = state.withLock { state in
            if state.waiting.isEmpty { state.isWorking = false }
            defer { state.waiting = [] }
            return state.waiting
        }
        return StorageStep.steps(of: waiting)
    }
}

/// A load, or the changes of one key that no load of it separates.
struct StorageStep {
    private(set) var tasks: [EffectTask]

    /// Returns the operations as steps. The changes of a key are where its first change was: what a program saves before another
    /// value is still there when that value is.
    static func steps(of tasks: [EffectTask]) -> [StorageStep] {
        var steps: [StorageStep] = []
        var changes: [ScopedKey: Int] = [:]
        for task in tasks {
            guard case .storage(let operation) = task.work else { continue }
            guard let scopedKey = operation.scopedKey else {
                // It may concern any value.
                changes = [:]
                steps.append(StorageStep(tasks: [task]))
                continue
            }
            if !task.changesStorage {
                changes[scopedKey] = nil
            } else if let step = changes[scopedKey] {
                steps[step].tasks.append(task)
                continue
            } else {
                changes[scopedKey] = steps.count
            }
            steps.append(StorageStep(tasks: [task]))
        }
        return steps
    }
}

/// The key of one value, and whose it is.
struct ScopedKey: Hashable {
    var key: String
    var scope: StorageScope
}

extension StorageTask {
    /// The value that it concerns; nil if it does not concern one value.
    fileprivate var scopedKey: ScopedKey? {
        switch self {
        case .save(_, let key, let scope), .load(let key, let scope, _), .remove(let key, let scope):
            ScopedKey(key: key, scope: scope)
        case .removeAll, .sessions, .endSessions: nil
        }
    }

    /// Its name in the log.
    fileprivate var name: String {
        switch self {
        case .save: "save"
        case .load: "load"
        case .remove: "remove"
        case .removeAll: "remove"
        case .sessions: "list"
        case .endSessions: "end"
        }
    }
}

extension SessionCore {
    /// Begins a store operation, after those that were begun before.
    func store(_ task: EffectTask) {
        let line = state.withLock { state in
            let parts = state.activeParts()
            let line = parts.tasks.storageLine ?? StorageLine()
            parts.tasks.storageLine = line
            return line
        }
        if case .storage(.save(_, _, .visitor)) = task.work { host.registry.shareVisitor(of: self) }
        guard line.add(task) else { return }
        _ = host.environment.task { [host, visitor, weak self] in
            var visitor = visitor
            while true {
                let steps = line.next()
                if steps.isEmpty { return }
                for step in steps {
                    // A renewal may have changed it, before anything was saved.
                    visitor = self?.visitor ?? visitor
                    let message = await host.carryOut(step, of: visitor, in: self)
                    for task in step.tasks where task.pass(to: .returned) {
                        if let message {
                            self?.receive([.message(message, task), .finished(task, nil)])
                        } else {
                            self?.receive([.finished(task, nil)])
                        }
                    }
                }
            }
        }
    }
}

extension SessionHost {
    /// Performs a step. Of several changes, the last counts; if the store refuses it, the one before it.
    ///
    /// - Parameter session: the session; nil if it is gone.
    /// - Returns: the message of a load or a list. Each has one: a value that cannot be read counts as absent, and the reason is
    ///   logged.
    fileprivate func carryOut(_ step: StorageStep, of visitor: VisitorID, in session: SessionCore?) async -> AnyMessage?
    {
        for task in step.tasks.reversed() {
            guard case .storage(let operation) = task.work else { continue }
            let context = EventContext(session: session?.id, request: task.request?.name)
            if !task.changesStorage {
                return task.isCancelled ? nil : await message(of: operation, of: visitor, in: session, context)
            }
            if await change(operation, of: visitor, in: session, context) { return nil }
        }
        return nil
    }

    /// Reads what the operation asks for, and makes its message.
    private func message(
        of operation: StorageTask,
        of visitor: VisitorID,
        in session: SessionCore?,
        _ context: EventContext
    ) async -> AnyMessage? {
        do {
            switch operation {
            case .load(let key, let scope, let reader):
                return try reader(await environment.storage.load(key, of: scope.owner(visitor)))
            case .sessions(let account, let reader):
                let own = session?.id
                return reader(
                    try await registry.sessions(of: account).map { ActiveSession($0, isCurrent: $0.id == own) }
                )
            case .save, .remove, .removeAll, .endSessions: return nil
            }
        } catch {
            logFailure(of: operation, error, context)
            switch operation {
            case .load(_, _, let reader): return try? reader(nil)
            case .sessions(_, let reader): return reader([])
            case .save, .remove, .removeAll, .endSessions: return nil
            }
        }
    }

    /// Changes what is stored. Returns false if the store refuses that, which is logged.
    private func change(
        _ operation: StorageTask,
        of visitor: VisitorID,
        in session: SessionCore?,
        _ context: EventContext
    ) async -> Bool {
        let storage = environment.storage
        do {
            switch operation {
            case .save(let value, let key, let scope):
                let json = try value.json()
                try session?.countSave(of: json.count, under: ScopedKey(key: key, scope: scope), visitor)
                try await storage.save(json, as: key, of: scope.owner(visitor))
            case .remove(let key, let scope):
                try await storage.remove(key, of: scope.owner(visitor))
            case .removeAll:
                try await storage.removeAll(of: visitor)
                environment.audit(AuditEvent(.savedRemoved, session?.id))
            case .endSessions(let account, let name):
                try await registry.endSessions(of: account, only: name, except: session?.id)
            case .load, .sessions: break
            }
            return true
        } catch {
            logFailure(of: operation, error, context)
            return false
        }
    }

    private func logFailure(of operation: StorageTask, _ error: any Error, _ context: EventContext) {
        let key = operation.scopedKey?.key ?? "what belongs to a visitor or an account"
        log(.storageFailed(program: name, operation: operation.name, key: key, error: error), context)
    }
}

extension StorageScope {
    fileprivate func owner(_ visitor: VisitorID) -> StorageOwner {
        switch self {
        case .visitor: .visitor(visitor)
        case .shared: .shared
        }
    }
}
