import Dispatch
import Synchronization
import ElmwoodTestSupport

/// Many visitors who send requests at the same time, each on a thread of its own.
final class Load: Sendable {
    private struct State {
        var count = 0
        var goal = Int.max
        var unanswered = 0
        var problems: [String] = []
    }

    private let state = Mutex(State())
    private let isOver = Atomic(false)
    private let reached = DispatchSemaphore(value: 0)
    private let working = DispatchGroup()
    private let mayVerify = DispatchGroup()
    private let verifying = DispatchGroup()

    /// Starts a visitor of each of these kinds.
    init(_ kinds: [RecordClient.Type], port: Int) {
        mayVerify.enter()
        for kind in kinds {
            working.enter()
            verifying.enter()
            onThread { [self] in work(kind.init(port: port)) }
        }
    }

    /// Starts that many visitors, each with two live pages at the same time.
    init(pairs: Int, port: Int) {
        mayVerify.enter()
        for _ in 0..<(2 * pairs) {
            working.enter()
            verifying.enter()
        }
        for _ in 0..<pairs {
            onThread { [self] in
                let one = LiveClient(port: port)
                // The first page gets the session that the second one joins.
                if one.addNext() { countOne() }
                let cookies = one.cookies
                onThread { [self] in
                    let other = LiveClient(port: port, first: 2)
                    other.join(cookies)
                    work(other)
                }
                work(one)
            }
        }
    }

    private func work(_ client: RecordClient) {
        client.enter()
        while !isOver.load(ordering: .relaxed) {
            if client.addNext() { countOne() }
        }
        state.withLock { $0.unanswered += client.unanswered }
        working.leave()
        mayVerify.wait()
        let problems = client.verify()
        state.withLock { $0.problems += problems }
        verifying.leave()
    }

    private func countOne() {
        let isReached = state.withLock { state in
            state.count += 1
            return state.count == state.goal
        }
        if isReached { reached.signal() }
    }

    /// How many numbers the server has acknowledged.
    var count: Int { state.withLock { $0.count } }

    /// How many requests had no answer. Valid once the load has stopped.
    var unanswered: Int { state.withLock { $0.unanswered } }

    /// Waits until that many more numbers are acknowledged, and at least one.
    func awaitMore(_ number: Int) {
        state.withLock { $0.goal = $0.count + number }
        reached.wait()
    }

    /// Makes all visitors finish their current request, and send no more.
    func stop() {
        isOver.store(true, ordering: .relaxed)
        working.wait()
    }

    /// After ``stop()``: compares, for each visitor, what the server has with what it should have.
    ///
    /// - Returns: descriptions of the differences.
    func verify() -> [String] {
        mayVerify.leave()
        verifying.wait()
        return state.withLock { $0.problems }
    }
}
