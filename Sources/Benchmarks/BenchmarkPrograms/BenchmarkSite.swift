import ElmwoodExamplePrograms
import Elmwood
import Glibc

/// The site that the benchmarks measure: the counter, the tables and the room.
package enum BenchmarkSite {
    /// Returns it, before it is served.
    package static func make() async throws -> Site {
        var site = Site()
        // The memory of a session is measured over 100,000 of them, and none of those may be evicted; an attack meets a site's own
        // limit.
        if getenv("BENCHMARK_SESSIONS") == nil { site.sessionLimits.sessions = 1_000_000 }
        // How many seconds a session stays in memory: the cost after its eviction is measured, without waiting a quarter of an
        // hour.
        if let life = getenv("BENCHMARK_MEMORY_LIFE"), let seconds = Int(String(cString: life)) {
            site.sessionLimits.memoryLife = .seconds(seconds)
        }
        site.mount(Counter(), at: "/counter")
        site.mount(Table(), at: "/table")
        site.mount(Rows(), at: "/rows")
        site.mount(ElmwoodBenchmarkPrograms.Room(), at: "/room")
        site.mount(Letter(), at: "/letter")
        let database = try await Articles.database()
        site.mount(Articles(.constant, in: database), at: "/article")
        site.mount(Articles(.read, in: database), at: "/article-read")
        site.mount(Articles(.kept, in: database), at: "/article-kept")
        site.mount("/articles/{number}") { (_: Int) in Articles(.constant, in: database) }
        site.get("/api/articles/{number}") { (_: EndpointRequest, number: Int) in
            try .json(await Articles.article(number, in: database))
        }
        site.mount(Total(), at: "/total")
        site.mount(Errand(), at: "/errand")
        site.share(Tally())
        site.mount(TallyPage(), at: "/tally")
        site.share(ElmwoodExamplePrograms.Room())
        site.mount(Chat(), at: "/chat")
        site.mount("/list/{rows}") { (rows: Int) in GrowingList(from: rows) }
        site.mount("/groups/{rows}") { (rows: Int) in GrowingList(from: rows, isTable: true) }
        return site
    }
}
