import ElmwoodStorage
import Testing

extension SessionStoreTests {
    @Test(arguments: Kind.allCases)
    func `A commit says where its messages are, and which ones wait before them`(kind: Kind) async throws {
        let store = try #require(try kind.make() as? any NumberingSessionStore)
        let (key, other) = (SessionKey(id: SessionID(), program: "/"), SessionKey(id: SessionID(), program: "/"))
        func message(_ text: String, to key: SessionKey) -> StoredMessage {
            StoredMessage(to: key, content: Array(text.utf8))
        }
        func session(_ version: StoredVersion) -> StoredSession {
            StoredSession(version: version, model: [1], visitor: VisitorID(), created: 1, used: 1)
        }
        let exchange = MessageExchange(sent: [message("c", to: key), message("d", to: other)])
        let first = try await store.commitNumbering([
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
        #expect(
            try await store.commitNumbering([.save(key, session(2), over: 1, applied)]).sent?.map(\.former) == [nil]
        )
        #expect(try await store.commitNumbering([.touch(key.id, used: 1)]).sent == [])
    }
}
