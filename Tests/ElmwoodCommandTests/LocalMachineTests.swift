import ElmwoodTestSupport
import Foundation
import Glibc
import Testing

@testable import ElmwoodCommand

/// The machine of the tests, as the doctor sees it.
struct LocalMachineTests {
    private let machine = LocalMachine()

    @Test func `A command's output is read, and that of one that fails is not`() async throws {
        try await offThePool {
            let machine = LocalMachine()
            #expect(machine.output(of: ["echo", "6.3"]) == "6.3\n")
            #expect(machine.output(of: ["false"]) == nil)
            #expect(machine.output(of: ["no-such-command-of-any-system"]) == nil)
        }
    }

    @Test func `A folder that does not exist can be written if the one above it can`() throws {
        let folder = try TemporaryFolder()
        #expect(machine.canWrite(in: folder.path))
        #expect(machine.canWrite(in: "\(folder.path)/new/data"))
        try Data().write(to: URL(filePath: "\(folder.path)/file"))
        #expect(!machine.canWrite(in: "\(folder.path)/file/data"))
    }

    @Test func `Who listens at a port is told, also if many others listen`() async throws {
        // Their table is longer than what the system gives of it at once.
        let others = (0..<100).compactMap { _ in ListeningPort() }
        let port = try #require(ListeningPort())
        #expect(!machine.canListen(at: port.number))
        for port in others.prefix(3) + [port] {
            // A process that another test begins has the socket too, until it runs its program.
            await eventually("it is told") {
                machine.listener(at: port.number)?.hasSuffix("(process \(getpid()))") ?? false
            }
        }
    }

    @Test func `The sockets that listen are read of a table`() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 12345 1 0 100 0 0 10 0
               1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 12346 1 0 100 0 0 10 0
               2: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12347 1 0 100 0 0 10 0
               3: nonsense
            """
        let sockets = ListeningSockets(table: table)
        #expect(sockets.inodes(at: 8080) == ["12345"])
        #expect(sockets.inodes(at: 80) == ["12347"])
        #expect(sockets.inodes(at: 81) == [])
        #expect(ListeningSockets(table: "").inodes(at: 80) == [])
    }

    @Test func `The limit of open files is that of the process`() {
        #expect(machine.openFiles > 0)
    }
}

/// A socket that listens at a port that the system has chosen, until it is released.
private final class ListeningPort {
    let number: UInt16
    private let socket: Int32

    init?() {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && listen(socket, 1) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        self.socket = socket
        number = UInt16(bigEndian: address.sin_port)
        if !isListening { return nil }
    }

    deinit { close(socket) }
}
