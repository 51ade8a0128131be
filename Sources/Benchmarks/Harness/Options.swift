import Glibc

/// The subjects of measurement.
enum Subject: String, CaseIterable {
    /// GET of the counter page, compared with the bare C server.
    case get
    /// POST of a message, answered with 303 and with the page.
    case post
    /// GET of the page with the large table.
    case table
    /// GET of a page that reads a row of a database, compared with a constant.
    case reads
    /// GET of an endpoint that answers with a row of a database as JSON.
    case endpoint
    /// GET of the front page of Conduit, a whole site.
    case conduit
    /// The cost and gain of compression.
    case compression
    /// Actions on an open page, answered with a patch.
    case live
    /// Bytes used by an idle open page with a large table.
    case pages
    /// Bytes used by an idle session.
    case sessions
    /// POST of a message whose response waits until the session is stored, compared with memory.
    case durable
    /// Time from a start, and from a worker's end, to the first response with many sessions stored.
    case restart
    /// Bytes used by a session that was evicted to the store.
    case stored
    /// Memory of idle live pages, and the cost of a push.
    case streams
    /// Messages to a model that many share, the pages that show it, and those who watch it.
    case shared
    /// Nodes that share a PostgreSQL server, compared with SQLite.
    case cluster
    /// Time from the start of the process to the first response.
    case start
    /// Building a view's tape, its HTML and message texts, in this process.
    case view
    /// Clean build time and the server's size.
    case build
    /// Time from a saved change of a program to its page, in development.
    case reload
    /// What another client has while the server is attacked. Only on request: it takes some minutes.
    case attack
}

/// The command line of the benchmarks.
struct Options {
    /// The subjects, in the order of ``Subject``.
    var subjects: [Subject] = Subject.allCases.filter { $0 != .attack }
    /// The number of rounds of each measurement.
    var rounds = 9
    /// The number of requests to one server in one round.
    var requests = 20_000
    /// The number of sessions in the memory measurement.
    var sessions = 100_000
    /// The number of stored sessions for the measurement of a start.
    var stored = 1_000_000
    /// The number of open live pages.
    var pages = 10_000
    /// The number of threads of each server: as in Elmwood, one for each core.
    let threads = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// The number of simultaneous connections of the load.
    var connections = 16
    /// The bare server's loop: the library's own `pool`, or an `external` loop.
    var bareLoop = "pool"

    /// The output of `--help`.
    static let help = """
        Usage: Benchmarks [options]

          --only a,b         only these: get, post, table, reads, endpoint, conduit, compression, live, pages, sessions,
                             durable, restart, stored, streams, shared, cluster, start, view, build, reload; and attack,
                             which is only measured if it is named
          --rounds N         how often each measurement is repeated (9)
          --requests N       requests of one round (20000)
          --sessions N       sessions held in the memory measurement (100000)
          --stored N         sessions stored where a start is measured (1000000)
          --pages N          live pages that are open (10000)
          --connections N    connections of the load (16)
          --bare-loop L      how the bare server waits: pool (its cheapest way) or external
          --quick            3 rounds of 4000 requests, 20000 sessions, 100000 of them stored,
                             1000 pages, no clean build and no reload
        """

    /// Parses the command line without the program's name. Returns nil for `--help`.
    static func parse(_ arguments: [String]) throws -> Options? {
        var options = Options()
        var remainder = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = remainder.popFirst() else { throw BenchmarkFailure("\(option) needs a value.") }
            return value
        }
        func number(of option: String) throws -> Int {
            guard let number = Int(try value(of: option)), number > 0 else {
                throw BenchmarkFailure("\(option) needs a positive whole number.")
            }
            return number
        }
        while let option = remainder.popFirst() {
            switch option {
            case "--help", "-h": return nil
            case "--only":
                let names = try value(of: option).split(separator: ",")
                let chosen = try names.map { name in
                    guard let subject = Subject(rawValue: String(name)) else {
                        throw BenchmarkFailure("There is no measurement named \(name).")
                    }
                    return subject
                }
                options.subjects = Subject.allCases.filter(chosen.contains)
            case "--rounds": options.rounds = try number(of: option)
            case "--requests": options.requests = try number(of: option)
            case "--sessions": options.sessions = try number(of: option)
            case "--stored": options.stored = max(1_000, try number(of: option))
            case "--pages": options.pages = max(10, try number(of: option))
            case "--connections": options.connections = try number(of: option)
            case "--bare-loop": options.bareLoop = try value(of: option)
            case "--quick":
                options.rounds = 3
                options.requests = 4_000
                options.sessions = 20_000
                options.stored = 100_000
                options.pages = 1_000
                options.subjects.removeAll { $0 == .build || $0 == .reload }
            default: throw BenchmarkFailure("\(option) is no option of the benchmarks; --help lists them.")
            }
        }
        return options
    }
}
