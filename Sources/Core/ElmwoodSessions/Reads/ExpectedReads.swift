import ElmwoodArchitecture
import ElmwoodViewTree

/// What the pages of each address have read last. If all of it is kept, the next rendering of such a page has it from its beginning,
/// and need not be repeated.
struct ExpectedReads {
    private struct Address: Hashable {
        var base: String
        var path: String
        var query: Query

        init(_ page: Page) { (base, path, query) = (page.base, page.path, page.query) }
    }

    private var keys: [Address: [ReadKey]] = [:]

    /// The most addresses that are known; beyond it all are forgotten.
    private static let limit = 1_000
    /// The most values of one page.
    private static let valueLimit = 20

    /// Returns what a page at the address has read last.
    func keys(on page: Page) -> [ReadKey]? { keys[Address(page)] }

    /// Records what a page has read. Returns what is forgotten for that, to be released with no lock held.
    mutating func note(_ read: [ReadKey], on page: Page) -> [[ReadKey]] {
        guard read.count <= Self.valueLimit else { return [] }
        if let former = keys.updateValue(read, forKey: Address(page)) { return [former] }
        guard keys.count > Self.limit else { return [] }
        let all = Array(keys.values)
        keys = [Address(page): read]
        return all
    }

    /// Forgets what pages at the address have read, and returns it, to be released with no lock held.
    mutating func forget(_ page: Page) -> [ReadKey]? { keys.removeValue(forKey: Address(page)) }
}

extension ReadCache {
    /// Returns what a page is expected to read, if the kept values are all fresh.
    func expectedValues(on page: Page) -> ReadValues? {
        let now = environment.now()
        let values = state.withLock { state -> [ReadKey: ReadValue]? in
            guard let keys = state.expected.keys(on: page) else { return nil }
            var values: [ReadKey: ReadValue] = [:]
            for key in keys {
                guard let entry = state.entries[key], entry.isFresh(at: now) else { return nil }
                values[key] = entry.value
            }
            return values
        }
        return values.map { ReadValues($0) }
    }

    /// Records what a page has read, if open pages keep it.
    func expect(_ read: ReadValues, on page: Page) {
        let values = read.values
        guard values.values.allSatisfy({ !$0.hasFailed && $0.request.canChange }) else { return }
        let released = state.withLock { state -> [[ReadKey]] in
            let areKept = values.keys.allSatisfy { state.entries[$0]?.viewers.isEmpty == false }
            return areKept ? state.expected.note(Array(values.keys), on: page) : []
        }
        _ = released
    }

    /// Forgets what a page was expected to read, since it has read something else.
    func forgetExpectation(on page: Page) {
        let released = state.withLock { $0.expected.forget(page) }
        _ = released
    }
}
