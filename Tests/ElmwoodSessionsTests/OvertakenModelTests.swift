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
}
