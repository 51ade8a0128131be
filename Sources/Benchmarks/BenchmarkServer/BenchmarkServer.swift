import ElmwoodBenchmarkPrograms
import Elmwood

/// The server that the benchmarks measure.
@main
enum BenchmarkServer {
    static func main() async throws {
        try await BenchmarkSite.make().main()
    }
}
