/// How many durations fell below each of several bounds, and their sum.
///
/// It counts in units of 2³⁰ attoseconds, about a nanosecond: a shift makes them of a duration, where nanoseconds take a division. Its
/// numbers are stored inline, because a separate array is checked for other owners at each event.
struct Histogram {
    /// The upper bounds; a last bucket has none.
    private static let bounds: [Int64] = [
        .microseconds(100), .microseconds(250), .microseconds(500), .milliseconds(1), .microseconds(2_500),
        .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
        .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2_500), .seconds(5), .seconds(10),
    ].map(units)

    /// The bounds in seconds, as text.
    static let labels = [
        "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1",
        "2.5", "5", "10",
    ]

    private var buckets = InlineArray<17, Int>(repeating: 0)
    private var units: Int64 = 0

    /// The numbers of durations in each bucket alone.
    var counts: [Int] { buckets.indices.map { buckets[$0] } }

    var count: Int { counts.reduce(0, +) }

    /// The sum of all durations in seconds.
    var seconds: Double { Double(units) * 1_073_741_824 / 1e18 }

    mutating func add(_ duration: Duration) {
        let added = Self.units(duration)
        units &+= added
        buckets[Self.bounds.firstIndex { added <= $0 } ?? buckets.count - 1] += 1
    }

    mutating func add(_ other: Histogram) {
        units &+= other.units
        for index in buckets.indices { buckets[index] += other.buckets[index] }
    }

    private static func units(_ duration: Duration) -> Int64 { Int64(truncatingIfNeeded: duration.attoseconds &>> 30) }
}
