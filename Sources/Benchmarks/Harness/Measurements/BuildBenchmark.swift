import Glibc

/// The time of a clean release build of the library and a server of two programs, and the server's size.
struct BuildBenchmark {
    let products: Products

    /// Measures it, in a scratch folder of its own.
    func run() throws -> [Finding] {
        let folder = try TemporaryFolder()
        let common = ["--package-path", products.package, "--product", "ElmwoodBenchmarkServer"]
        let begin = WallClock.now
        try Products.swiftBuild(common + ["--scratch-path", folder.path + "/dynamic"])
        let seconds = Double(WallClock.now - begin) / 1e9

        // The same as for the container image.
        let linking = "-Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs"
        try Products.swiftBuild(
            common + ["--scratch-path", folder.path + "/static", "--static-swift-stdlib"]
                + linking.split(separator: " ").map(String.init)
        )
        let stripped = folder.path + "/server"
        let strip = try ChildProcess(
            "strip",
            ["-o", stripped, folder.path + "/static/release/ElmwoodBenchmarkServer"]
        )
        guard strip.wait() else { throw BenchmarkFailure("The server cannot be stripped.") }
        var status = stat()
        guard stat(stripped, &status) == 0 else { throw BenchmarkFailure("The stripped server is missing.") }
        return [
            Finding(
                "clean release build",
                seconds,
                atMost: 60,
                digits: 1,
                unit: " s",
                detail: "library and server, by swift build"
            ),
            Finding(
                "server, static Swift runtime, stripped",
                Double(status.st_size) / 1e6,
                atMost: 15,
                digits: 1,
                unit: " MB"
            ),
        ]
    }
}
