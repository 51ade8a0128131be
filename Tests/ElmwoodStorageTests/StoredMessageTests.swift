import ElmwoodStorage
import Testing

/// Messages that wait in a store.
extension SessionStoreTests {
    private func message(_ text: String, to key: SessionKey, answering sender: SessionKey? = nil) -> StoredMessage {
        StoredMessage(
            to: key,
            content: Array(text.utf8),
            name: .max,
            answer: sender.map { StoredAnswer(to: $0, applied: [1], failed: [2, 3]) }
        )
    }

    private func waiting(_ store: any SessionStore, for key: SessionKey, limit: Int = 100) async throws -> [String] {
        try await store.messages(to: key, limit: limit).map { String(decoding: $0.message.content, as: UTF8.self) }
    }

    @Test(arguments: Kind.allCases)
    func `Messages are stored with a save, or not at all`(kind: Kind) async throws {
        let store = try kind.make()
        let sent = MessageExchange(sent: [message("a", to: other), message("b", to: other)])
        #expect(try await store.commit([.save(key, session(1), over: nil, sent)]) == [true])
        #expect(try await store.commit([.save(key, session(2), over: 7, sent)]) == [false])
        #expect(try await waiting(store, for: other) == ["a", "b"])
        #expect(try await waiting(store, for: other, limit: 1) == ["a"])
        #expect(try await waiting(store, for: key) == [])
        #expect(try await store.recipients(limit: 10) == [other])
    }

    @Test(arguments: Kind.allCases)
    func `A waiting message is the one that was sent`(kind: Kind) async throws {
        let store = try kind.make()
        let room = SessionKey(id: SessionID(), program: "Room", place: "lobby")
        let sender = SessionKey(id: key.id, program: "/rooms/{name}", place: "/rooms/lobby")
        let messages = [message("a", to: room, answering: sender), message("", to: room)]
        #expect(try await store.commit([.send(messages)]) == [true])
        let waiting = try await store.messages(to: room, limit: 10)
        #expect(waiting.map(\.message) == messages)
        #expect(waiting.first?.message.answer?.sender.program == "/rooms/{name}")
        #expect(try await store.recipients(limit: 10).map(\.program) == ["Room"])
    }

    @Test(arguments: Kind.allCases)
    func `Messages are removed with the save that has applied them, or not at all`(kind: Kind) async throws {
        let store = try kind.make()
        _ = try await store.commit([.send(["a", "b", "c", "d"].map { message($0, to: key) })])
        let numbers = try await store.messages(to: key, limit: 10).map(\.number)
        #expect(numbers == numbers.sorted())
        let applied = MessageExchange(applied: [numbers[0], numbers[2]], setAside: [numbers[1]])
        #expect(try await store.commit([.save(key, session(2), over: 1, applied)]) == [false])
        #expect(try await waiting(store, for: key) == ["a", "b", "c", "d"])
        #expect(try await store.commit([.save(key, session(1), over: nil, applied)]) == [true])
        #expect(try await waiting(store, for: key) == ["d"])
    }

    @Test(arguments: Kind.allCases)
    func `A commit says where its messages are, and which ones wait before them`(kind: Kind) async throws {
        let store = try #require(try kind.make() as? any BlockingSessionStore)
        let exchange = MessageExchange(sent: [message("c", to: key), message("d", to: other)])
        let first = try store.commitNow([
            .send([message("a", to: key), message("b", to: other)]), .save(key, session(1), over: nil, exchange),
            .save(key, session(1), over: 7, MessageExchange(sent: [message("not stored", to: key)])),
        ])
        let sent = try #require(first.sent)
        #expect(first.done == [true, true, false])
        #expect(try await store.messages(to: key, limit: 10) == [sent[0].waiting, sent[2].waiting])
        #expect(try await store.messages(to: other, limit: 10) == [sent[1].waiting, sent[3].waiting])
        #expect(sent.map(\.former) == [nil, nil, sent[0].waiting.number, sent[1].waiting.number])
        let applied = MessageExchange(
            sent: [message("e", to: key)],
            applied: [sent[0].waiting.number],
            setAside: [sent[2].waiting.number]
        )
        #expect(try store.commitNow([.save(key, session(2), over: 1, applied)]).sent?.map(\.former) == [nil])
        #expect(try store.commitNow([.touch(key.id, used: 1)]).sent == [])
    }

