import ElmwoodArchitecture
import ElmwoodStorage

/// An operation of one session on the program's stored values.
enum StorageTask: Sendable {
    case save(Payload, as: String, StorageScope)
    case load(String, StorageScope, @Sendable ([UInt8]?) throws -> AnyMessage)
    case remove(String, StorageScope)
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

    private struct Place: Hashable {
        var key: String
        var scope: StorageScope
    }

    /// Returns the operations as steps. The changes of a key are where its first change was: what a program saves before another
    /// value is still there when that value is.
    static func steps(of tasks: [EffectTask]) -> [StorageStep] {
        var steps: [StorageStep] = []
        var changes: [Place: Int] = [:]
        for task in tasks {
            guard case .storage(let operation) = task.work else { continue }
            let place = Place(key: operation.key, scope: operation.scope)
            if !task.changesStorage {
                changes[place] = nil
            } else if let step = changes[place] {
                steps[step].tasks.append(task)
                continue
            } else {
                changes[place] = steps.count
            }
            steps.append(StorageStep(tasks: [task]))
        }
        return steps
    }
}

extension StorageTask {
    fileprivate var key: String {
        switch self {
        case .save(_, let key, _), .load(let key, _, _), .remove(let key, _): key
        }
    }

    fileprivate var scope: StorageScope {
        switch self {
        case .save(_, _, let scope), .load(_, let scope, _), .remove(_, let scope): scope
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
                let steps = line.next()
                if steps.isEmpty { return }
                for step in steps {
                    let message = await host.carryOut(step, of: visitor)
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
    /// - Returns: the message of a load. Every load has one: a value that cannot be read counts as absent, and the reason is logged.
    fileprivate func carryOut(_ step: StorageStep, of visitor: VisitorID) async -> AnyMessage? {
        for task in step.tasks.reversed() {
            guard case .storage(let operation) = task.work else { continue }
            guard case .load(let key, let scope, let reader) = operation else {
                if await change(operation, of: visitor) { return nil }
                continue
            }
            if task.isCancelled { return nil }
            do {
                return try reader(await environment.storage.load(key, of: scope.owner(visitor)))
            } catch {
                log(.storageFailed(program: name, operation: "load", key: key, error: error))
                return try? reader(nil)
            }
        }
        return nil
    }

    /// Saves or removes a value. Returns false if the store refuses that, which is logged.
    private func change(_ operation: StorageTask, of visitor: VisitorID) async -> Bool {
        let storage = environment.storage
        var name = "remove"
        do {
            switch operation {
            case .save(let value, let key, let scope):
                name = "save"
                try await storage.save(value.json(), as: key, of: scope.owner(visitor))
            case .remove(let key, let scope):
                try await storage.remove(key, of: scope.owner(visitor))
            case .load: break
            }
            return true
        } catch {
            log(.storageFailed(program: self.name, operation: name, key: operation.key, error: error))
            return false
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
