import ElmwoodArchitecture
import ElmwoodThreads
import ElmwoodViewTree

/// The values that one request waits for.
final class ReadGathering: Sendable {
    /// The requests, each once.
    let requests: [ReadRequest]
    private let promise = Promise<[ReadValue]>()
    /// The values so far.
    private let gathered = OrderedMutex(.leaf, [ReadValue]())

    init(_ requests: [ReadRequest]) {
        var keys: Set<ReadKey> = []
        self.requests = requests.filter { keys.insert($0.key).inserted }
        if requests.isEmpty { promise.fulfill([]) }
    }

    var values: Eventual<[ReadValue]> {
        let all = gathered.withLock { $0.count == requests.count ? $0 : nil }
        return all.map { .ready($0) } ?? .promised(promise)
    }

    func add(_ value: ReadValue) {
        let all = gathered.withLock { gathered in
            gathered.append(value)
            return gathered.count == requests.count ? gathered : nil
        }
        if let all { promise.fulfill(all) }
    }
}

extension MissingInputs {
    /// The reads that are missing.
    var requests: [ReadRequest] { inputs.compactMap { $0 as? ReadRequest } }
}

/// The error of a read that took too long.
struct ReadTimeout: OverloadError, CustomStringConvertible {
    let limit: Duration

    var description: String { "It was not read within \(limit)." }
}

/// The error of a read that was not begun, since too many others wait.
package struct TooManyReadsAtOnce: OverloadError, CustomStringConvertible {
    package var description: String { "Too much is being read at once." }
}
