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
    ///
    /// - Parameter milliseconds: how often it is requested.
    func awaitTally(_ index: Int, _ number: Int, every milliseconds: Int = 100) throws {
        let end = WallClock.now + 60_000_000_000
        while WallClock.now < end {
            if try tally()[index] == number { return }
            usleep(UInt32(milliseconds * 1_000))
        }
        throw BenchmarkFailure("The tally does not become \(number).")
    }
}
