import Glibc

/// Open pages that show one value from outside, each of a visitor of its own.
struct OpenReaders {
    private let path: String
    private let pages: [ListeningPage]
    private let process: ServerProcess
    private let bytesEach: Double

    /// What changes of the value cost.
    struct Changes {
        /// The time until the last page has one, in milliseconds.
        let milliseconds: Statistics
        /// The server's CPU time for one page, in microseconds.
        let microsecondsEach: Statistics
    }

    /// Opens them.
    init(of path: String, count: Int, on process: ServerProcess) throws {
        self.path = path
        self.process = process
        let revision = try process.revision(of: path)
        let first = try ListeningPage(path, number: 0, revision: revision, port: process.port)
        let before = try process.residentBytes()
        pages =
            try [first]
            + (1..<count).map {
                try ListeningPage(path, number: $0, revision: revision, port: process.port)
            }
        bytesEach = Double(try process.residentBytes() - before) / Double(max(1, count - 1))
    }

    /// Changes the value by a message, that many times.
    func change(_ message: String, rounds: Int) throws -> Changes {
        let connection = try Connection(port: process.port)
        var (times, cpu): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            let begin = WallClock.now
            let start = try process.cpuNanoseconds()
            // Its answer does not show the page, which would be another read.
            _ = try connection.exchange(Requests.browserPost(message, to: path, cookie: pages[0].cookie))
            for page in pages { try page.awaitPatch() }
            times.append(Double(WallClock.now - begin) / 1e6)
            cpu.append(Double(try process.cpuNanoseconds() - start) / 1e3 / Double(pages.count))
        }
        return Changes(milliseconds: Statistics(times), microsecondsEach: Statistics(cpu))
    }

    /// The memory of one of them right after it was opened.
    var kilobytes: Double { bytesEach / 1_024 }
}

extension ServerProcess {
    /// Returns the revision of a page as it is loaded.
    func revision(of path: String) throws -> String {
        try OpenPage.revision(of: exchange(Requests.get(path)))
    }
}
