import ElmwoodPostgreSQL
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

/// What commits have changed, as bytes.
@Suite struct ClusterEventTests {
    private let events: [ClusterEvent] = {
        let key = SessionKey(id: SessionID(), program: "/clé 🗝 \u{0}", place: nil)
        let place = SessionKey(id: SessionID(), program: "/articles/{slug}", place: "/articles/cafe\u{301}")
        let renewal = SessionRenewal(successor: SessionID(), created: -1, claims: ["a", "b"])
        return [
            .saved(key, version: StoredVersion(.max, token: 7)), .saved(place, version: 0), .removed(place),
            .ended(key.id), .renewed(key.id, renewal), .identified(key.id, as: "anna"), .identified(key.id, as: nil),
            .identified(key.id, as: ""), .sent(to: place), .told(topic: "", body: []),
            .told(topic: "topic", body: [UInt8](repeating: 200, count: 100_000)), .left,
        ]
    }()

    private func bytes(_ events: [ClusterEvent]) -> [UInt8] {
        var writer = ClusterEventWriter()
        for event in events { writer.append(event) }
        return writer.bytes
    }

    @Test func `What is written is read, and the keys have their programs`() {
        let read = ClusterEventReader.events(bytes(events))
        #expect(read == events)
        guard case .saved(let key, _) = read[1] else { return #expect(Bool(false)) }
        #expect(key.program == "/articles/{slug}")
    }

    @Test func `An event of a later release is passed over, and something was missed`() {
        let later: [UInt8] = [99, 3, 1, 2, 3]
        #expect(ClusterEventReader.events(bytes([.left]) + later + bytes([.left])) == [.left, .missed, .left])
    }

    @Test func `Any bytes are read without a fault`() {
        var generator = SeededGenerator(seed: 1)
        let whole = bytes(events.dropLast(2))
        for end in whole.indices { _ = ClusterEventReader.events(Array(whole[..<end])) }
        for _ in 0..<fuzzRounds(5_000) {
            var changed = whole
            for _ in 0..<(1 + generator.below(5)) {
                changed[generator.below(changed.count)] = UInt8(truncatingIfNeeded: generator.next())
            }
            _ = ClusterEventReader.events(changed)
        }
    }
}
