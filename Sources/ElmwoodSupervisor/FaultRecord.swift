import CElmwoodFaults
import Dispatch
import Glibc
import Synchronization

/// What has ended former processes of the same executable: in a file, which the thread that ends one writes to.
///
/// Before a thread does something that may trap, it says what it is about, by a digest of it. Where the process ends by that
/// thread's fault, the next process reads so, and does not try the same again.
package final class FaultRecord: Sendable {
    private let known: Set<FaultKey>
    /// What this process has added by itself.
    private let added = Mutex<Set<FaultKey>>([])
    private let hasAdded = Atomic(false)
    private let descriptor: Int32
    /// The key that all others begin with. It identifies the executable: another one may do better.
    package let key: FaultKey

    /// So many of the latest are kept.
    private static let limit = 1_000
    /// So many does a process add by itself: what has ended one must not give way to them.
    private static let mostAdded = 100

    /// Reads the file, and has this process's faults added to it from now on.
    ///
    /// - Returns: nil where there is none and none can be made.
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
        // A half of one can be at the end only, where the disk was full.
        if words.count % 2 != 0 { words.removeLast() }
        if words.count > 2 * Self.limit {
            words.removeFirst(words.count - 2 * Self.limit)
            if ftruncate(descriptor, 0) == 0 {
                _ = words.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            }
        }
        known = Set(stride(from: 0, to: words.count, by: 2).map { FaultKey(high: words[$0], low: words[$0 + 1]) })
        var executable = stat()
        var beginning = FaultKey(high: 0xCBF2_9CE4_8422_2325, low: 0x6A09_E667_F3BC_C908)
        if stat("/proc/self/exe", &executable) == 0 {
            beginning.combine(UInt64(executable.st_ino))
            beginning.combine(UInt64(bitPattern: Int64(executable.st_size)))
            beginning.combine(UInt64(bitPattern: Int64(executable.st_mtim.tv_sec)))
            beginning.combine(UInt64(bitPattern: Int64(executable.st_mtim.tv_nsec)))
        }
        key = beginning
        self.descriptor = descriptor
        elmwood_record_faults(descriptor)
    }

    /// Whether it has ended a process before.
    package func isKnown(_ key: FaultKey) -> Bool {
        if !known.isEmpty, known.contains(key) { return true }
        return hasAdded.load(ordering: .relaxed) && added.withLock { $0.contains(key) }
    }

    /// Notes that something is what has ended a process before, under another name.
    package func add(_ key: FaultKey) {
        let isNew = added.withLock { $0.count < Self.mostAdded && $0.insert(key).inserted }
        guard isNew else { return }
        hasAdded.store(true, ordering: .relaxed)
        _ = [key.high, key.low].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// An executor whose threads are about that while they carry out its tasks: under one name or two, which are asked for anew
    /// each time that a task resumes.
    package func executor(noting keys: @escaping @Sendable () -> (FaultKey, FaultKey?)) -> any TaskExecutor {
        NotingExecutor(keys: keys)
    }

    /// Says what the thread is about while it does something, and nothing else that it was about before.
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

    /// Does something, unless it has ended a process before.
    ///
    /// - Returns: nil where it has.
    package func attempt<Result>(_ key: FaultKey, _ body: () throws -> Result) rethrows -> Result? {
        isKnown(key) ? nil : try Self.note(key, body)
    }
}

/// Runs tasks on Dispatch's threads, which say meanwhile what they are about.
private final class NotingExecutor: TaskExecutor {
    private let keys: @Sendable () -> (FaultKey, FaultKey?)

    init(keys: @escaping @Sendable () -> (FaultKey, FaultKey?)) {
        self.keys = keys
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.global().async {
            let (first, second) = self.keys()
            FaultRecord.note(first, or: second) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
