import Foundation
import Glibc
import HTTPClient

/// The examples as a process of their own, under a supervisor.
final class SupervisedProcess {
    let port: Int
    private let process = Process()
    private let folder: String
    private let errors = Pipe()

    struct NotStarted: Error {}

    init(_ environment: [String: String] = [:]) throws {
        port = try Self.freePort()
        folder = NSTemporaryDirectory() + "elmwood-supervised-\(port)"
        process.executableURL = try URL(filePath: Self.productsFolder() + "/examples")
        process.environment = ProcessInfo.processInfo.environment.merging(
            [
                "PORT": "\(port)", "ELMWOOD_DATA": folder, "ELMWOOD_SUPERVISOR": "on",
                // A process that traps would print where, which takes a while.
                "SWIFT_BACKTRACE": "enable=no",
            ]
        ) { $1 }.merging(environment) { $1 }
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }

    var identifier: Int32 { process.processIdentifier }

    /// What it has printed when it has ended.
    func output() -> String {
        process.waitUntilExit()
        return String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// Waits for its end.
    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    func send(_ signal: Int32) { kill(identifier, signal) }

    /// The processes that it has started and that live.
    var workers: [Int32] {
        let list =
            (try? String(contentsOfFile: "/proc/\(identifier)/task/\(identifier)/children", encoding: .utf8)) ?? ""
        return list.split(separator: " ").compactMap { Int32($0) }
    }

    /// Waits, without an end, until the workers are as they should be.
    func awaitWorkers(_ condition: ([Int32]) -> Bool) {
        while !condition(workers), process.isRunning { sched_yield() }
    }

    /// Waits until somebody listens, and is answered.
    func awaitAnswer() throws {
        while process.isRunning {
            if (try? get("/counter")) != nil { return }
            sched_yield()
        }
        throw NotStarted()
    }

    func get(_ path: String) throws -> HTTPReply {
        let connection = try HTTPConnection(port: port, patience: 60)
        try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return try connection.readReply()
    }

    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) + getsockname(descriptor, $0, &size)
            }
        }
        guard result == 0 else { throw NotStarted() }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Where the executables of this build are: beside the tests' own.
    private static func productsFolder() throws -> String {
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        for line in maps.split(separator: "\n") {
            guard let start = line.firstIndex(of: "/"), line.hasSuffix(".xctest") else { continue }
            return URL(filePath: String(line[start...])).deletingLastPathComponent().path
        }
        throw NotStarted()
    }
}
