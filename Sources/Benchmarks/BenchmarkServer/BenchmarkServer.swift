import BenchmarkPrograms
import Elmwood

/// The server that the benchmarks measure: the counter, the tables and the room, one site.
@main
enum BenchmarkServer {
    static func main() {
        var site = Site()
        // The memory of a session is measured over 100,000 of them, and none of those may be let go for another.
        site.sessionLimits.sessions = 1_000_000
        site.mount(Counter(), at: "/counter")
        site.mount(Table(), at: "/table")
        site.mount(Rows(), at: "/rows")
        site.mount(Room(), at: "/room")
        site.main()
    }
}
