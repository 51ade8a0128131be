import ElmwoodHTTPClient
import ElmwoodTestSupport
import Foundation
import Synchronization

/// A page of a visitor who sends numbers to random nodes, and remembers what came of each. It is used on a thread of its own.
class ClusterTab {
    let browser: ClusterBrowser
    let problems: Problems
    /// Whether each page that it loads shows at least what was acknowledged before.
    let looks: Bool
    var generator: SeededGenerator
    /// Its numbers are the ones from here on.
    private let base: Int
    private var count = 0
    /// The numbers that were acknowledged, in order.
    private(set) var acknowledged: [Int] = []
    /// Those that had no answer, or one that leaves open what happened.
    private var unknown: Set<Int> = []

    static let range = 100_000

    enum Outcome { case acknowledged, unknown }

    /// What happens to a number.
    enum Kind: Int, CaseIterable {
        case add, run, share, later

        init(_ number: Int) { self = Kind(rawValue: number % 4) ?? .add }

        /// The name of the field that sends it.
        var field: String {
            switch self {
            case .add: "number"
            case .run: "run"
            case .share: "share"
            case .later: "later"
            }
        }
    }

    required init(_ index: Int, _ browser: ClusterBrowser, _ problems: Problems, looks: Bool, seed: UInt64) {
        (self.browser, self.problems, self.looks) = (browser, problems, looks)
        base = (index + 1) * Self.range
        generator = SeededGenerator(seed: seed &+ UInt64(index + 1) &* 7_919)
    }

    /// A random node.
    func anyNode() -> Int { generator.below(Cluster.size) }

    /// Sends a number, and returns what came of it.
    func send(_ number: Int, as kind: Kind) -> Outcome { .unknown }

    /// Sends the next number. Returns whether it was acknowledged.
    func sendNext() -> Bool {
        let number = base + count
        count += 1
        switch send(number, as: Kind(number)) {
        case .acknowledged:
            acknowledged.append(number)
            browser.acknowledge(number)
            return true
        case .unknown: unknown.insert(number)
        }
        return false
    }

    /// Loads the page from any node, which shows at least what was acknowledged before.
    func look() {
        guard looks else { return }
        let former = browser.acknowledged
        let node = anyNode()
        guard let lists = browser.lists(at: node, "/") else { return }
        let missing = former.filter { [.add, .share].contains(Kind($0)) }.subtracting(lists["numbers", default: []])
        if !missing.isEmpty {
            problems.add(
                "Node \(node) shows a page without \(missing.sorted().prefix(5)) after they were acknowledged."
            )
        }
    }

    /// Whether a list has all that is in it in the end.
    func isComplete(_ lists: [String: [Int]]) -> Bool { findings(lists).isEmpty }

    /// Compares what a node shows with what was sent. Returns descriptions of the differences.
    func findings(_ lists: [String: [Int]]) -> [String] {
        var found: [String] = []
        func own(_ name: String) -> [Int] { lists[name, default: []].filter { $0 / Self.range == base / Self.range } }
        func compare(_ name: String, _ kinds: [Kind], ordered: Bool, once: Bool = true) {
            let there = own(name)
            let sent = Set(acknowledged.filter { kinds.contains(Kind($0)) })
            let missing = sent.subtracting(there)
            if !missing.isEmpty { found.append("\(name) lacks the acknowledged \(missing.sorted().prefix(5))") }
            let strange = Set(there).subtracting(acknowledged).subtracting(unknown)
            if !strange.isEmpty { found.append("\(name) has \(strange.sorted().prefix(5)), which nobody has sent") }
            if once, Set(there).count != there.count { found.append("\(name) has some twice: \(there.suffix(30))") }
            if ordered, there.sorted() != there { found.append("\(name) is out of order: \(there.suffix(30))") }
        }
        compare("numbers", [.add, .share], ordered: true)
        compare("came", [.later], ordered: false)
        // An effect is performed again where its node has ended.
        compare("ran", [.run], ordered: false, once: false)
        let shared = own("numbers").filter { Kind($0) == .share }
        if own("ledger") != shared {
            found.append("ledger has \(own("ledger").suffix(9)), and not \(shared.suffix(9))")
        }
        return found
    }
}

/// A page without script. What had no answer is not sent again.
final class PlainTab: ClusterTab {
    override func send(_ number: Int, as kind: Kind) -> Outcome {
        do {
            let node = anyNode()
            let reply = try browser.send("POST", "/", to: node, [("Accept", "*/*")], "\(kind.field)=\(number)")
            switch reply.status {
            case 200, 303: return .acknowledged
            // It is not stored yet. The node tries that again.
            case 503: return .unknown
            default:
                problems.add("A post is answered with \(reply.status) by node \(node): \(reply.text.prefix(300))")
                return .unknown
            }
        } catch {
            return .unknown
        }
    }
}

/// A page with script and a stream. It sends an event until it is answered, each time to any node.
final class LiveTab: ClusterTab {
    let page: StreamedPage

    required init(_ index: Int, _ browser: ClusterBrowser, _ problems: Problems, looks: Bool, seed: UInt64) {
        page = StreamedPage(browser, "/ledger", seed: seed &+ UInt64(index))
        super.init(index, browser, problems, looks: looks, seed: seed)
    }

    override func send(_ number: Int, as kind: Kind) -> Outcome {
        let body = page.body(of: [(action: "change 1 \(kind.field)", fields: [(kind.field, "\(number)")])])
        var isRepeat = false
        let start = ContinuousClock.now
        while start.duration(to: .now) < .seconds(60) {
            let headers = page.headers + [("Accept", LivePageScript.contentType)]
            let node = anyNode()
            let reply = try? browser.send(
                "POST",
                "/ledger",
                to: node,
                headers + (isRepeat ? [("Elmwood-Retry", "1")] : []),
                body,
                timeout: 20
            )
            if let reply, reply.status <= 500, reply.status != 429 { return outcome(reply, number, node) }
            isRepeat = true
            usleep(UInt32(50_000 + generator.below(100_000)))
        }
        problems.add("The event with \(number) was not answered within a minute.")
        return .unknown
    }

    private func outcome(_ reply: HTTPReply, _ number: Int, _ node: Int) -> Outcome {
        guard reply.status == 200, let patch = try? LivePatch(reply.body) else {
            problems.add(
                "The event with \(number) is answered with \(reply.status) by node \(node): \(reply.text.prefix(300))"
            )
            return .unknown
        }
        if patch.isReload {
            problems.add("The event with \(number) is answered with a reload by node \(node).")
            page.reload()
            return .unknown
        }
        // Too much waits in the session.
        if patch.refusals.values.contains(429) { return .unknown }
        if !patch.refusals.isEmpty {
            problems.add("The event with \(number) is refused by node \(node): \(patch.refusals)")
            return .unknown
        }
        page.receive(patch)
        return .acknowledged
    }
}
