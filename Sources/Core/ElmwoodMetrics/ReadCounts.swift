import ElmwoodObservation

/// What was counted of the reads of each type.
struct ReadCounts {
    /// The reads of one type.
    struct Counts {
        let name: String
        /// By outcome.
        var outcomes = [Int](repeating: 0, count: ObservedRead.Outcome.allCases.count)
        var durations = Histogram()
        /// The values that differed from the former one.
        var changes = 0
        /// How often a request got its value by a read.
        var answered = 0
        /// How often a page got a kept value.
        var kept = 0

        /// The reads that did not lead to a value.
        var failures: Int { outcomes.reduce(0, +) - outcomes[ObservedRead.Outcome.value.index] }
    }

    private(set) var counts: [Counts] = []
    /// How long reads have waited for their turn, of all types.
    private(set) var waits = Histogram()

    /// The most names. A site has few types of reads, but one of them may be generic: all further ones are counted together.
    static let most = 100
    static let others = "others"

    mutating func add(_ read: ObservedRead) {
        let index = self.index(of: read.name)
        counts[index].outcomes[read.outcome.index] += 1
        // A read that was refused took no time, and answered nobody.
        guard read.outcome != .refused else { return }
        counts[index].durations.add(read.duration)
        counts[index].answered += read.requests
        if read.hasChanged { counts[index].changes += 1 }
        waits.add(read.wait)
    }

    mutating func addKeptValue(of read: String) { counts[index(of: read)].kept += 1 }

    /// There are few, so a search is faster than a hash.
    private mutating func index(of name: String) -> Int {
        if let index = counts.firstIndex(where: { $0.name == name }) { return index }
        if counts.count > Self.most { return Self.most }
        counts.append(Counts(name: counts.count == Self.most ? Self.others : name))
        return counts.count - 1
    }
}

extension ObservedRead.Outcome {
    /// Its index among all outcomes.
    var index: Int {
        switch self {
        case .value: 0
        case .failure: 1
        case .timeout: 2
        case .refused: 3
        }
    }
}
