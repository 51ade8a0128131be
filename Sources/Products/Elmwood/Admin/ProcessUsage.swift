import Glibc

/// What this process uses of the machine.
struct ProcessUsage {
    /// The time of processors, in seconds.
    var processorTime = 0.0
    /// The memory that it occupies, in bytes.
    var residentBytes = 0
    var openFiles = 0

    /// Reads the usage at this moment. What the system does not tell is 0.
    init() {
        var usage = rusage()
        if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
            for time in [usage.ru_utime, usage.ru_stime] {
                processorTime += Double(time.tv_sec) + Double(time.tv_usec) / 1e6
            }
        }
        // proc(5): the second number is the resident pages.
        let numbers = Self.content(of: "/proc/self/statm").split(separator: " ")
        if numbers.count > 1, let pages = Int(numbers[1]) { residentBytes = pages * sysconf(Int32(_SC_PAGESIZE)) }
        if let folder = opendir("/proc/self/fd") {
            while readdir(folder) != nil { openFiles += 1 }
            closedir(folder)
            // Without `.`, `..` and the folder itself.
            openFiles -= 3
        }
    }

    private static func content(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
