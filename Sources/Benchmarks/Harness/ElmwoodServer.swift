/// The Elmwood server under test.
struct ElmwoodServer {
    /// Its process.
    let process: ServerProcess
    /// Where it keeps what it must: gone with it.
    private let folder: TemporaryFolder

    /// Builds it where that is needed, and starts it.
    init(_ products: Products, connections: Int = 10_000) throws {
        try self.init(program: products.build("BenchmarkServer"), connections: connections)
    }

    /// Starts a built one.
    init(program: String, connections: Int = 10_000) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        process = try ServerProcess(
            program,
            environment: { port in
                [
                    "HOST=127.0.0.1", "PORT=\(port)", "ELMWOOD_LOG=error", "ELMWOOD_DATA=\(folder.path)",
                    "ELMWOOD_CONNECTIONS=\(connections)",
                ]
            }
        )
    }

    /// Begins a session of the counter by a first message, and answers with its cookie as it is sent back.
    func beginSession() throws -> String {
        let answer = try process.exchange(Requests.browserPost(cookie: nil))
        guard answer.status == 303 else {
            throw BenchmarkFailure("The first message is answered with \(answer.status), not with 303.")
        }
        guard let cookie = answer.header("Set-Cookie")?.split(separator: ";").first else {
            throw BenchmarkFailure("The first message begins no session.")
        }
        return String(cookie)
    }
}
