import CMicrohttpd
import Glibc
import Testing

@testable import HTTPServer

@Suite("What a loop does when nothing happens")
struct EventLoopTests {
    @Test("A loop that turns in vain waits a little, until something happens")
    func fruitlessTurns() {
        var turns = FruitlessTurns()
        for _ in 0..<FruitlessTurns.patience { #expect(turns.wait() == 0) }
        #expect(turns.wait() == 1)
        #expect(turns.wait() == 1)
        turns.end()
        #expect(turns.wait() == 0)
    }

    @Test("A socket that lingers no more wakes the loop no more, though the library has it open and bytes are unread")
    func lingeringEnds() throws {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        let epoll = epoll_create1(0)
        defer { for descriptor in sockets + [epoll] { close(descriptor) } }
        var lingering = Lingering()
        let added = lingering.add(sockets[0])
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
}
