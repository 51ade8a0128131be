/// The Elmwood server under test.
struct ElmwoodServer {
    /// Its process.
    let process: ServerProcess
    /// Where it keeps what it must: removed with its last owner.
    private let folder: TemporaryFolder

    /// Builds it where that is needed, and starts it.
    init(_ products: Products, connections: Int = 10_000, environment: [String] = []) throws {
        let program = try products.build("ElmwoodBenchmarkServer")
        try self.init(program: program, connections: connections, environment: environment)
    }

    /// Starts a built one.
    ///
    /// - Parameters:
    ///   - data: the folder of what it keeps, where that is not to be an empty one.
    ///   - environment: settings beside those that every server here has.
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
                    "ELMWOOD_CONNECTIONS=\(connections)",
                ] + environment
            }
        )
    }

    /// Begins a session of the counter by a first message, and returns its cookies as a browser sends them back.
    func beginSession() throws -> String {
        let answer = try process.exchange(Requests.browserPost(cookie: nil))
        guard answer.status == 303 else {
            throw BenchmarkFailure("The first message is answered with \(answer.status), not with 303.")
        }
        let cookies = answer.headers("Set-Cookie").compactMap { $0.split(separator: ";").first }
        guard !cookies.isEmpty else { throw BenchmarkFailure("The first message begins no session.") }
        return cookies.joined(separator: "; ")
    }
}
