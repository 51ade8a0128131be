import Glibc

/// The measured programs, and where they are built.
struct Products {
    /// The folder of `Package.swift`.
    let package: String
    /// SwiftPM's build folder.
    let scratch: String
    /// The folder of the built programs.
    let binaries: String

    /// Finds the folders from this program's path.
    init() throws {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw BenchmarkFailure("The benchmarks cannot find themselves.") }
        var folders = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split(separator: "/", omittingEmptySubsequences: true).dropLast()
        binaries = "/" + folders.joined(separator: "/")
        // The programs are in SCRATCH/TRIPLE/release.
        scratch = "/" + folders.dropLast(2).joined(separator: "/")
        while access("/" + folders.joined(separator: "/") + "/Package.swift", F_OK) != 0 {
            guard folders.popLast() != nil else {
                throw BenchmarkFailure("The benchmarks must lie below the package that they measure.")
            }
        }
        package = "/" + folders.joined(separator: "/")
    }

    /// Builds a program as it is deployed, with Swift's runtime linked into it, and returns its path.
    func build(_ product: String) throws -> String {
        try Self.swiftBuild([
            "--static-swift-stdlib", "--package-path", package, "--scratch-path", scratch, "--product", product,
        ])
        return binaries + "/" + product
    }

    /// Builds a program for development, and returns its path.
    func buildForDevelopment(_ product: String) throws -> String {
        try Self.swiftBuild(["--package-path", package, "--product", product], configuration: "debug")
        return package + "/.build/debug/" + product
    }

    /// Runs `swift build`, for release unless it says otherwise.
    static func swiftBuild(_ arguments: [String], configuration: String = "release") throws {
        let build = try ChildProcess("swift", ["build", "-c", configuration, "--quiet"] + arguments)
        guard build.wait() else { throw BenchmarkFailure("swift build \(arguments.joined(separator: " ")) failed.") }
    }
}
