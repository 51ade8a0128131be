import ElmwoodPostgreSQL
import ElmwoodTestSupport
import Foundation
import Glibc
import Synchronization

/// A proxy before a server that loses connections while a commit is on its way.
package final class CommitProxy: Sendable {
    package enum Fault: CaseIterable, Sendable {
        /// The server has committed, and its answer is lost.
        case loseAnswer
        /// The server never receives the commit.
        case loseRequest
        /// The client loses its connection, and the server receives the commit a while later.
        case delayRequest
    }

    /// The folder of its socket.
    package let folder: String
    private let server: Mutex<String>
    private let listener: Int32
    /// The fault of the next commit.
    private let fault = Mutex<Fault?>(nil)
    /// The sockets of the open connections of clients.
    private let clients = Mutex<Set<Int32>>([])

    /// - Parameter server: the folder of the server's socket.
    package init(before server: String) throws {
        var template = Array("/tmp/elmwood-proxy-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw PostgreSQLServer.StartError(description: "no folder") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.server = Mutex(server)
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        listener = socket
        guard Self.withAddress(folder, { bind(socket, $0, $1) }) == 0, listen(socket, 16) == 0 else {
            throw PostgreSQLServer.StartError(description: "no socket")
        }
        let owner = Shared(self)
        onThread {
            while true {
                let client = accept(socket, nil, nil)
                guard client >= 0, let proxy = owner.proxy else { return }
                proxy.connect(client)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Connects clients to another server from now on.
    package func move(to server: String) { self.server.withLock { $0 = server } }

    /// Lets the next commit fail.
    package func failNext(_ next: Fault) { fault.withLock { $0 = next } }

    /// Whether the fault is still to come.
    package var isArmed: Bool { fault.withLock { $0 != nil } }

    /// Cuts all connections, in whatever state they are.
    package func cut() {
        // Under the lock, as long as nobody has closed them.
        clients.withLock { for client in $0 { shutdown(client, Int32(SHUT_RDWR)) } }
    }

    private func connect(_ client: Int32) {
        let there = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard Self.withAddress(server.withLock { $0 }, { Glibc.connect(there, $0, $1) }) == 0 else {
            close(client)
            close(there)
            return
        }
        // Whichever side ends first ends the other. Both are closed by the one that ends last.
        clients.withLock { _ = $0.insert(client) }
        let owner = Shared(self)
        let ends = Ends {
            owner.proxy?.clients.withLock { _ = $0.remove(client) }
            close(client)
            close(there)
        }
        let isSilenced = Switch()
        onThread {
            Self.pass(from: there, to: client) { _ in !isSilenced.isOn }
            ends.end()
        }
        onThread {
            Self.pass(from: client, to: there) { bytes in
                // A message of the kind Bind: the name of the portal, which is empty, and of the statement.
                guard bytes.contains("\0\(Statement.commit.name)\0".utf8),
                    let fault = owner.proxy?.fault.withLock({ fault in
                        defer { fault = nil }
                        return fault
                    })
                else { return true }
                isSilenced.turnOn()
                if fault == .delayRequest {
                    shutdown(client, Int32(SHUT_RDWR))
                    usleep(100_000)
                }
                if fault != .loseRequest { Self.send(bytes, to: there) }
                // It has committed by then, or it cannot any more.
                if fault == .loseAnswer { usleep(50_000) }
                shutdown(client, Int32(SHUT_RDWR))
                return false
            }
            ends.end()
        }
    }

    /// Passes bytes on, until there are no more. The function returns whether these are passed on.
    private static func pass(from source: Int32, to target: Int32, _ isPassed: ([UInt8]) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0 else { break }
            let bytes = Array(buffer.prefix(count))
            guard isPassed(bytes) else { continue }
            send(bytes, to: target)
        }
        shutdown(target, Int32(SHUT_RDWR))
    }

    private static func send(_ bytes: [UInt8], to target: Int32) {
        _ = bytes.withUnsafeBytes { Glibc.send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    private static func withAddress(_ folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/.s.PGSQL.5432").utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// Refers to the proxy without keeping it.
private final class Shared: Sendable {
    private weak let held: CommitProxy?
    var proxy: CommitProxy? { held }
    init(_ proxy: CommitProxy) { held = proxy }
}

private final class Switch: Sendable {
    private let value = Atomic(false)
    var isOn: Bool { value.load(ordering: .acquiring) }
    func turnOn() { value.store(true, ordering: .releasing) }
}

/// Closes two sockets when both of their threads have ended.
private final class Ends: Sendable {
    private let count = Mutex(0)
    private let close: @Sendable () -> Void

    init(_ close: @escaping @Sendable () -> Void) { self.close = close }

    func end() {
        let isLast = count.withLock { count in
            count += 1
            return count == 2
        }
        if isLast { close() }
    }
}
