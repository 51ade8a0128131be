import Glibc

/// How many files and sockets this process may have open.
enum OpenFiles {
    /// Raises the process's limit so that a number of connections can be open, and a file for each that is sent one, as far as
    /// the system allows. Many systems begin with 1,024, for the sake of programs that use `select`.
    ///
    /// - Returns: the limit that holds now.
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

    /// How many connections there can be where so many files can be open: a quarter is left for files that are sent and
    /// stored, or else a full house would be one without style sheets.
    static func connections(_ wanted: Int, within files: Int) -> Int {
        min(wanted, max(1, files / 4 * 3 - Int(reserve)))
    }

    /// For what a process has open anyway.
    private static let reserve: rlim_t = 64
}