    @Test(arguments: Kind.allCases)
    func `A model that ends leaves what still waits`(kind: Kind) async throws {
        let store = try kind.make()
        _ = try await store.commit([.save(key, session(1), over: nil), .send(["a", "b"].map { message($0, to: key) })])
        let first = try #require(try await store.messages(to: key, limit: 1).first)
        let applied = MessageExchange(sent: [message("answer", to: other)], applied: [first.number])
        #expect(try await store.commit([.end(key, over: 2, applied)]) == [false])
        #expect(try await store.commit([.end(key, over: nil, applied)]) == [false])
        #expect(try await store.commit([.end(key, over: 1, applied)]) == [true])
        #expect(try await store.load(key) == nil)
        #expect(try await waiting(store, for: key) == ["b"])
        #expect(try await waiting(store, for: other) == ["answer"])
        #expect(try await store.commit([.end(key, over: nil, MessageExchange())]) == [true])
    }

    @Test(arguments: Kind.allCases)
    func `Messages to and from a renewed id have the new one`(kind: Kind) async throws {
        let store = try kind.make()
        let room = SessionKey(id: SessionID(), program: "Room", place: "lobby")
        _ = try await store.commit([
            .save(key, session(1), over: nil),
            .send([message("to", to: key), message("from", to: room, answering: key)]),
        ])
        let renewal = SessionRenewal(successor: SessionID(), created: 3_000, claims: [])
        #expect(try await store.commit([.renew(key.id, renewal)]) == [true])
        let renewed = SessionKey(id: renewal.successor, program: key.program)
        #expect(try await waiting(store, for: renewed) == ["to"])
        #expect(try await waiting(store, for: key) == [])
        #expect(try await store.messages(to: room, limit: 1).first?.message.answer?.sender == renewed)
        // One that is sent to the former id later arrives, too.
        _ = try await store.commit([.send([message("late", to: key)])])
        #expect(try await waiting(store, for: renewed) == ["to", "late"])
    }

    @Test(arguments: Kind.allCases)
    func `Messages to sessions that are removed are removed`(kind: Kind) async throws {
        let store = try kind.make()
        let second = SessionKey(id: key.id, program: "/second")
        _ = try await store.commit([
            .save(key, session(1), over: nil),
            .send([message("a", to: key), message("b", to: second), message("c", to: other)]),
        ])
        #expect(try await store.commit([.removeMessages(to: second)]) == [true])
        #expect(try await store.commit([.removeMessages(to: second)]) == [false])
        #expect(try await waiting(store, for: key) == ["a"])
        _ = try await store.commit([.remove(key.id)])
        #expect(try await store.recipients(limit: 10) == [other])
    }

    @Test(arguments: Kind.allCases)
    func `A shared model is not removed for its age`(kind: Kind) async throws {
        let store = try kind.make()
        var shared = session(1)
        shared.isShared = true
        _ = try await store.commit([.save(key, shared, over: nil), .save(other, session(1), over: nil)])
        #expect(try await store.remove(unusedSince: .max, createdBefore: .max) == 1)
        #expect(try await store.load(key) == shared)
    }

    @Test func `Messages count towards the limit of a store in memory`() async throws {
        let store = MemorySessionStore(limit: 2_000)
        let large = message(String(repeating: "a", count: 1_500), to: key)
        _ = try await store.commit([.send([large])])
        await #expect(throws: StorageError.self) { _ = try await store.commit([.send([large])]) }
        #expect(try await store.messages(to: key, limit: 10).count == 1)
    }
}
