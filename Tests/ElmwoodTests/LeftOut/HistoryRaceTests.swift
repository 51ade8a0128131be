import Elmwood
import FoundationEssentials
import Synchronization
import ElmwoodTestSupport
import Testing

@testable import ElmwoodExamplePrograms
@testable import ElmwoodHistory

/// A history with many concurrent turns.
@Suite struct HistoryRaceTests {
    @Test func `Concurrent posts and steps leave a history that leads to the session's model`() async throws {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(Counter(slowness: .zero), at: "/")
        let testSite = try TestSite(site, over: .inProcess) { $0.history = true }
        let first = Visitor(testSite, with: .browser)
        first.keepsLastingCookie = true
        try await first.post("/", "message=increment")
        let (cookie, lastingCookie) = (first.cookie, first.lastingCookie)
        @Sendable func visitor() -> Visitor {
            let visitor = Visitor(testSite, with: .browser)
            (visitor.cookie, visitor.lastingCookie) = (cookie, lastingCookie)
            return visitor
        }
        let panel = "/elmwood/history"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let visitor = visitor()
                    for _ in 0..<60 { try await visitor.post("/", "message=increment") }
                }
            }
            group.addTask {
                let visitor = visitor()
                var generator = SeededGenerator(seed: 4)
                for _ in 0..<60 {
                    try await visitor.get(panel)
                    let message = ["step(back)", "resume", "step(first)", "showLatest", "step(forth)"][
                        generator.below(5)
                    ]
                    try await visitor.post(panel, "message=\(message)")
                }
            }
            try await group.waitForAll()
        }
        let last = visitor()
        try await last.get(panel)
        try await last.post(panel, "message=showLatest")
        try await last.get("/")
        let count = try #require(last.text.firstMatch(of: /<output[^>]*>(-?\d+)<\/output>/)).1
        try await last.post(panel, "message=export")
        try await last.get(last.reply["Location"] ?? "")
        let reading = HistoryReading(try HistoryFile(json: last.reply.body), with: Counter(slowness: .zero))
        #expect(reading.problems.isEmpty && reading.difference == nil)
        #expect(reading.history.map { "\($0.current.count)" } == String(count))
    }
}
