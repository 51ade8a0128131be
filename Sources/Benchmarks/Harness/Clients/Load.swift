import Glibc

/// The cost of one run of load to the server.
struct LoadResult {
    /// The CPU time of the server, or of all nodes, for one request, user and system, in microseconds.
    let cpuMicroseconds: Double
    /// Requests answered in one second of wall-clock time.
    let requestsPerSecond: Double
    /// The size of the last response's body in bytes.
    let bodySize: Int
}

/// A closed loop of keep-alive connections to one server, or to several nodes in turn: each always has one pending request.
///
/// One thread sends and reads by blocking calls, in turn, with two system calls for each request, so that the load costs less than
/// any server.
struct Load {
    private let processes: [ServerProcess]
    private let connections: [Connection]
    private let requests: [[UInt8]]
    private let status: Int

    /// Opens the connections.
    ///
    /// - Parameters:
    ///   - requests: the complete request of each connection.
    ///   - status: the required status code of every response.
    init(on process: ServerProcess, requests: [[UInt8]], expecting status: Int) throws {
        try self.init(on: [process], requests: requests, expecting: status)
    }

    /// Opens that many connections, all of which send the same request.
    init(on process: ServerProcess, _ request: [UInt8], times connections: Int, expecting status: Int) throws {
        try self.init(on: process, requests: Array(repeating: request, count: connections), expecting: status)
    }

    /// Opens the connections, to each of the nodes in turn.
    init(on processes: [ServerProcess], requests: [[UInt8]], expecting status: Int) throws {
        self.processes = processes
        self.requests = requests
        self.status = status
        connections = try requests.indices.map { try Connection(port: processes[$0 % processes.count].port) }
    }

    private func cpuNanoseconds() throws -> Int { try processes.reduce(0) { $0 + (try $1.cpuNanoseconds()) } }

    /// Sends that many requests, and waits for their responses.
    func run(_ count: Int) throws -> LoadResult {
        let atOnce = min(count, connections.count)
        let begin = WallClock.now
        let cpuBegin = try cpuNanoseconds()
        for index in 0..<atOnce {
            try connections[index].send(requests[index])
        }
        var sent = atOnce
        var bodySize = 0
        for turn in 0..<count {
            let index = turn % atOnce
            let answer = try connections[index].receiveStatus()
            guard answer.status == status else {
                throw BenchmarkFailure("The server answers with \(answer.status) instead of \(status).")
            }
            bodySize = answer.bodySize
            if sent < count {
                try connections[index].send(requests[index])
                sent += 1
            }
        }
        let cpu = try cpuNanoseconds() - cpuBegin
        let wall = WallClock.now - begin
        return LoadResult(
            cpuMicroseconds: Double(cpu) / Double(count) / 1_000,
            requestsPerSecond: Double(count) / (Double(max(wall, 1)) / 1e9),
            bodySize: bodySize
        )
    }
}

/// The system's monotonic clock.
enum WallClock {
    /// Nanoseconds since some fixed time.
    static var now: Int {
        nanoseconds(of: CLOCK_MONOTONIC)
    }

    /// CPU time of the calling thread in nanoseconds.
    static var thread: Int {
        nanoseconds(of: CLOCK_THREAD_CPUTIME_ID)
    }

    private static func nanoseconds(of clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
