import ElmwoodArchitecture
import ElmwoodStorage

/// An operation of one session on the program's stored values.
enum StorageTask: Sendable {
    case save(Payload, as: String, StorageScope)
    case load(String, StorageScope, @Sendable ([UInt8]?) throws -> AnyMessage)
    case remove(String, StorageScope)
}

/// The store operations of a session, performed one after the other, so that a load returns the value that was saved before it.
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

    /// Returns the next operations, in order; empty if the work is done.
    func next() -> [EffectTask] {
        state.withLock { state in
            if state.waiting.isEmpty { state.isWorking = false }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}

extension SessionCore {
    /// Begins a store operation, after those that were begun before.
    func store(_ task: EffectTask) {
        let line = state.withLock { state in
            let activity = state.active()
            let line = activity.storageLine ?? StorageLine()
            activity.storageLine = line
            return line
        }
        guard line.add(task) else { return }
        _ = host.environment.task { [host, visitor, weak self] in
            while true {
                let tasks = line.next()
                if tasks.isEmpty { return }
                for task in tasks {
                    let message = await host.carryOut(task, of: visitor)
                    guard task.pass(to: .returned) else { continue }
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

extension SessionHost {
    /// Performs a store operation.
    ///
    /// - Returns: its message. Every load has one: a value that cannot be read counts as absent, and the reason is logged.
    fileprivate func carryOut(_ task: EffectTask, of visitor: VisitorID) async -> AnyMessage? {
        guard case .storage(let operation) = task.work else { return nil }
        let storage = environment.storage
        switch operation {
        case .save(let value, let key, let scope):
            do {
                try await storage.save(value.json(), as: key, of: scope.owner(visitor))
            } catch {
                log(.storageFailed(program: name, operation: "save", key: key, error: error))
            }
            return nil
        case .remove(let key, let scope):
            do {
                try await storage.remove(key, of: scope.owner(visitor))
            } catch {
                log(.storageFailed(program: name, operation: "remove", key: key, error: error))
            }
            return nil
        case .load(let key, let scope, let reader):
            if task.isCancelled { return nil }
            do {
                return try reader(await storage.load(key, of: scope.owner(visitor)))
            } catch {
                log(.storageFailed(program: name, operation: "load", key: key, error: error))
                return try? reader(nil)
            }
        }
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
