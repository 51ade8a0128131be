import Glibc

// What the system counts of a process, and of those that it has started.

extension ChildProcess {
    /// Returns the CPU time that all its threads have used, user and system; nil if it has ended.
    func cpuNanoseconds() -> Int? { Self.cpuNanoseconds(of: identifier) }

    /// Returns the CPU time that all threads of a process have used, user and system; nil if it has ended.
    private static func cpuNanoseconds(of process: pid_t) -> Int? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Returns the CPU time of the process and of its children, those that have ended included.
    func familyCPUNanoseconds() throws -> Int {
        let text = String(decoding: try readFile("/proc/\(identifier)/stat"), as: UTF8.self)
        // The second field is the program's name in brackets, which may contain anything.
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst()
        // The fields 16 and 17 are the times of children that were waited for, in ticks.
        let ended = fields.dropFirst(13).prefix(2).compactMap { Int($0) }
        guard ended.count == 2, let own = cpuNanoseconds() else { throw BenchmarkFailure("A process has ended.") }
        let ticks = ended.reduce(0, +) * (1_000_000_000 / Int(sysconf(Int32(_SC_CLK_TCK))))
        return try children().reduce(own + ticks) { $0 + (Self.cpuNanoseconds(of: $1) ?? 0) }
    }

    /// Returns its running child processes.
    func children() throws -> [pid_t] {
        // Of each thread, since the one that has started them need not be the first: see `BenchmarkServer.main`.
        let threads = "/proc/\(identifier)/task"
        var children: [pid_t] = []
        for name in try fileNames(in: threads) {
            // A thread may have ended meanwhile.
            guard Int(name) != nil, let list = try? readFile("\(threads)/\(name)/children") else { continue }
            children += String(decoding: list, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
        }
        return children
    }
}
