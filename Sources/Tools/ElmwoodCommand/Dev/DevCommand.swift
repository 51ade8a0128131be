import ElmwoodDevelopment
import FoundationEssentials

/// `elmwood dev`: builds the package of this folder and serves it, and does so again when a file changes.
struct DevCommand {
    static let usage = """
        Usage: elmwood dev [PRODUCT] [--port NUMBER] [--disable-index-store] [-- ARGUMENT…]

        Builds the package of this folder, serves it, and builds it again when a source changes. The new version takes over: open pages
        show it, with their model, the focus and what is typed. Changed files of the folder Public are shown at once. If a build fails,
        open pages show its errors, and the former version continues.

          PRODUCT      the executable to serve; needed only if the package has several
          --port       the port, instead of PORT or 8080
          --disable-index-store
                       build without an index for editors, as this option of `swift build` does
          ARGUMENT…    the arguments of the executable

        Settings of the site, such as HOST and ELMWOOD_DATA, come from the environment. Sessions are stored (ELMWOOD_SESSIONS=sqlite),
        and each page has its history at its foot if the site has one (ElmwoodHistory), unless the environment says otherwise.
        """

    private let product: String?
    private let port: String?
    private let buildOptions: [String]
    private let arguments: [String]

    init(_ arguments: [String]) throws {
        let flags: Set = ["--disable-index-store"]
        let arguments = try Arguments(arguments, values: ["--port"], flags: flags, usage: Self.usage)
        if let port = arguments.values["--port"], UInt16(port) == nil {
            throw UsageError("--port is \(port), which is no port: use a number from 0 to 65535.", usage: Self.usage)
        }
        port = arguments.values["--port"]
        buildOptions = arguments.flags.sorted()
        product = arguments.operands.first
        self.arguments = Array(arguments.operands.dropFirst())
    }

    func run() throws -> Int32 {
        let folder = FileManager.default.currentDirectoryPath
        var package = try SwiftPackage(in: folder)
        let product = try package.executable(named: product)
        let reports = folder + "/.build/elmwood"
        try FileManager.default.createDirectory(atPath: reports, withIntermediateDirectories: true)
        var watch = try package.watch()
        let server = DevServer(product: product, arguments: arguments, environment: environment(reports), in: folder)
        let builder = DevBuilder(product: product, options: buildOptions, reports: reports, folder: folder)
        server.reportFault = { builder.report($0) }
        server.reportNotServed = { builder.reportNotServed($0) }
        let interruption = Interruption()
        while !interruption.hasCome {
            let outcome = interruption.ending(builder) { builder.build() }
            if interruption.hasCome { break }
            switch outcome {
            case .succeeded(let executable): server.serve(executable)
            // The former version continues, or that of an earlier day.
            case .failed: if !server.isRunning { server.serve(builder.formerExecutable) }
            }
            let changed = interruption.ending(watch) { watch.changes() }
            if changed.contains(where: { SwiftPackage.manifests.contains(URL(filePath: $0).lastPathComponent) }) {
                // What is to be watched may have changed. A manifest with an error is reported by the build.
                package = (try? SwiftPackage(in: folder)) ?? package
                watch = try package.watch()
            }
        }
        server.stop()
        return 0
    }

    private func environment(_ reports: String) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["ELMWOOD_SESSIONS"] = environment["ELMWOOD_SESSIONS"] ?? "sqlite"
        if let port { environment["PORT"] = port }
        // A new version takes over only from a worker.
        environment["ELMWOOD_SUPERVISOR"] = "on"
        environment["ELMWOOD_DEVELOPMENT"] = reports
        // The first of the package's lines in a backtrace is where a fault is.
        environment["SWIFT_BACKTRACE"] =
            environment["SWIFT_BACKTRACE"]
            ?? "enable=yes,interactive=no,color=no,threads=crashed,images=none,registers=none,limit=24"
        return environment
    }
}

/// Something that waits, and can be told not to wait any longer.
protocol Endable {
    func stop()
}

extension FileWatch: Endable {}
