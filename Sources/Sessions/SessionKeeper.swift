import Dispatch
import Storage
import Synchronization

/// Brings sessions to their store and back.
///
/// One writer, one commit after the other: what has changed in all sessions while a commit went on is the next one. So a
/// session that has many turns meanwhile is written once, and an answer waits for two commits at most. Its work is done on a
/// queue of its own, so that effects that keep every thread of the tasks' pool busy hold nobody up.
final class SessionKeeper: Sendable {
    private struct State {
        var changed: [any AnySession] = []
        /// What is written before the changed sessions: under the ids that they have by then.
        var writes: [SessionWrite] = []
        var waiting: [@Sendable () -> Void] = []
        var isWorking = false

        var isEmpty: Bool { changed.isEmpty && writes.isEmpty && waiting.isEmpty }
    }

    private let store: any SessionStore
    private let surroundings: Surroundings
    private let executor = QueueExecutor(label: "elmwood.sessions")
    private let state = Mutex(State())

    /// So many answers are sent one after the other on one thread.
    private static let share = 16

    init(_ store: any SessionStore, surroundings: Surroundings) {
        self.store = store
        self.surroundings = surroundings
    }

    /// A session has changed; it is to be in the next commit.
    func add(_ session: any AnySession) { begin { $0.changed.append(session) } }

    /// Has a session in the next commit, and calls the function after it. Both at once: whoever has listed the session may not
    /// have added it yet.
    func add(_ session: any AnySession, then call: @escaping @Sendable () -> Void) {
        begin { state in
            state.changed.append(session)
            state.waiting.append(call)
        }
    }

    func add(_ write: SessionWrite) { begin { $0.writes.append(write) } }

    /// Calls the function once all that was added before has been written, or could not be.
    func afterwards(_ call: @escaping @Sendable () -> Void) { begin { $0.waiting.append(call) } }

    /// Loads a session, off the caller's thread.
    func load(_ key: SessionKey, _ deliver: @escaping @Sendable (Result<StoredSession?, any Error>) -> Void) {
        Task(executorPreference: executor) { [store, surroundings] in
            let result: Result<StoredSession?, any Error>
            do {
                result = .success(try await store.load(key))
            } catch {
                result = .failure(error)
            }
            surroundings.execute { deliver(result) }
        }
    }

    /// Removes the sessions whose life is over.
    func remove(unusedSince: Int64, createdBefore: Int64) {
        Task(executorPreference: executor) { [store, surroundings] in
            do {
                _ = try await store.remove(unusedSince: unusedSince, createdBefore: createdBefore)
            } catch {
                surroundings.log(.sessionsNotStored(error: error))
            }
        }
    }

    /// Waits until nothing is left to be written, for so long at most; for the end of a process.
    func finish(within time: Duration) {
        let isDone = DispatchSemaphore(value: 0)
        afterwards { isDone.signal() }
        _ = isDone.wait(timeout: .now() + .nanoseconds(Int(clamping: time.nanoseconds)))
    }

    private func begin(_ add: (inout sending State) -> Void) {
        let begins = state.withLock { state in
            add(&state)
            defer { state.isWorking = true }
            return !state.isWorking
        }
        if begins { Task(executorPreference: executor) { await self.work() } }
    }

    private func work() async {
        while true {
            let batch = state.withLock { state -> State? in
                guard !state.isEmpty else {
                    state.isWorking = false
                    return nil
                }
                defer { state = State(isWorking: true) }
                return state
            }
            guard let batch else { return }
            await write(batch)
            answer(batch.waiting)
        }
    }

    private func write(_ batch: State) async {
        var writes = batch.writes
        var written: [(session: any AnySession, version: UInt64)] = []
        var seen: Set<ObjectIdentifier> = []
        for session in batch.changed where seen.insert(ObjectIdentifier(session)).inserted {
            guard let write = session.write(), case .save(_, let stored, _) = write else { continue }
            written.append((session, stored.version))
            writes.append(write)
        }
        guard !writes.isEmpty else { return }
        do {
            let done = try await store.commit(writes)
            for (entry, isDone) in zip(written, done.suffix(written.count)) {
                entry.session.wrote(isDone ? .stored(entry.version) : .overtaken)
            }
        } catch {
            surroundings.log(.sessionsNotStored(error: error))
            for entry in written { entry.session.wrote(.failed) }
            tryAgain(batch.writes, written.map(\.session))
        }
    }

    /// What could not be written is tried again with the next commit, or in a second.
    private func tryAgain(_ writes: [SessionWrite], _ sessions: [any AnySession]) {
        _ = surroundings.schedule(.seconds(1)) { [weak self] in
            self?.begin { state in
                state.writes = writes + state.writes
                state.changed += sessions
            }
        }
    }

    private func answer(_ waiting: [@Sendable () -> Void]) {
        var rest = waiting[...]
        while !rest.isEmpty {
            let share = rest.prefix(Self.share)
            rest = rest.dropFirst(Self.share)
            surroundings.execute { for call in share { call() } }
        }
    }
}

/// What came of writing a session.
enum WriteOutcome {
    case stored(UInt64)
    /// Another process has stored a later version.
    case overtaken
    case failed
}

/// Runs tasks on a queue of its own.
private final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
