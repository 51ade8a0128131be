import Glibc

extension ServerProcess {
    /// Returns the numbers of the tally as a page shows them: additions, watchers, tellings, and the visitor's own notes.
    func tally() throws -> [Int] {
        let page = String(decoding: try exchange(Requests.get(Requests.tally)).body, as: UTF8.self)
        let numbers = page.split(separator: "<output>").dropFirst().compactMap { Int($0.prefix { $0 != "<" }) }
        guard numbers.count == 4 else { throw BenchmarkFailure("The page shows no tally.") }
        return numbers
    }

    /// Waits until a number of the tally is that one.
    func awaitTally(_ index: Int, _ number: Int) throws {
        for _ in 0..<600 {
            if try tally()[index] == number { return }
            usleep(100_000)
        }
        throw BenchmarkFailure("The tally does not become \(number): it is \(try tally()).")
    }

    /// Waits until that many additions are shown, or until the number stands still for five seconds.
    ///
    /// - Returns: The additions that are shown, and when they were first.
    func awaitAdditions(_ number: Int) throws -> (count: Int, time: Int) {
        var last = (count: try tally()[0], time: WallClock.now)
        while last.count != number, WallClock.now - last.time < 5_000_000_000 {
            usleep(2_000)
            let count = try tally()[0]
            if count != last.count { last = (count, WallClock.now) }
        }
        return last
    }
}
