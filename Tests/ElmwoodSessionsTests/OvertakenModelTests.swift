import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

@testable import ElmwoodSessions

/// Shared models that two nodes have saved one after the other.
@Suite(.timeLimit(.minutes(2)))
struct OvertakenModelTests {
    private let nodes = MemoryNodes()
    private let key = SharedAddress(Room.self, 1).sessionKey

    @Test func `Two nodes do not leave a model's messages to each other if they are told late of an earlier save`() {
        let node = Nodes(nodes.node(2), isStrict: false)
        node.savedHere(key.id, as: 2, at: .zero)
        // The save of the version that this node has loaded and replaced.
        node.saved(key.id, as: 1, by: 1, at: .zero)
        #expect(node.isOwn(key.id, at: .zero))
        #expect(!node.isLeftToOthers(key.id, at: .zero))
        node.saved(key.id, as: 3, by: 1, at: .zero)
        #expect(node.isLeftToOthers(key.id, at: .zero))
        // And this node's own commit, of which it hears after that.
        node.savedHere(key.id, as: 2, at: .zero)
        #expect(node.isLeftToOthers(key.id, at: .zero))
    }

    @Test func `The next model at a key has the numbers that it has`() {
        let node = Nodes(nodes.node(2), isStrict: false)
        node.savedHere(key.id, as: 9, at: .zero)
        node.forgetSaver(of: key.id)
        node.saved(key.id, as: 1, by: 1, at: .zero)
        #expect(node.isLeftToOthers(key.id, at: .zero))
    }

    @Test func `An answer does not wait for a model that leaves memory while it is loaded again`() async throws {
        let site = SharedFixture(nodes.node(1), wait: .zero)
        _ = await site.guests.enter(.send(.said("a")))
        await eventually("it was said") { await site.lines() == ["room 1", "a"] }
        let model = try #require(site.registry.held(at: key))
        model.state.withLock { $0.activeParts().refreshes = .once }
        let ended = Counted()
        site.registry.shared.whenApplied(7) { ended.add() }
        site.registry.shared.applied([7], onceUpToDate: key.id)
        await eventually("it leaves memory") { site.registry.evictToStore(key.id, isForced: false) == 1 }
        await eventually("the wait ends") { ended.count == 1 }
    }

    @Test func `A page shows what another node has stored if the save of its own node fails`() async throws {
        let all = (1...2).map { SharedFixture(nodes.node(UInt64($0)), wait: .zero) }
        let reader = try #require(await all[0].guests.enter(.send(.said("a"))))
        await eventually("it was said") { await all[0].lines() == ["room 1", "a"] }
        let page = try OpenPage(all[0].guests.host, session: reader)
        _ = try #require(await page.send().settled().patch)
        let woken = Counted()
        let stream = try page.openStream { woken.add() }
        _ = stream.next()
        let model = try #require(all[0].registry.held(at: key))
        nodes.deafen(1)
        _ = await all[1].guests.enter(.send(.said("b")))
        await eventually("the other node has stored it") {
            all[1].environment.advance(by: .seconds(1))
            return await all[1].lines() == ["room 1", "a", "b"]
        }
        model.wrote(.overtaken)
        await eventually("the page shows it") {
            guard woken.count > 0, let patch = stream.next().patch else { return false }
            return String(decoding: patch.content, as: UTF8.self).contains("b")
        }
    }
}
