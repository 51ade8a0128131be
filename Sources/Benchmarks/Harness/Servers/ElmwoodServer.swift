/// The Elmwood server under test.
struct ElmwoodServer {
    /// Its process.
    let process: ServerProcess
    /// The folder of its data, removed when it is released.
    private let folder: TemporaryFolder

    /// Builds it if needed, and starts it.
    init(_ products: Products, connections: Int = 10_000, environment: [String] = []) throws {
        let program = try products.build("ElmwoodBenchmarkServer")
        try self.init(program: program, connections: connections, environment: environment)
    }

    /// Starts a built server.
    ///
    /// - Parameters:
    ///   - data: the folder of its data; by default an empty one.
    ///   - environment: settings in addition to those that every server here has.
    init(
        program: String,
        connections: Int = 10_000,
        data: TemporaryFolder? = nil,
        environment: [String] = []
    ) throws {
        let folder = try data ?? TemporaryFolder()
        self.folder = folder
        process = try ServerProcess(
            program,
            environment: { port in
                [
                    "HOST=127.0.0.1", "PORT=\(port)", "ELMWOOD_LOG=error", "ELMWOOD_DATA=\(folder.path)",
                    "ELMWOOD_CONNECTIONS=\(connections)", "ELMWOOD_CONNECTIONS_PER_CLIENT=\(connections)",
                    // The load is one client's.
                    "ELMWOOD_POSTS_PER_VISITOR=off", "ELMWOOD_POSTS_PER_CLIENT=off",
                    "ELMWOOD_SESSIONS_PER_CLIENT=off",
                ] + environment
            }
        )
    }

    /// Begins a session by a first post, by default of the counter, and returns its cookies as a browser sends them.
    func beginSession(_ post: [UInt8] = Requests.browserPost(cookie: nil)) throws -> String {
        let answer = try process.exchange(post)
        guard answer.status == 303 else {
            throw BenchmarkFailure("The first message is answered with \(answer.status), not with 303.")
        }
        let cookies = answer.headers("Set-Cookie").compactMap { $0.split(separator: ";").first }
        guard !cookies.isEmpty else { throw BenchmarkFailure("The first message begins no session.") }
        return cookies.joined(separator: "; ")
    }
}
