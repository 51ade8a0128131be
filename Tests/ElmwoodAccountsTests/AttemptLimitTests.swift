import Glibc
import Testing

@testable import ElmwoodAccounts

struct AttemptLimitTests {
    private let start = ContinuousClock.now

    private func limit(_ account: Int = 3, _ address: Int = 5, mostStored: Int = 100) -> AttemptLimit {
        AttemptLimit(
            account: .init(account, per: .seconds(30)),
            address: .init(address, per: .seconds(30)),
            mostStored: mostStored
        )
    }

    @Test func triesBeyondTheLimitOfAnAccountWaitForTheirShareOfTheTime() {
        let limit = limit()
        for index in 0..<3 { #expect(limit.attempt(account: "ada", address: "192.0.2.\(index)", at: start) == nil) }
        #expect(limit.attempt(account: "ada", address: "192.0.2.9", at: start) == .seconds(10))
        #expect(limit.attempt(account: "ada", address: "192.0.2.9", at: start + .seconds(4)) == .seconds(6))
        #expect(limit.attempt(account: "bob", address: "192.0.2.9", at: start) == nil)
        #expect(limit.attempt(account: "ada", address: "192.0.2.9", at: start + .seconds(10)) == nil)
        #expect(limit.attempt(account: "ada", address: "192.0.2.9", at: start + .seconds(10)) == .seconds(10))
        let later = start + .seconds(100)
        for _ in 0..<3 { #expect(limit.attempt(account: "ada", address: nil, at: later) == nil) }
        #expect(limit.attempt(account: "ada", address: nil, at: later) != nil)
    }

    @Test func triesOfAnAddressAreLimitedForAllAccountsTogether() {
        let limit = limit()
        for index in 0..<5 { #expect(limit.attempt(account: "a\(index)", address: "192.0.2.1", at: start) == nil) }
        #expect(limit.attempt(account: "other", address: "192.0.2.1", at: start) == .seconds(6))
        #expect(limit.attempt(account: "other", address: "::ffff:192.0.2.1", at: start) == .seconds(6))
        #expect(limit.attempt(account: "other", address: "192.0.2.2", at: start) == nil)
        #expect(limit.attempt(account: "other", address: nil, at: start) == nil)
    }

    @Test func refusedTryOfAnAddressCountsForNoAccount() {
        let limit = limit(1, 1)
        #expect(limit.attempt(account: "ada", address: "192.0.2.1", at: start) == nil)
        #expect(limit.attempt(account: "bob", address: "192.0.2.1", at: start) != nil)
        #expect(limit.attempt(account: "bob", address: "192.0.2.2", at: start) == nil)
    }

    @Test func networkOfIPv6IsOneAddress() {
        let limit = limit(9, 1)
        #expect(limit.attempt(account: "a", address: "2001:db8::1", at: start) == nil)
        #expect(limit.attempt(account: "b", address: "2001:db8:0:0:1:2:3:4", at: start) != nil)
        #expect(limit.attempt(account: "b", address: "2001:db8:0:1::1", at: start) == nil)
        #expect(limit.attempt(account: "c", address: "fe80::1%eth0", at: start) == nil)
        #expect(limit.attempt(account: "d", address: "fe80::2", at: start) != nil)
        #expect(limit.attempt(account: "e", address: "", at: start) == nil)
    }

    @Test func rightPasswordForgetsTheTriesOfTheAccountAndNotOfTheAddress() {
        let limit = limit(2, 3)
        for _ in 0..<2 { #expect(limit.attempt(account: "caf\u{E9}", address: "192.0.2.1", at: start) == nil) }
        #expect(limit.attempt(account: "cafe\u{301}", address: "192.0.2.1", at: start) != nil)
        limit.succeed(account: "cafe\u{301}")
        #expect(limit.attempt(account: "caf\u{E9}", address: "192.0.2.1", at: start) == nil)
        #expect(limit.attempt(account: "bob", address: "192.0.2.1", at: start) != nil)
    }

    @Test func floodOfNamesNeitherFillsTheMemoryNorFreesAnAccount() {
        let limit = limit(3, 1_000_000, mostStored: 40)
        for _ in 0..<3 { #expect(limit.attempt(account: "ada", address: nil, at: start) == nil) }
        for index in 0..<1_000 {
            #expect(
                limit.attempt(account: "name \(index)", address: "192.0.\(index / 256).\(index % 256)", at: start)
                    == nil
            )
            #expect(limit.storedCount <= 80)
        }
        #expect(limit.attempt(account: "ada", address: nil, at: start) == .seconds(10))
    }

    @Test func ratesAreBounded() {
        #expect(AttemptLimit.Rate(0, per: .seconds(-5)) == AttemptLimit.Rate(1, per: .seconds(1)))
        #expect(AttemptLimit.Rate(.max, per: .seconds(Int64.max)).attempts == 1_000_000)
        let limit = AttemptLimit(
            account: .init(.max, per: .seconds(Int64.max)),
            address: .init(1, per: .zero),
            mostStored: .min
        )
        #expect(limit.attempt(account: "ada", address: "192.0.2.1", at: start) == nil)
        #expect(limit.attempt(account: "ada", address: "192.0.2.1", at: start) == .seconds(1))
    }

    @Test func noMoreTriesAtOnceThanAllowed() async {
        let limit = limit(3, 100)
        let allowed = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask { [start] in limit.attempt(account: "ada", address: "192.0.2.1", at: start) == nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(allowed == 3)
    }

    @Test func tryThatIsNotJudgedDoesNotCount() async throws {
        let limit = limit(2, 3)
        for _ in 0..<10 {
            await #expect(throws: PasswordError.busy) {
                try await limit.attempt(account: "ada", address: "192.0.2.1", at: start) { () -> Int? in
                    throw PasswordError.busy
                }
            }
        }
        for _ in 0..<2 { #expect(try await attempt(limit, right: false) == nil) }
        await #expect(throws: TooManyAttempts(wait: .seconds(15))) { try await attempt(limit, right: true) }
    }

    @Test func rightTryForgetsTheTriesOfTheAccount() async throws {
        let limit = limit(2, 100)
        #expect(try await attempt(limit, right: false) == nil)
        #expect(try await attempt(limit, right: true) == 7)
        for _ in 0..<2 { #expect(try await attempt(limit, right: false) == nil) }
        await #expect(throws: TooManyAttempts.self) { try await attempt(limit, right: true) }
    }

    @Test func tryThatIsTakenBackAfterItsTimeChangesNothing() {
        let limit = limit(1, 1)
        limit.withdraw(account: "ada", address: "192.0.2.1", at: start)
        #expect(limit.attempt(account: "ada", address: "192.0.2.1", at: start) == nil)
        limit.withdraw(account: "ada", address: "192.0.2.1", at: start + .seconds(60))
        #expect(limit.storedCount == 0)
    }

    @Test func knownBrowserHasTriesOfItsOwnThatNobodyElsewhereUsesUp() {
        let limit = limit(2, 100)
        for index in 0..<2 { #expect(limit.attempt(account: "ada", address: "192.0.2.\(index)", at: start) == nil) }
        #expect(limit.attempt(account: "ada", address: "192.0.2.9", at: start) != nil)
        // Its own tries are limited all the same.
        for _ in 0..<2 { #expect(limit.attempt(account: "ada", address: nil, browser: "b", at: start) == nil) }
        #expect(limit.attempt(account: "ada", address: nil, browser: "b", at: start) == .seconds(15))
        #expect(limit.attempt(account: "ada", address: nil, browser: "c", at: start) == nil)
        // Its right password gives those elsewhere no further tries.
        limit.succeed(account: "ada", browser: "b")
        #expect(limit.attempt(account: "ada", address: nil, browser: "b", at: start) == nil)
        #expect(limit.attempt(account: "ada", address: "192.0.2.9", at: start) != nil)
    }

    @Test func longNameOfManyCombiningMarksCostsNoMoreThanItsLength() {
        let name = "a" + String(repeating: "\u{301}\u{323}", count: 240_000)
        let limit = limit()
        let before = processorSeconds
        for _ in 0..<3 { #expect(limit.attempt(account: name, address: nil, at: start) == nil) }
        #expect(limit.attempt(account: name, address: nil, at: start) == .seconds(10))
        // Normalized, it takes more than a minute.
        #expect(processorSeconds - before < 5)
    }

    /// The processor's time of this thread.
    private var processorSeconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec
    }

    private func attempt(_ limit: AttemptLimit, right: Bool) async throws -> Int? {
        try await limit.attempt(account: "ada", address: "192.0.2.1", at: start) { right ? 7 : nil }
    }
}
