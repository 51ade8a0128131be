import Dispatch
import Glibc
import ElmwoodStorage
import Synchronization

/// A data folder whose file contains many sessions of the counter, as a site has after months of use.
struct StoredSessions {
    /// The folder, removed when it is released.
    let folder: TemporaryFolder
    /// The number of sessions: the first shows 0, the next 1, and so on.
    let count: Int
    /// How long it took to store them.
    let seconds: Double
    /// Some of their tokens, evenly spread, and the counter's value of each.
    let samples: [(token: SessionToken, number: Int)]

    /// Stores that many sessions, by the store's own commits.
    ///
    /// - Parameter samples: how many tokens are retained.
    init(_ count: Int, samples: Int) throws {
        let begin = WallClock.now
        folder = try TemporaryFolder()
        let store = try SQLiteSessionStore(path: folder.path + "/sessions.sqlite")
        let now = Int64(time(nil))
        let step = max(1, count / samples)
        var known: [(SessionToken, Int)] = []
        for start in stride(from: 0, to: count, by: 20_000) {
            let writes = (start..<min(count, start + 20_000)).map { number in
                let token = SessionToken()
                if number % step == step / 2 { known.append((token, number)) }
                let session = StoredSession(
                    version: 1,
                    model: Array("{\"count\":\(number)}".utf8),
                    visitor: VisitorID(),
                    created: now,
                    used: now
                )
                return SessionWrite.save(SessionKey(id: token.id, program: Requests.counter), session, over: nil)
            }
            let done = try waiting { try await store.commit(writes) }
            guard !done.contains(false) else { throw BenchmarkFailure("A session could not be stored.") }
        }
        self.count = count
        self.samples = known
        seconds = Double(WallClock.now - begin) / 1e9
    }

    /// The bytes of the file, and of the log beside it.
    var sizes: (file: Int, log: Int) {
        func size(_ path: String) -> Int {
            var status = stat()
            return stat(path, &status) == 0 ? Int(status.st_size) : 0
        }
        let path = folder.path + "/sessions.sqlite"
        return (size(path), size(path + "-wal"))
    }
}

/// Waits for asynchronous work and returns its result. It blocks the harness's own thread, none of those that run tasks.
private func waiting<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task {
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
        result.withLock { $0 = outcome }
        isDone.signal()
    }
    isDone.wait()
    guard let outcome = result.withLock({ $0 }) else { throw BenchmarkFailure("A task had no result.") }
    return try outcome.get()
}
