import ElmwoodStorage
import Testing

extension SessionStoreBehavior {
    /// Messages that wait in a store.
    static let messages: [SessionStoreBehavior] = [
        SessionStoreBehavior("Messages are stored with a save, or not at all") { given async throws in
            let (store, key, other) = (given.store, given.key, given.other)
            let sent = MessageExchange(sent: [given.message("a", to: other), given.message("b", to: other)])
            #expect(try await store.commit([.save(key, given.session(1), over: nil, sent)]) == [true])
            #expect(try await store.commit([.save(key, given.session(2), over: 7, sent)]) == [false])
            #expect(try await given.waiting(store, for: other) == ["a", "b"])
            #expect(try await given.waiting(store, for: other, limit: 1) == ["a"])
            #expect(try await given.waiting(store, for: key) == [])
            #expect(try await store.recipients(limit: 10) == [other])
        },
        SessionStoreBehavior("A waiting message is the one that was sent") { given async throws in
            let (store, key) = (given.store, given.key)
            let room = SessionKey(id: SessionID(), program: "Room", place: "lobby")
            let sender = SessionKey(id: key.id, program: "/rooms/{name}", place: "/rooms/lobby")
            let messages = [given.message("a", to: room, answering: sender), given.message("", to: room)]
            #expect(try await store.commit([.send(messages)]) == [true])
            let waiting = try await store.messages(to: room, limit: 10)
            #expect(waiting.map(\.message) == messages)
            #expect(waiting.first?.message.answer?.sender.program == "/rooms/{name}")
            #expect(try await store.recipients(limit: 10).map(\.program) == ["Room"])
        },
        SessionStoreBehavior("Messages are removed with the save that has applied them, or not at all") {
            given async throws in
            let (store, key) = (given.store, given.key)
            _ = try await store.commit([.send(["a", "b", "c", "d"].map { given.message($0, to: key) })])
            let numbers = try await store.messages(to: key, limit: 10).map(\.number)
            #expect(numbers == numbers.sorted())
            let applied = MessageExchange(applied: [numbers[0], numbers[2]], setAside: [numbers[1]])
            #expect(try await store.commit([.save(key, given.session(2), over: 1, applied)]) == [false])
            #expect(try await given.waiting(store, for: key) == ["a", "b", "c", "d"])
            #expect(try await store.commit([.save(key, given.session(1), over: nil, applied)]) == [true])
            #expect(try await given.waiting(store, for: key) == ["d"])
        },
        SessionStoreBehavior("A model that ends leaves what still waits") { given async throws in
            let (store, key, other) = (given.store, given.key, given.other)
            _ = try await store.commit([
                .save(key, given.session(1), over: nil), .send(["a", "b"].map { given.message($0, to: key) }),
            ])
            let first = try #require(try await store.messages(to: key, limit: 1).first)
            let applied = MessageExchange(sent: [given.message("answer", to: other)], applied: [first.number])
            #expect(try await store.commit([.end(key, over: 2, applied)]) == [false])
            #expect(try await store.commit([.end(key, over: nil, applied)]) == [false])
            #expect(try await store.commit([.end(key, over: 1, applied)]) == [true])
            #expect(try await store.load(key) == nil)
            #expect(try await given.waiting(store, for: key) == ["b"])
            #expect(try await given.waiting(store, for: other) == ["answer"])
            #expect(try await store.commit([.end(key, over: nil, MessageExchange())]) == [true])
        },
        SessionStoreBehavior("Messages to and from a renewed id have the new one") { given async throws in
            let (store, key) = (given.store, given.key)
            let room = SessionKey(id: SessionID(), program: "Room", place: "lobby")
            _ = try await store.commit([
                .save(key, given.session(1), over: nil),
                .send([given.message("to", to: key), given.message("from", to: room, answering: key)]),
            ])
            let renewal = SessionRenewal(successor: SessionID(), created: 3_000, claims: [])
            #expect(try await store.commit([.renew(key.id, renewal)]) == [true])
            let renewed = SessionKey(id: renewal.successor, program: key.program)
            #expect(try await given.waiting(store, for: renewed) == ["to"])
            #expect(try await given.waiting(store, for: key) == [])
            #expect(try await store.messages(to: room, limit: 1).first?.message.answer?.sender == renewed)
            // One that is sent to the former id later arrives, too.
            _ = try await store.commit([.send([given.message("late", to: key)])])
            #expect(try await given.waiting(store, for: renewed) == ["to", "late"])
        },
        SessionStoreBehavior("Messages to sessions that are removed are removed") { given async throws in
            let (store, key, other) = (given.store, given.key, given.other)
            let second = SessionKey(id: key.id, program: "/second")
            _ = try await store.commit([
                .save(key, given.session(1), over: nil),
                .send([given.message("a", to: key), given.message("b", to: second), given.message("c", to: other)]),
            ])
            #expect(try await store.commit([.removeMessages(to: second)]) == [true])
            #expect(try await store.commit([.removeMessages(to: second)]) == [false])
            #expect(try await given.waiting(store, for: key) == ["a"])
            _ = try await store.commit([.remove(key.id)])
            #expect(try await store.recipients(limit: 10) == [other])
            // Those to an id that has no session, too.
            _ = try await store.commit([.remove(other.id)])
            #expect(try await store.recipients(limit: 10) == [])
        },
        SessionStoreBehavior("A shared model is not removed for its age") { given async throws in
            let (store, key, other) = (given.store, given.key, given.other)
            var shared = given.session(1)
            shared.isShared = true
            _ = try await store.commit([.save(key, shared, over: nil), .save(other, given.session(1), over: nil)])
            #expect(try await store.remove(unusedSince: .max, createdBefore: .max) == 1)
            #expect(try await store.load(key) == shared)
        },
    ]
}
