import CElmwoodFaults
import Dispatch
import Glibc
import Synchronization

/// The faults that ended former processes of the same executable, in a file. The thread that ends a process writes to it.
///
/// Before a thread does work that may trap, it records a digest of the work. If that thread's fault ends the process, the next
/// process reads the digest, and does not try the same again.
package final class FaultRecord: Sendable {
    private let known: Set<FaultKey>
    /// The latest of them, for other processes that serve the same.
    package let latest: [FaultKey]
    /// The keys that this process has added.
    private let added = Mutex<Set<FaultKey>>([])
    private let hasAdded = Atomic(false)
    private let descriptor: Int32
    /// The key that all others begin with. It identifies the executable: another one may not have the fault.
    package let key: FaultKey

    /// How many of the latest keys are retained.
    private static let limit = 1_000
    /// How many of the latest keys other processes are told.
    private static let mostTold = 16
    /// How many keys a process adds itself: they must not displace those that have ended a process.
    private static let mostAdded = 100

    /// Reads the file, and records this process's faults in it from now on.
    ///
    /// - Returns: nil if there is none and none can be created.
    package init?(path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        var words: [UInt64] = []
        var size = stat()
        if fstat(descriptor, &size) == 0, size.st_size > 0 {
            words = [UInt64](unsafeUninitializedCapacity: Int(size.st_size) / 8) { buffer, count in
                count = max(0, pread(descriptor, buffer.baseAddress, buffer.count * 8, 0)) / 8
            }
        }
        // Only the last key can be incomplete, if the disk was full.
        if words.count % 2 != 0 { words.removeLast() }
        if words.count > 2 * Self.limit {
            words.removeFirst(words.count - 2 * Self.limit)
            if ftruncate(descriptor, 0) == 0 {
                _ = words.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            }
        }
        let keys = stride(from: 0, to: words.count, by: 2).map { FaultKey(high: words[$0], low: words[$0 + 1]) }
        known = Set(keys)
        latest = keys.suffix(Self.mostTold)
        var executable = stat()
        var beginning = FaultKey(high: 0xCBF2_9CE4_8422_2325, low: 0x6A09_E667_F3BC_C908)
        if stat("/proc/self/exe", &executable) == 0 {
            beginning.combine(UInt64(bitPattern: Int64(executable.st_size)))
            beginning.combine(UInt64(bitPattern: Int64(executable.st_mtim.tv_sec)))
            beginning.combine(UInt64(bitPattern: Int64(executable.st_mtim.tv_nsec)))
        }
        key = beginning
        self.descriptor = descriptor
        elmwood_record_faults(descriptor)
    }

    /// Whether no work is known to have ended a process.
    package var isEmpty: Bool { known.isEmpty && !hasAdded.load(ordering: .relaxed) }

    /// Whether the work has ended a process before.
    package func isKnown(_ key: FaultKey) -> Bool {
        if !known.isEmpty, known.contains(key) { return true }
        return hasAdded.load(ordering: .relaxed) && added.withLock { $0.contains(key) }
    }

    /// Adds another key of work that has ended a process before.
    package func add(_ key: FaultKey) {
        let isNew = added.withLock { $0.count < Self.mostAdded && $0.insert(key).inserted }
        guard isNew else { return }
        hasAdded.store(true, ordering: .relaxed)
        _ = [key.high, key.low].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Returns an executor whose threads record keys while they run its tasks: one key or two, requested anew each time that a task
    /// resumes.
    ///
    /// - Parameter run: runs a function on a thread; nil: on one of Dispatch's.
    package func executor(
        noting keys: @escaping @Sendable () -> (FaultKey, FaultKey?),
        by run: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
    ) -> any TaskExecutor {
        NotingExecutor(keys: keys, run: run ?? { DispatchQueue.global().async(execute: $0) })
    }

    /// Records keys for the thread while it runs a function, in place of its former ones.
    fileprivate static func note<Result>(
        _ key: FaultKey,
        or second: FaultKey? = nil,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let former = elmwood_exchange_fault_keys(
            elmwood_fault_keys(
                first: elmwood_fault_key(high: key.high, low: key.low),
                second: elmwood_fault_key(high: second?.high ?? 0, low: second?.low ?? 0)
            )
        )
        defer { _ = elmwood_exchange_fault_keys(former) }
        return try body()
    }

    /// Runs a function, unless its work has ended a process before.
    ///
    /// - Returns: nil if it has.
    package func attempt<Result>(_ key: FaultKey, _ body: () throws -> Result) rethrows -> Result? {
        isKnown(key) ? nil : try Self.note(key, body)
    }
}

/// Runs tasks on threads which record the keys meanwhile.
private final class NotingExecutor: TaskExecutor {
    private let keys: @Sendable () -> (FaultKey, FaultKey?)

    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(
        keys: @escaping @Sendable () -> (FaultKey, FaultKey?),
        run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.keys = keys
        self.run = run
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        run {
            let (first, second) = self.keys()
            FaultRecord.note(first, or: second) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
