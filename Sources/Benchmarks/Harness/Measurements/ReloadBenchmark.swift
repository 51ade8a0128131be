import Glibc

/// The time from a saved change of a view to the page that shows it, under `elmwood dev`, in a package that `elmwood new` has written.
///
/// The page is requested all the time. A live page of a browser shows it when its stream is connected again, up to 0.2 s later.
struct ReloadBenchmark {
    let products: Products

    private static let changes = 10

    /// When something happened, in nanoseconds of the system's clock, which the times of files are of.
    private struct Times {
        var saved = 0
        var buildBegan = 0
        var buildEnded = 0
        var shown = 0
    }

    /// Measures it.
    func run() throws -> [Finding] {
        let command = try products.buildForDevelopment("elmwood")
        let folder = try TemporaryFolder()
        let package = folder.path + "/Reloaded"
        guard try ChildProcess("env", ["-C", folder.path, command, "new", "Reloaded"], isQuiet: true).wait() else {
            throw BenchmarkFailure("The package cannot be written.")
        }
        try Products.swiftBuild(["--package-path", package, "--product", "Reloaded"], configuration: "debug")
        let server = try ServerProcess(
            "env",
            arguments: { _ in ["-C", package, command, "dev"] },
            environment: { ["PORT=\($0)", "ELMWOOD_LOG=none"] }
        )
        defer { server.stop() }
        // The first build after the start is over once its process answers.
        try wait(for: "<h1>Counter</h1>", at: server)
        let source = package + "/Sources/Reloaded/Counter.swift"
        let original = String(decoding: try readFile(source), as: UTF8.self)
        var all: [Times] = []
        for number in 1...Self.changes {
            let changed = original.replacing("Counter\"", with: "Counter \(number)\"")
            guard changed != original else { throw BenchmarkFailure("\(source) has no heading to change.") }
            all.append(try times(of: changed, saving: source, of: package, until: "<h1>Counter \(number)</h1>", server))
        }
        return findings(all)
    }

    /// Saves a change, and waits until the page shows it.
    private func times(
        of text: String,
        saving source: String,
        of package: String,
        until heading: String,
        _ server: ServerProcess
    ) throws -> Times {
        var times = Times()
        try writeFile(source, Array(text.utf8))
        times.saved = try Self.modification(of: source)
        let report = package + "/.build/elmwood/build.json"
        var last = try Self.modification(of: report)
        while times.shown == 0 {
            let now = try Self.modification(of: report)
            if now != last {
                // Its first change says that a build has begun, and its second that it has ended.
                if times.buildBegan == 0 { times.buildBegan = now } else { times.buildEnded = now }
                last = now
            }
            if times.buildEnded > 0, try shows(heading, server) { times.shown = Self.now } else { usleep(1_000) }
            guard Self.now - times.saved < 120_000_000_000 else { throw BenchmarkFailure("The change is not shown.") }
        }
        return times
    }

    private func shows(_ heading: String, _ server: ServerProcess) throws -> Bool {
        // A process that ends may close the connection instead of an answer.
        guard
            let page = try? server.exchange(
                Array("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n".utf8)
            )
        else {
            return false
        }
        return String(decoding: page.body, as: UTF8.self).contains(heading)
    }

    private func wait(for heading: String, at server: ServerProcess) throws {
        let end = Self.now + 120_000_000_000
        while !(try shows(heading, server)) {
            guard Self.now < end else { throw BenchmarkFailure("The package's page is not served.") }
            usleep(10_000)
        }
    }

    private func findings(_ all: [Times]) -> [Finding] {
        func seconds(_ time: (Times) -> Int) -> Statistics { Statistics(all.map { Double(time($0)) / 1e9 }) }
        let takeOver = seconds { $0.shown - $0.buildEnded }
        let more = seconds { ($0.shown - $0.saved) - ($0.buildEnded - $0.buildBegan) }
        let build = seconds { $0.buildEnded - $0.buildBegan }
        let total = seconds { $0.shown - $0.saved }
        func spread(_ statistics: Statistics) -> String {
            "\(statistics.lowest.rounded(to: 2)) to \(statistics.highest.rounded(to: 2)), \(all.count) changes"
        }
        return [
            Finding(
                "reload: from the end of the build to the page",
                takeOver.median,
                atMost: 0.3,
                digits: 3,
                unit: " s",
                detail: spread(takeOver)
            ),
            Finding(
                "reload: from saving to the page, without the build",
                more.median,
                atMost: 0.5,
                digits: 3,
                unit: " s",
                detail: spread(more)
            ),
            Finding("reload: the toolchain's build", "\(build.median.rounded(to: 2)) s", detail: spread(build)),
            Finding("reload: from saving to the page", "\(total.median.rounded(to: 2)) s", detail: spread(total)),
        ]
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func modification(of path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw BenchmarkFailure("\(path): \(systemError()).") }
        return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }
}
