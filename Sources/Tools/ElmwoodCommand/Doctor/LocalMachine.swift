import FoundationEssentials
import Glibc

/// The machine that this process runs on.
struct LocalMachine: Machine {
    func output(of command: [String]) -> String? {
        guard let name = command.first,
            let result = try? ChildProcess(
                name,
                Array(command.dropFirst()),
                in: FileManager.default.currentDirectoryPath
            ).run(), result.status == 0
        else { return nil }
        return result.output
    }

    /// Reads to the end: `String(contentsOfFile:)` stops where the system gives less than was asked for, as it does of the tables in `/proc`.
    func text(of file: String) -> String? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count >= 0 else { return nil }
            if count == 0 { return String(validating: bytes, as: UTF8.self) }
            bytes += piece.prefix(count)
        }
    }

    func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func canWrite(in folder: String) -> Bool {
        var isFolder = false
        let files = FileManager.default
        var folder = URL(filePath: folder, directoryHint: .isDirectory).absoluteURL.standardizedFileURL
        // What does not exist is made in the nearest folder that does.
        while !files.fileExists(atPath: folder.path, isDirectory: &isFolder), folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
        }
        return isFolder && access(folder.path, W_OK | X_OK) == 0
    }

    func canListen(at port: UInt16) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        // As the server does: connections that were closed a moment ago do not count.
        var one: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
        } == 0 && listen(socket, 1) == 0
    }

    func listener(at port: UInt16) -> String? {
        let sockets = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap(text).flatMap {
            ListeningSockets(table: $0).inodes(at: port)
        }
        guard !sockets.isEmpty else { return nil }
        let targets = Set(sockets.map { "socket:[\($0)]" })
        let files = FileManager.default
        let processes = (try? files.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
        for process in processes.sorted() {
            let folder = "/proc/\(process)/fd"
            // Those of other users cannot be read.
            let descriptors = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            let isListener = descriptors.contains { name in
                (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")).map(targets.contains) ?? false
            }
            if isListener {
                let name = text(of: "/proc/\(process)/comm")?.prefix { !$0.isNewline }
                return "\(name ?? "a process") (process \(process))"
            }
        }
        return nil
    }

    var openFiles: UInt64 {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return UInt64(limit.rlim_max)
    }

    var isRoot: Bool { geteuid() == 0 }
}
