import CFaults
import Dispatch
import Glibc
import Synchronization

/// What has ended former processes of the same executable: in a file, which the thread that ends one writes to.
///
/// Before a thread does something that may trap, it says what it is about, by a digest of it. Where the process ends by that
/// thread's fault, the next process reads so, and does not try the same again.
package final class FaultRecord: Sendable {
    /// What a thread is about, digested.
    package struct Matter: Hashable, Sendable {
        fileprivate var high: UInt64
        fileprivate var low: UInt64

        package mutating func combine(_ number: UInt64) {
            high = (high ^ number) &* 0x9E37_79B9_7F4A_7C15
            high ^= high >> 32
            low = (low &+ number) &* 0xD1B5_4A32_D192_ED03
            low ^= low >> 29
        }

        /// Combines what something else is.
        package mutating func combine(_ matter: Matter) {
            combine(matter.high)
            combine(matter.low)
        }

        /// Combines bytes, and the fact that they end there.
        package mutating func combine(_ bytes: [UInt8]) { combine(all: bytes) }

        /// Combines a text, and the fact that it ends there.
        package mutating func combine(_ text: String) { combine(all: text.utf8) }

        /// Eight bytes at a time: it is done for every page that is shown.
        private mutating func combine(all bytes: some Sequence<UInt8>) {
            var word: UInt64 = 0
            var count: UInt64 = 0
            for byte in bytes {
                word = word << 8 | UInt64(byte)
                count &+= 1
                guard count & 7 == 0 else { continue }
                combine(word)
                word = 0
            }
            combine(word)
            combine(count)
        }
    }

    private let known: Set<Matter>
    /// What this process has added by itself.
    private let added = Mutex<Set<Matter>>([])
    private let hasAdded = Atomic(false)
    private let descriptor: Int32
    /// Another executable may do better: what it is, is part of every matter.
    private let beginning: Matter

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
        known = Set(stride(from: 0, to: words.count, by: 2).map { Matter(high: words[$0], low: words[$0 + 1]) })
        var executable = stat()
        var beginning = Matter(high: 0xCBF2_9CE4_8422_2325, low: 0x6A09_E667_F3BC_C908)
        if stat("/proc/self/exe", &executable) == 0 {
            beginning.combine(UInt64(executable.st_ino))
            beginning.combine(UInt64(bitPattern: Int64(executable.st_size)))
            beginning.combine(UInt64(bitPattern: Int64(executable.st_mtim.tv_sec)))
            beginning.combine(UInt64(bitPattern: Int64(executable.st_mtim.tv_nsec)))
        }
        self.beginning = beginning
        self.descriptor = descriptor
        elmwood_record_faults(descriptor)
    }

    /// The digest that others are combined with.
    package var matter: Matter { beginning }

    /// Whether it has ended a process before.
    package func isKnown(_ matter: Matter) -> Bool {
        if !known.isEmpty, known.contains(matter) { return true }
        return hasAdded.load(ordering: .relaxed) && added.withLock { $0.contains(matter) }
    }

    /// Notes that something is what has ended a process before, under another name.
    package func add(_ matter: Matter) {
        let isNew = added.withLock { $0.count < Self.mostAdded && $0.insert(matter).inserted }
        guard isNew else { return }
        hasAdded.store(true, ordering: .relaxed)
        _ = [matter.high, matter.low].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// An executor whose threads are about that while they carry out its tasks: under one name or two, which are asked for anew
    /// each time that a task goes on.
    package func executor(noting matters: @escaping @Sendable () -> (Matter, Matter?)) -> any TaskExecutor {
        NotingExecutor(matters: matters)
    }

    /// Says what the thread is about while it does something, and nothing else that it was about before.
    fileprivate static func note<Result>(
        _ matter: Matter,
        or second: Matter? = nil,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let former = elmwood_exchange_matters(
            elmwood_matters(
                first: elmwood_matter(high: matter.high, low: matter.low),
                second: elmwood_matter(high: second?.high ?? 0, low: second?.low ?? 0)
            )
        )
        defer { _ = elmwood_exchange_matters(former) }
        return try body()
    }

    /// Does something, unless it has ended a process before.
    ///
    /// - Returns: nil where it has.
    package func attempt<Result>(_ matter: Matter, _ body: () throws -> Result) rethrows -> Result? {
        isKnown(matter) ? nil : try Self.note(matter, body)
    }
}

/// Runs tasks on Dispatch's threads, which say meanwhile what they are about.
private final class NotingExecutor: TaskExecutor {
    private let matters: @Sendable () -> (FaultRecord.Matter, FaultRecord.Matter?)

    init(matters: @escaping @Sendable () -> (FaultRecord.Matter, FaultRecord.Matter?)) {
        self.matters = matters
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.global().async {
            let (first, second) = self.matters()
            FaultRecord.note(first, or: second) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
