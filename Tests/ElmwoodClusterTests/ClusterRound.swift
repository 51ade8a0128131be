import Dispatch
import ElmwoodTestSupport
import Foundation
import Synchronization

/// Visitors use a cluster while a fault happens. After that, all of it has to be as they were told.
final class ClusterRound: Sendable {
    let cluster: Cluster
    let fault: ClusterFault
    let seed: UInt64
    let problems = Problems()
    /// A browser that only looks.
    let reader: ClusterBrowser
    /// A page at each node that is a watcher of the shared model. Its name is the number of the node plus one.
    let watchers: [StreamedPage]
    private let load = Load()

    /// The tabs, each used by a thread of its own until the load has ended.
    nonisolated(unsafe) let tabs: [ClusterTab]

    /// How many numbers were acknowledged.
    private final class Load: Sendable {
        let count = Atomic(0)
        let working = DispatchGroup()
    }

    init(_ fault: ClusterFault, on cluster: Cluster, seed: UInt64) {
        (self.cluster, self.fault, self.seed) = (cluster, fault, seed)
        reader = ClusterBrowser(cluster, problems)
        watchers = (0..<Cluster.size).map { [cluster, problems] node in
            StreamedPage(ClusterBrowser(cluster, problems), "/ledger?watcher=\(node + 1)", at: node, seed: seed)
        }
        // Of each kind alone, and two tabs of one browser at the same time.
        let kinds: [[ClusterTab.Type]] = [
            [PlainTab.self], [PlainTab.self], [LiveTab.self], [LiveTab.self, LiveTab.self],
            [LiveTab.self, PlainTab.self],
        ]
        tabs = kinds.flatMap { [cluster, problems] kinds in
            let browser = ClusterBrowser(cluster, problems)
            // Of two answers at the same time, the cookie is that of the one that arrives last, which may be the earlier one.
            let looks = kinds.count == 1
            return kinds.map { kind in
                // Numbers are not used again in another round of the same cluster.
                kind.init(
                    Self.tabCount.add(1, ordering: .relaxed).oldValue,
                    browser,
                    problems,
                    looks: looks,
                    seed: seed
                )
            }
        }
    }

    private static let tabCount = Atomic(0)

    private var streams: [StreamedPage] { tabs.compactMap { ($0 as? LiveTab)?.page } }

    func note(_ text: String) { if getenv("ELMWOOD_CLUSTER_ROUNDS") != nil { print("  \(text)") } }

    /// Runs the round. Blocks. Returns what should not have happened.
    func run() throws -> [String] {
        var generator = SeededGenerator(seed: seed)
        defer {
            problems.end()
            for page in watchers + streams { page.close() }
            load.working.wait()
        }
        for page in watchers { page.open() }
        beginLoad(&generator)
        awaitMore(100 + generator.below(100))
        try awaitWithin(20, "all watchers are there") { watchersShown(at: 0) == Set(1...Cluster.size) }
        try carryOut(&generator)
        awaitMore(150)
        problems.end()
        load.working.wait()
        let count = load.count.load(ordering: .relaxed)
        verify()
        let found = problems.all + cluster.endedNodes
        note("\(fault), seed \(seed): \(count) acknowledged, \(found.count) problems")
        return found
    }

    private func beginLoad(_ generator: inout SeededGenerator) {
        for tab in tabs {
            tab.browser.enter(by: &generator)
            // The first page of a browser gets the session that another one joins.
            while tab.browser.acknowledged.isEmpty, !tab.sendNext() {}
        }
        for tab in tabs {
            load.working.enter()
            nonisolated(unsafe) let tab = tab
            onThread { [self] in
                (tab as? LiveTab)?.page.open()
                while !problems.isOver {
                    if tab.sendNext() { load.count.add(1, ordering: .relaxed) }
                    if tab.generator.below(3) == 0 { tab.look() }
                    // A visitor who thinks.
                    usleep(UInt32(tab.generator.below(30_000)))
                }
                load.working.leave()
            }
        }
    }

    /// Waits until that many more numbers are acknowledged.
    func awaitMore(_ number: Int) {
        let goal = load.count.load(ordering: .relaxed) + number
        let isReached = isEventually(30) { load.count.load(ordering: .relaxed) >= goal }
        if !isReached { problems.add("Less than \(number) numbers were acknowledged within 30 seconds.") }
    }

    private func watchersShown(at node: Int) -> Set<Int> {
        Set(reader.lists(at: node)?["watchers"] ?? [])
    }

    /// All is quiet: every node shows every visitor the same, which is what was sent.
    private func verify() {
        let quiet = ContinuousClock.now
        for tab in tabs {
            for node in 0..<Cluster.size {
                var found: [String] = []
                let isRight = isEventually(20, since: quiet) {
                    found = tab.browser.lists(at: node).map(tab.findings) ?? ["no page"]
                    return found.isEmpty
                }
                if !isRight { for text in found { problems.add("\(type(of: tab)) at node \(node): \(text)") } }
            }
        }
        note("All was as it should be after \(quiet.duration(to: .now)).")
        let all = (0..<Cluster.size).map { reader.lists(at: $0)?["ledger"] ?? [] }
        if Set(all).count > 1 { problems.add("The nodes show different ledgers.") }
        let expected = Set(watchers.indices.filter { !watchers[$0].isClosed }.map { $0 + 1 })
        for node in 0..<Cluster.size where !isEventually(10, { watchersShown(at: node) == expected }) {
            problems.add("Node \(node) has the watchers \(watchersShown(at: node)) and not \(expected)")
        }
        for tab in tabs {
            guard let page = (tab as? LiveTab)?.page else { continue }
            let start = ContinuousClock.now
            if !isEventually(10, { page.revision == freshRevision(of: tab.browser) }) {
                problems.add("An open page shows another revision than a fresh one for 10 seconds.")
            } else if start.duration(to: .now) > .seconds(1) {
                note("An open page showed the same as a fresh one after \(start.duration(to: .now)).")
            }
        }
    }

    /// The revision of a page that is loaded now.
    private func freshRevision(of browser: ClusterBrowser) -> String? {
        let headers = LivePageScript().headers + [("Accept", LivePageScript.contentType)]
        guard let reply = try? browser.send("GET", "/ledger", to: Int(seed % UInt64(Cluster.size)), headers) else {
            return nil
        }
        return (try? LivePatch(reply.body))?.to
    }

    private func awaitWithin(_ seconds: Int, _ what: String, _ condition: () -> Bool) throws {
        if !isEventually(seconds, condition) { problems.add("Not within \(seconds) seconds: \(what).") }
    }

    private func isEventually(
        _ seconds: Int,
        since start: ContinuousClock.Instant = .now,
        _ condition: () -> Bool
    ) -> Bool {
        while !condition() {
            if start.duration(to: .now) > .seconds(seconds) { return false }
            usleep(20_000)
        }
        return true
    }
}
