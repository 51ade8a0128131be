import Glibc

/// A server under test: a process of its own, on a port of its own.
final class ServerProcess {
    /// The port at which it listens, on the loopback address.
    let port: UInt16
    private let child: ChildProcess
    /// Nanoseconds from before the process was created until it accepted the first connection.
    private(set) var nanosecondsToConnect = 0

    /// Starts the program, and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - arguments: returns the program's arguments for the port.
    ///   - environment: returns the additions to the environment for the port.
    init(
        _ program: String,
        arguments: (UInt16) -> [String] = { _ in [] },
        environment: (UInt16) -> [String] = { _ in [] }
    ) throws {
        port = try Self.freePort()
        let begin = WallClock.now
        child = try ChildProcess(program, arguments(port), environment: environment(port), isQuiet: true)
        while true {
            do {
                _ = try Connection(port: port)
                break
            } catch {
                guard !child.hasEnded() else { throw BenchmarkFailure("\(program) ended before it served.") }
                guard WallClock.now - begin < 20_000_000_000 else {
                    throw BenchmarkFailure("\(program) accepts no connection on port \(port).")
                }
                usleep(100)
            }
        }
        nanosecondsToConnect = WallClock.now - begin
    }

    /// Sends one request over a connection of its own.
    func exchange(_ request: [UInt8]) throws -> Response {
        try Connection(port: port).exchange(request)
    }

    /// Returns the CPU time that all threads of the process have used, user and system.
    func cpuNanoseconds() throws -> Int {
        guard let time = child.cpuNanoseconds() else { throw BenchmarkFailure("The server has ended.") }
        return time
    }

    /// Returns the CPU time once the process is idle: until a thread sleeps, the kernel counts its time in ticks.
    func restingCPUNanoseconds() throws -> Int {
        var before = try cpuNanoseconds()
        for _ in 0..<1_000 {
            usleep(300)
            let now = try cpuNanoseconds()
            if now == before { return now }
            before = now
        }
        throw BenchmarkFailure("The server does not become idle.")
    }

    /// Returns the resident memory of the process, in bytes.
    func residentBytes() throws -> Int {
        try number("Rss:", in: "/proc/\(child.identifier)/smaps_rollup") * 1024
    }

    /// Returns the smallest resident memory within that many seconds.
    func lowestResidentBytes(within seconds: Int) throws -> Int {
        var lowest = try residentBytes()
        for _ in 0..<seconds {
            sleep(1)
            lowest = min(lowest, try residentBytes())
        }
        return lowest
    }

    /// Returns how many bytes the process has caused to be written to files.
    func writtenBytes() throws -> Int {
        try number("write_bytes:", in: "/proc/\(child.identifier)/io")
    }

    /// Makes the peak of the resident memory begin with its present size.
    func resetPeak() throws { try writeFile("/proc/\(child.identifier)/clear_refs", Array("5".utf8)) }

    /// Returns the peak of the resident memory, in bytes.
    func peakBytes() throws -> Int {
        try number("VmHWM:", in: "/proc/\(child.identifier)/status") * 1024
    }

    /// Ends the process, and waits for its end.
    func stop() {
        child.stop()
    }

    /// Kills the process as `kill -9` does, and waits for its end.
    func kill() {
        child.kill()
    }

    /// Its process id.
    var identifier: pid_t { child.identifier }

    /// Returns its running child processes.
    func children() throws -> [pid_t] { try child.children() }

    deinit {
        child.stop()
    }

    /// Returns a free port.
    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw BenchmarkFailure("No socket could be opened: \(systemError()).") }
        defer { close(descriptor) }
        var address = loopbackAddress(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard result else { throw BenchmarkFailure("No port could be bound: \(systemError()).") }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// Returns the bytes of a file.
func readFile(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw BenchmarkFailure("\(path) cannot be read: \(systemError()).") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        guard count > 0 else { return bytes }
        bytes += chunk[..<count]
    }
}

/// Returns the number on the line of a file of the kernel that begins so: `Rss:    1024 kB`.
func number(_ name: String, in path: String) throws -> Int {
    let lines = String(decoding: try readFile(path), as: UTF8.self).split(separator: "\n")
    for line in lines where line.hasPrefix(name) {
        if let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) {
            return number
        }
    }
    throw BenchmarkFailure("\(path) has no number after “\(name)”.")
}

/// Returns the names of what is in a folder.
func fileNames(in path: String) throws -> [String] {
    guard let folder = opendir(path) else { throw BenchmarkFailure("\(path): \(systemError()).") }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        names.append(
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
        )
    }
    return names
}

/// Writes a file, replacing an old one of that name.
func writeFile(_ path: String, _ bytes: [UInt8]) throws {
    guard let file = fopen(path, "wb") else { throw BenchmarkFailure("\(path) cannot be written: \(systemError()).") }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
        throw BenchmarkFailure("\(path) cannot be written: \(systemError()).")
    }
}
