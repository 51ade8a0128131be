import Glibc

/// A visitor with an address of their own, who has been here before and uses the site during an attack.
final class OtherClient {
    /// The times of requests, in milliseconds, and what failed.
    struct Experience {
        var times: [Double] = []
        var failures: [String] = []

        /// The time within which that share of the requests was answered.
        func percentile(_ share: Double) -> Double {
            let sorted = times.sorted()
            guard !sorted.isEmpty else { return 0 }
            return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
        }

        static func + (left: Experience, right: Experience) -> Experience {
            Experience(times: left.times + right.times, failures: left.failures + right.failures)
        }
    }

    private let process: ServerProcess
    private let source: UInt32
    private let cookie: String
    /// How many posts were acknowledged.
    private var count: Int
    /// How many were refused because they could not be stored: they may be stored later.
    private var refused = 0
    private var turn = 0

    /// Visits the counter twice: a visitor who has returned.
    init(_ server: ElmwoodServer, from source: UInt32) throws {
        process = server.process
        self.source = source
        cookie = try server.beginSession()
        count = 1
        try post()
    }

    /// Uses the site for some time at 150 requests a second, each over a connection of its own: one post, ten pages.
    ///
    /// - Parameter posts: whether there are posts.
    func use(posts: Bool, until isOver: () -> Bool) -> Experience {
        var experience = Experience()
        var next = WallClock.now
        while !isOver() {
            let begin = WallClock.now
            do {
                turn += 1
                if posts, turn % 11 == 0 { try post() } else { try look() }
                experience.times.append(Double(WallClock.now - begin) / 1e6)
            } catch {
                experience.failures.append("\(error)")
            }
            next = max(next + 1_000_000_000 / 150, WallClock.now)
            usleep(UInt32(clamping: (next - WallClock.now) / 1_000))
        }
        return experience
    }

    /// Uses the site for that many seconds.
    func use(posts: Bool, seconds: Int) -> Experience {
        let end = WallClock.now + seconds * 1_000_000_000
        return use(posts: posts) { WallClock.now >= end }
    }

    /// Requests the page, which must show all that was acknowledged.
    func look() throws {
        let answer = try exchange(Requests.get(Requests.counter, cookie: cookie))
        guard answer.status == 200 else { throw BenchmarkFailure("A page is answered with \(answer.status).") }
        let page = String(decoding: answer.body, as: UTF8.self)
        guard let shown = (count...(count + refused)).first(where: { page.contains("<output>\($0)</output>") }) else {
            throw BenchmarkFailure("A page does not show the session's count, \(count).")
        }
        (count, refused) = (shown, refused - (shown - count))
    }

    /// Increments the counter.
    func post() throws {
        let answer = try exchange(Requests.browserPost(cookie: cookie))
        if answer.status == 503 { refused += 1 }
        guard answer.status == 303 else { throw BenchmarkFailure("A post is answered with \(answer.status).") }
        count += 1
    }

    private func exchange(_ request: [UInt8]) throws -> Response {
        try Connection(port: process.port, from: source).exchange(request)
    }
}
