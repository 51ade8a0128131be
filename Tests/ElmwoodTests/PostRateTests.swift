import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

@testable import Elmwood
@testable import ElmwoodExamplePrograms

/// How often visitors and clients may post.
@Suite struct PostRateTests {
    private let second: UInt64 = 1_000_000_000

    @Test func `A burst is allowed after a pause, and then the rate`() {
        var meter = RateMeter<Int>(Rate(perSecond: 20, burst: 100))
        var now = second
        for _ in 0..<100 { #expect(meter.take(1, at: now) == nil) }
        #expect(meter.take(1, at: now) == second / 20)
        // What is refused does not count.
        #expect(meter.take(1, at: now) == second / 20)
        // Another one has a burst of its own.
        #expect(meter.take(2, at: now) == nil)
        for _ in 0..<50 {
            now += second / 20
            #expect(meter.take(1, at: now) == nil)
            #expect(meter.take(1, at: now) != nil)
        }
        now += 60 * second
        for _ in 0..<100 { #expect(meter.take(1, at: now) == nil) }
        #expect(meter.take(1, at: now) != nil)
    }

    @Test func `A flood of keys needs no more memory than those of the last moments`() {
        var meter = RateMeter<Int>(Rate(perSecond: 10, burst: 1))
        for key in 0..<100_000 { _ = meter.take(key, at: UInt64(key) * 1_000_000) }
        // A tenth of a second has a hundred keys.
        #expect(meter.count <= 1_024)
    }

    @Test func `A clock that goes back, and the greatest numbers, are no fault`() {
        var meter = RateMeter<Int>(Rate(perSecond: .max, burst: .max))
        _ = meter.take(1, at: .max)
        #expect(meter.take(1, at: 0) != nil)
        var slow = RateMeter<Int>(Rate(perSecond: .min, burst: .min))
        #expect(slow.take(1, at: 0) == nil)
        #expect(slow.take(1, at: 0) == second)
    }

    @Test func `A share of bytes is used up at once or over a day, and refills evenly`() {
        var meter = RateMeter<Int>(.bytes(86_400_000))
        meter.add(86_400_000, of: 1, at: second)
        #expect(meter.isEmpty(1, at: second) && !meter.isEmpty(2, at: second))
        meter.add(1_000, of: 1, at: second)
        // A thousand bytes a second.
        #expect(meter.isEmpty(1, at: second * 2))
        #expect(!meter.isEmpty(1, at: second * 3))
        meter.add(.max, of: 1, at: second)
        #expect(meter.isEmpty(1, at: second * 86_400))
        for key in 0..<10_000 { meter.add(1, of: key, at: UInt64(key) * second) }
        #expect(meter.count <= 1_100)
    }

    private func handler(_ change: (inout Settings) -> Void) throws -> SiteHandler {
        var site = Site()
        site.mount(Counter(), at: "/")
        site.storage = MemoryStorage()
        var settings = Settings()
        change(&settings)
        return try site.handler(settings, log: Log(level: .none))
    }

    @Test func `A visitor who posts too often is told to wait, and others are not`() async throws {
        let handler = try handler { $0.postsPerVisitor = Rate(perSecond: 1, burst: 5) }
        let attacker = Poster(handler, from: "192.0.2.1")
        let statuses = try (0..<8).map { _ in try attacker.post() }
        // The first one begins the session.
        #expect(statuses == [200, 200, 200, 200, 200, 200, 429, 429])
        #expect(try #require(attacker.last?.headers["Retry-After"].flatMap { Int($0) }) >= 1)
        // Another visitor of the same address.
        #expect(try Poster(handler, from: "192.0.2.1").post() == 200)
        // A page can still be read.
        #expect(try attacker.get() == 200)
    }

    @Test func `A client that invents a session for each post has the rate of one visitor`() throws {
        let handler = try handler { $0.postsPerVisitor = Rate(perSecond: 1, burst: 5) }
        func post(_ address: String, _ cookie: String) throws -> Int? {
            let request = try Request(
                .post,
                "/",
                headers: [(name: "Host", value: "localhost"), (name: "Cookie", value: "elmwood=\(cookie)")],
                form: FormData([.init(name: "message", value: .text("increment"))]),
                remoteAddress: try #require(RemoteAddress(address))
            )
            guard case .response(let response) = handler.respond(to: request) else { return nil }
            return Int(response.status.rawValue)
        }
        let statuses = try (0..<8).map { _ in try post("192.0.2.1", SessionToken().text) }
        #expect(statuses == [200, 200, 200, 200, 200, 429, 429, 429])
        #expect(try post("192.0.2.2", SessionToken().text) == 200)
        // Visitors of the same client are not affected.
        let visitor = Poster(handler, from: "192.0.2.1")
        #expect(try (0..<4).map { _ in try visitor.post() } == [200, 200, 200, 200])
    }

    @Test func `A session that was looked up has a rate of its own, in memory or not`() throws {
        var settings = Settings()
        (settings.postsPerVisitor, settings.postsPerClient) = (Rate(perSecond: 1, burst: 2), nil)
        let rates = ClientRates(settings)
        let client = try #require(RemoteAddress("192.0.2.1"))
        let (known, other) = (SessionToken().id, SessionToken().id)
        rates.verify(known)
        for _ in 0..<2 { #expect(rates.take(from: client, session: other, isKnown: false, at: .seconds(1)) == nil) }
        #expect(rates.take(from: client, session: SessionToken().id, isKnown: false, at: .seconds(1)) != nil)
        for _ in 0..<2 { #expect(rates.take(from: client, session: known, isKnown: false, at: .seconds(1)) == nil) }
        #expect(rates.take(from: client, session: known, isKnown: true, at: .seconds(1)) != nil)
        #expect(rates.take(from: client, session: nil, isKnown: false, at: .seconds(1)) == nil)
    }

    @Test func `A client that begins session after session is told to wait, and other clients are not`() async throws {
        let handler = try handler {
            $0.postsPerClient = nil
            $0.sessionsPerClient = Rate(perSecond: 1, burst: 50)
        }
        let statuses = try (0..<60).map { number in try Poster(handler, from: "2001:db8::\(number)").post() }
        #expect(statuses == Array(repeating: 200, count: 50) + Array(repeating: 429, count: 10))
        let other = Poster(handler, from: "2001:db8:0:1::1")
        #expect(try other.post() == 200)
    }

    @Test func `A visitor who has a session posts on while others of the same client cannot begin one`() throws {
        let handler = try handler { $0.sessionsPerClient = Rate(perSecond: 1, burst: 2) }
        let visitor = Poster(handler, from: "192.0.2.1")
        #expect(try visitor.post() == 200)
        let flood = try (0..<10).map { _ in try Poster(handler, from: "192.0.2.1").post() }
        #expect(flood.contains(429))
        let statuses = try (0..<10).map { _ in try visitor.post() }
        #expect(statuses == Array(repeating: 200, count: 10))
        // A visitor who only reads begins no session.
        #expect(try Poster(handler, from: "192.0.2.1").get() == 200)
    }
}

/// A client of a handler, with its cookies.
private final class Poster {
    private let handler: SiteHandler
    private let address: String
    private var cookie: String?
    private(set) var last: Response?

    init(_ handler: SiteHandler, from address: String) {
        self.handler = handler
        self.address = address
    }

    func post() throws -> Int { try send(.post, form: FormData([.init(name: "message", value: .text("increment"))])) }

    func get() throws -> Int { try send(.get, form: nil) }

    private func send(_ method: HTTPMethod, form: FormData?) throws -> Int {
        let request = try Request(
            method,
            "/",
            headers: [(name: "Host", value: "localhost")] + (cookie.map { [(name: "Cookie", value: $0)] } ?? []),
            form: form,
            remoteAddress: try #require(RemoteAddress(address))
        )
        guard case .response(let response) = handler.respond(to: request) else {
            Issue.record("The answer comes later.")
            return 0
        }
        if let value = response.headers["Set-Cookie"], value.hasPrefix("elmwood=") {
            cookie = value.split(separator: ";").first.map(String.init)
        }
        last = response
        return Int(response.status.rawValue)
    }
}
