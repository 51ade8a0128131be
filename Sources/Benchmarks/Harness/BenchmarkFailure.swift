/// Why the benchmarks cannot continue, in one sentence.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ sentence: String) {
        description = sentence
    }
}
