import Glibc
import Synchronization
import ElmwoodTestSupport
import Testing

@testable import ElmwoodHTTPServer

/// Messages that other threads post to a loop.
@Suite struct MailboxTests {
    private func isReadable(_ mailbox: Mailbox) -> Bool {
        var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 1
    }

    private func message(_ number: Int) -> Mailbox.Message {
        .answered(RequestNumber(slot: 0, number: UInt64(number)))
    }

    @Test func `A loop is woken once for all waiting messages, and not after they were taken`() throws {
        let mailbox = try Mailbox()
        #expect(!isReadable(mailbox))
        mailbox.post(message(1))
        mailbox.post(message(2))
        #expect(isReadable(mailbox))
        #expect(mailbox.takeAll().count == 2)
        #expect(!isReadable(mailbox))
        #expect(mailbox.takeAll().isEmpty)
    }

    /// Otherwise the loop would spin until the next message arrives.
    @Test func `A loop that takes messages while others are posted is not woken for them again`() async throws {
        let wakes = try await offThePool {
            let rounds = Rounds(try Mailbox())
            onThread { rounds.post() }
            return rounds.takeAll { isReadable($0) }
        }
        #expect(wakes == 0)
    }

    @Test func `All messages of several threads arrive, and the loop is woken for them`() async throws {
        let count = try await offThePool {
            let mailbox = try Mailbox()
            let (threads, each) = (4, 5_000)
            for _ in 0..<threads {
                onThread {
                    for number in 0..<each { mailbox.post(.answered(RequestNumber(slot: 0, number: UInt64(number)))) }
                }
            }
            var count = 0
            var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            // As a loop waits.
            while count < threads * each, poll(&descriptor, 1, 60_000) == 1 { count += mailbox.takeAll().count }
            return count
        }
        #expect(count == 20_000)
    }
}

/// One thread posts, round by round, and another takes the messages as soon as they arrive.
private final class Rounds: Sendable {
    private static let count = 3_000
    private let mailbox: Mailbox
    private let begun = Atomic(0)
    private let posted = Atomic(0)

    init(_ mailbox: Mailbox) { self.mailbox = mailbox }

    func post() {
        for round in 1...Self.count {
            while begun.load(ordering: .acquiring) < round { sched_yield() }
            mailbox.post(.answered(RequestNumber(slot: 0, number: UInt64(round))))
            posted.store(round, ordering: .releasing)
        }
    }

    /// - Returns: the number of rounds in which the loop would have been woken again after all messages were taken.
    func takeAll(isReadable: (Mailbox) -> Bool) -> Int {
        var wakes = 0
        for round in 1...Self.count {
            begun.store(round, ordering: .releasing)
            var looks = 0
            while mailbox.takeAll().isEmpty {
                looks += 1
                // The other thread may be waiting for a processor.
                if looks % 1_000 == 0 { sched_yield() }
            }
            while posted.load(ordering: .acquiring) < round { sched_yield() }
            if mailbox.takeAll().isEmpty, isReadable(mailbox) {
                wakes += 1
                var count: UInt64 = 0
                read(mailbox.descriptor, &count, 8)
            }
        }
        return wakes
    }
}
