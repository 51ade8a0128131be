import TestSupport
import Testing

@testable import ViewTree

@Suite("Patches")
struct PatchTests {
    @Test("A patch leads from any page to any other", arguments: 0..<8)
    func anyPages(_ seed: UInt64) throws {
        var pages = RandomPages(seed: seed)
        for round in 0..<fuzzRounds(150) {
            let pair = try pages.next()
            let operations = pair.operations
            let tree = try PatchedTree(html: pair.oldHTML)
            let before = tree.description
            do { try tree.apply(operations) } catch {
                Issue.record("\(error) in round \(round): \(String(decoding: operations, as: UTF8.self)) on \(before)")
                return
            }
            let wanted = try PatchedTree(html: pair.newHTML).description
            if tree.description != wanted {
                Issue.record(
                    """
                    round \(round): \(String(decoding: operations, as: UTF8.self))
                    on     \(before)
                    gives  \(tree.description)
                    wanted \(wanted)
                    """
                )
                return
            }
        }
    }
}
