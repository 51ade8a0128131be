import Glibc

/// The limit of open files and sockets of this process.
enum OpenFiles {
    /// Raises the process's limit for a number of connections, each with a file to be sent, as far as the system allows. The
    /// default of many systems is 1,024, for the sake of programs that use `select`.
    ///
    /// - Returns: the resulting limit.
    static func raiseLimit(forConnections connections: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        let (twice, overflow) = connections.multipliedReportingOverflow(by: 2)
        let wanted = overflow ? rlim_t.max : rlim_t(max(0, twice)) &+ reserve
        if limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Returns how many connections are possible with that many open files. A quarter is reserved for files that are sent and
    /// stored; otherwise a full server could not send style sheets.
    static func connections(_ wanted: Int, within files: Int) -> Int {
        min(wanted, max(1, files / 4 * 3 - Int(reserve)))
    }

    /// For other files of the process.
    private static let reserve: rlim_t = 64
}
