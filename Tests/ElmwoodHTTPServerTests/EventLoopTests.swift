import CElmwoodMicrohttpd
import Glibc
import Testing

@testable import ElmwoodHTTPServer

/// An event loop when nothing happens.
@Suite struct EventLoopTests {
    @Test func `A loop that spins without events waits a little, until something happens`() {
        var turns = SpinBackoff()
        for _ in 0..<SpinBackoff.threshold { #expect(turns.wait() == 0) }
        #expect(turns.wait() == 1)
        for _ in 0..<10_000 { #expect((1...SpinBackoff.longestWait).contains(turns.wait())) }
        #expect(turns.wait() == SpinBackoff.longestWait)
        turns.end()
        #expect(turns.wait() == 0)
    }

    @Test func `A socket that no longer lingers does not wake the loop, even if it is open and has unread bytes`()
        throws
    {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0)
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        defer { for descriptor in sockets + [epoll] { close(descriptor) } }
        var lingering = Lingering()
        let added = lingering.add(sockets[0], until: 10)
        let descriptor = try #require(added)
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        #expect(epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0)
        #expect(send(sockets[1], "unread", 6, 0) == 6)
        #expect(epoll_wait(epoll, &event, 1, 0) == 1)
        lingering.remove(descriptor, from: epoll)
        #expect(epoll_wait(epoll, &event, 1, 0) == 0)
        #expect(fcntl(sockets[0], F_GETFD) >= 0, "the library's own descriptor stays open")
    }

    @Test func `A lingering socket has its own time, even if an earlier one had the same number`() throws {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0)
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        defer { for descriptor in sockets + [epoll] { close(descriptor) } }
        var lingering = Lingering()
        let added = lingering.add(sockets[0], until: 20)
        let descriptor = try #require(added)
        // The deadline of the earlier socket is over.
        lingering.expire(descriptor, at: 10, from: epoll)
        #expect(fcntl(descriptor, F_GETFD) >= 0)
        #expect(lingering.read(descriptor))
        shutdown(sockets[1], Int32(SHUT_RDWR))
        #expect(!lingering.read(descriptor))
        lingering.expire(descriptor, at: 20, from: epoll)
        #expect(lingering.read(descriptor), "it is looked at no more")
    }

    @Test func `The limit of open files is raised for the connections, or the number of connections is reduced`() {
        let files = OpenFiles.raiseLimit(forConnections: 100)
        #expect(files >= 200)
        #expect(OpenFiles.raiseLimit(forConnections: 1) == files, "a limit is never lowered")
        #expect(OpenFiles.raiseLimit(forConnections: .max) >= files)
        #expect(OpenFiles.connections(10_000, within: 20_064) == 10_000)
        #expect(OpenFiles.connections(10_000, within: 1_024) == 704)
        #expect(OpenFiles.connections(3, within: 1_024) == 3)
        #expect(OpenFiles.connections(10_000, within: 0) == 1)
    }
}
