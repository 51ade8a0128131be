@testable import ElmwoodSessions
import ElmwoodArchitecture
import ElmwoodTestSupport
import Foundation
import Testing

// The part that the README of the rooms shows.
/// Counts what the visitor does, and stays in memory while there is anything to count.
struct ActCount: SessionPart {
    private(set) var acts = 0

    mutating func apply(_ plan: CommandPlan, _ cause: Cause) {
        if cause.isDone { acts += 1 }
    }

    var isIdle: Bool { acts == 0 }
}
// The end of it.

@Suite struct SessionPartTests {
    @Test func `The part that the README shows is this one, and counts acts`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let readme = folder.appending(path: "../../Sources/Core/ElmwoodSessions/README.md").standardized
        let shown = try #require(
            source.components(separatedBy: "README of the rooms shows.\n").dropFirst().first?
                .components(separatedBy: "// The end of it.").first
        )
        #expect(try String(contentsOf: readme, encoding: .utf8).contains("```swift\n\(shown)```"))

        var part = ActCount()
        let plan = CommandPlan()
        #expect(part.isIdle && part.isEvictable(at: 0, isStored: true))
        part.apply(plan, Cause(.clock))
        #expect(part.isIdle)
        part.apply(plan, Cause(.visitor))
        #expect(part.acts == 1 && !part.isIdle)
        // Who says nothing about eviction stays while it is not idle.
        #expect(!part.isEvictable(at: 0, isStored: true))
    }

    @Test func `What waits for the store opens in the order of versions, and once`() {
        let parts = SessionParts()
        for version in [3, 5, 5, 9] as [UInt64] {
            parts.outbox.append(Outbox(version: version, tasks: [], broadcasts: [("\(version)", nil)]))
        }
        #expect(!parts.isIdle && !parts.isEvictable(at: 0, isStored: true))
        #expect(parts.openOutbox(upTo: 2).isEmpty)
        #expect(parts.openOutbox(upTo: 5).flatMap(\.broadcasts).map(\.topic) == ["3", "5", "5"])
        #expect(parts.openOutbox(upTo: 5).isEmpty)
        #expect(parts.openOutbox(upTo: .max).map(\.version) == [9])
        #expect(parts.isIdle && parts.isEvictable(at: 0, isStored: true))
    }
}
