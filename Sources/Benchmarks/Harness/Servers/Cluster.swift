/// A PostgreSQL server, and the program that serves as one of the nodes over it.
struct Cluster {
    /// The server.
    let database: PostgreSQLServer
    private let program: String

    /// Why there is none; nil if there can be one.
    static func obstacle() -> String? {
        guard PostgreSQLServer.findPrograms() != nil else { return "there is no PostgreSQL server here" }
        let library = try? ChildProcess("pkg-config", ["--exists", "libpq"], isQuiet: true)
        return library?.wait() == true ? nil : "there is no libpq here"
    }

    /// Builds the program if needed, and starts the server.
    init(_ products: Products) throws {
        guard let programs = PostgreSQLServer.findPrograms() else {
            throw BenchmarkFailure("There is no PostgreSQL server here.")
        }
        program = try products.build("ElmwoodBenchmarkNode")
        database = try PostgreSQLServer(programs: programs)
    }

    /// Makes a database, and starts that many nodes which share it.
    func nodes(_ count: Int, sharing name: String, environment: [String] = []) throws -> [ElmwoodServer] {
        try database.createDatabase(name)
        return try (0..<count).map { _ in try node(over: name, environment: environment) }
    }

    /// Starts a node over a database that exists.
    func node(over name: String, environment: [String] = []) throws -> ElmwoodServer {
        try ElmwoodServer(
            program: program,
            environment: ["ELMWOOD_SESSIONS=\(database.address(of: name))"] + environment
        )
    }

    /// Starts the same program over a file.
    func single(durability: String) throws -> ElmwoodServer {
        try ElmwoodServer(
            program: program,
            environment: ["ELMWOOD_SESSIONS=sqlite", "ELMWOOD_DURABILITY=\(durability)"]
        )
    }
}
