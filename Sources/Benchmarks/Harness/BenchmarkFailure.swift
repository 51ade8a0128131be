/// Why the benchmarks cannot go on, in one sentence.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ sentence: String) {
        description = sentence
    }
}
