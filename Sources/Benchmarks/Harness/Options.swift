import Glibc

/// What to measure.
enum Subject: String, CaseIterable {
    /// GET of the counter page, against the bare C server.
    case get
    /// POST of a message, to the 303 and to the page.
    case post
    /// GET of the page with the large table.
    case table
    /// What is done on an open page, answered with a patch.
    case live
    /// Bytes held for an open page with a large table that nobody uses.
    case pages
    /// Bytes held for an idle session.
    case sessions
    /// POST of a message whose answer waits until the session is stored, against the same in memory.
    case durable
    /// Time from a start, and from a worker's end, to the first answer with many sessions stored.
    case restart
    /// Bytes held for a session that has gone to the store.
    case stored
    /// Memory of idle live pages, and what it takes to tell them something.
    case streams
    /// Time from the start of the process to the first answer.
    case start
    /// Building a view's tape, its HTML and message texts, in this process.
    case view
    /// Clean build time and the server's size.
    case build
}

/// The command line of the benchmarks.
struct Options {
    /// What to measure, in the order of ``Subject``.
    var subjects: [Subject] = Subject.allCases
    /// How often each measurement is repeated.
    var rounds = 9
    /// How many requests one round of one server has.
    var requests = 20_000
    /// How many sessions the memory measurement holds.
    var sessions = 100_000
    /// How many sessions are stored where a start is measured.
    var stored = 1_000_000
    /// How many live pages are open.
    var pages = 10_000
    /// How many threads each server uses: as Elmwood does, one a core.
    let threads = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// How many connections the load has at once.
    var connections = 16
    /// How the bare server waits: the library's own `pool`, or an `external` loop.
    var bareLoop = "pool"

    /// What `--help` prints.
    static let help = """
        Usage: Benchmarks [options]

          --only a,b         only these: get, post, table, live, pages, sessions, durable, restart,
                             stored, streams, start, view, build
          --rounds N         how often each measurement is repeated (9)
          --requests N       requests of one round (20000)
          --sessions N       sessions held in the memory measurement (100000)
          --stored N         sessions stored where a start is measured (1000000)
          --pages N          live pages that are open (10000)
          --connections N    connections of the load (16)
          --bare-loop L      how the bare server waits: pool (its cheapest way) or external
          --quick            3 rounds of 4000 requests, 20000 sessions, 100000 of them stored,
                             1000 pages, and no clean build
        """

    /// Reads the command line, the program's name left out; nil where help is asked for.
    static func parse(_ arguments: [String]) throws -> Options? {
        var options = Options()
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw BenchmarkFailure("\(option) needs a value.") }
            return value
        }
        func number(of option: String) throws -> Int {
            guard let number = Int(try value(of: option)), number > 0 else {
                throw BenchmarkFailure("\(option) needs a positive whole number.")
            }
            return number
        }
        while let option = rest.popFirst() {
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
                options.subjects.removeAll { $0 == .build }
            default: throw BenchmarkFailure("\(option) is no option of the benchmarks; --help lists them.")
            }
        }
        return options
    }
}
