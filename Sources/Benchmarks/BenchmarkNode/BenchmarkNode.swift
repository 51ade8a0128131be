import ElmwoodBenchmarkPrograms
import Elmwood
import ElmwoodPostgreSQL

/// The server that the benchmarks measure as one of several nodes, with `ELMWOOD_SESSIONS=postgresql://…`. It is an executable of its
/// own, so that the other one does not link libpq.
@main
enum BenchmarkNode {
    static func main() async throws {
        var site = try await BenchmarkSite.make()
        site.use(.postgresql)
        site.main()
    }
}
