import ElmwoodTestSupport
import Foundation
import Testing

@testable import ElmwoodCommand

/// What `elmwood new` writes. That it builds and passes its own tests is shown by `.ci/new`.
struct NewPackageTests {
    /// All combinations of the options.
    static let combinations: [Set<PackagePart>] = PackagePart.allCases.reduce([[]]) { sets, part in
        sets + sets.map { $0.union([part]) }
    }

    private static func package(
        _ parts: Set<PackagePart>,
        name: String = "Shop",
        elmwood: ElmwoodLocation = .path("../elmwood")
    ) throws -> NewPackage {
        NewPackage(name: try PackageName(name), parts: parts, elmwood: elmwood)
    }

    private static func text(of path: String, in package: NewPackage) throws -> String {
        try #require(package.files.first { $0.path == path }).text
    }

    @Test func `A package has a program, a style sheet, a test, and what builds, checks and deploys it`() throws {
        let files = try Self.package([]).files
        #expect(
            files.map(\.path) == [
                ".ci/run", ".dockerignore", ".gitignore", ".swift-format", ".vscode/extensions.json",
                ".vscode/launch.json", ".vscode/tasks.json", "Dockerfile", "Package.swift", "Public/icon.svg",
                "Public/style.css", "README.md", "Sources/Shop/Counter.swift", "Sources/Shop/Layout.swift",
                "Sources/Shop/Main.swift", "Tests/ShopTests/CounterTests.swift", "dev",
            ]
        )
        #expect(files.filter(\.isExecutable).map(\.path) == [".ci/run", "dev"])
    }

    @Test(arguments: [
        (PackagePart.sql, ["Migrations", "NoteTable", "Notes"], "NotesTests", ["ElmwoodSQL"]),
        (.shared, ["Poll", "PollPage"], "PollTests", []),
        (.accounts, ["AccountPage", "Accounts", "Migrations"], "AccountTests", ["ElmwoodAccounts", "ElmwoodSQL"]),
    ])
    func `Each option adds its sources, a test and its products`(
        part: PackagePart,
        sources: [String],
        test: String,
        products: [String]
    ) throws {
        let package = try Self.package([part])
        let added = Set(package.files.map(\.path)).subtracting(try Self.package([]).files.map(\.path))
        #expect(added == Set(sources.map { "Sources/Shop/\($0).swift" } + ["Tests/ShopTests/\(test).swift"]))
        let manifest = try Self.text(of: "Package.swift", in: package)
        for product in ["ElmwoodAccounts", "ElmwoodSQL"] {
            #expect(manifest.contains("\"\(product)\"") == products.contains(product))
        }
    }

    @Test(arguments: combinations)
    func `Each combination mounts and lists what it has, and nothing else`(parts: Set<PackagePart>) throws {
        let package = try Self.package(parts)
        for (part, path) in [(PackagePart.sql, "/notes"), (.shared, "/poll"), (.accounts, "/account")] {
            for file in ["Main", "Layout"] {
                let text = try Self.text(of: "Sources/Shop/\(file).swift", in: package)
                #expect(text.contains("\"\(path)\"") == parts.contains(part))
            }
        }
    }

    @Test(arguments: combinations)
    func `No line of the template's own remains, and each text file ends with one line's end`(
        parts: Set<PackagePart>
    ) throws {
        for elmwood in [ElmwoodLocation.path("../elmwood"), .address("https://example.org/elmwood.git")] {
            for file in try Self.package(parts, elmwood: elmwood).files {
                for mark in ["//:", "#:", "/*:", "<!--:"] {
                    #expect(!file.text.contains("\(mark) "), "\(file.path)")
                }
                #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.path)")
                #expect(!file.text.split(separator: "\n").contains { $0.hasSuffix(" ") }, "\(file.path)")
            }
        }
    }

    @Test(arguments: ["Tea", "Workshop", "shop", "S"])
    func `The name is in every place where the template has its own`(name: String) throws {
        let package = try Self.package(Set(PackagePart.allCases), name: name)
        let manifest = try Self.text(of: "Package.swift", in: package)
        #expect(manifest.contains("name: \"\(name)\","))
        #expect(manifest.contains("\"\(name)Tests\""))
        #expect(try Self.text(of: "dev", in: package).contains("-t \(name.lowercased()) "))
        #expect(try Self.text(of: "Dockerfile", in: package).contains("ENTRYPOINT [\"/app/\(name)\"]"))
        for test in ["Account", "Counter", "Notes", "Poll"] {
            let text = try Self.text(of: "Tests/\(name)Tests/\(test)Tests.swift", in: package)
            #expect(text.contains("@testable import \(name)\n"))
        }
        if name == "Tea" {
            for file in package.files { #expect(!file.text.lowercased().contains("shop"), "\(file.path)") }
        }
    }

    @Test func `A package with a checkout builds its image with it, and one with an address does not`() throws {
        let path = try Self.package([], elmwood: .path("../forest"))
        #expect(try Self.text(of: "Package.swift", in: path).contains(#".package(name: "elmwood", path: "../forest")"#))
        #expect(try Self.text(of: "README.md", in: path).contains("[Elmwood](../forest)"))
        #expect(try Self.text(of: "Dockerfile", in: path).contains("COPY --from=elmwood Sources"))
        #expect(try Self.text(of: "dev", in: path).contains("--build-context"))
        let address = try Self.package([], elmwood: .address("https://example.org/forest.git"))
        let manifest = try Self.text(of: "Package.swift", in: address)
        #expect(manifest.contains(#".package(url: "https://example.org/forest.git", from: "0.1.0")"#))
        #expect(manifest.contains(#".product(name: "Elmwood", package: "forest")"#))
        #expect(!manifest.contains(#""elmwood""#))
        #expect(!(try Self.text(of: "Dockerfile", in: address).contains("--from=elmwood")))
        #expect(!(try Self.text(of: "dev", in: address).contains("--build-context")))
    }

    @Test func `The editor's files are JSON, and debug the tests and the server`() throws {
        let package = try Self.package([])
        for name in ["extensions", "launch", "tasks"] {
            let text = try Self.text(of: ".vscode/\(name).json", in: package)
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
        }
        let launch = try Self.text(of: ".vscode/launch.json", in: package)
        #expect(launch.contains("/.build/debug/ShopPackageTests.xctest\""))
        #expect(launch.contains("/.build/debug/Shop\""))
    }

    @Test func `What is written in Swift and for the shell is in the format of this project, and without a fault`()
        async throws
    {
        try await offThePool {
            let folder = try TemporaryFolder()
            for (number, parts) in Self.combinations.enumerated() {
                for file in try Self.package(parts).files {
                    let url = folder.url.appending(path: "\(number)/\(file.path)")
                    try FileManager.default.createDirectory(
                        at: url.deletingLastPathComponent(),
                        withIntermediateDirectories: true
                    )
                    try Data(file.text.utf8).write(to: url)
                }
                for script in ["dev", ".ci/run"] {
                    #expect(try Self.run("sh", "-n", "\(folder.path)/\(number)/\(script)") == "")
                }
            }
            let configuration = ElmwoodLocation.checkout.appending(path: ".swift-format").path
            #expect(
                try Self.run(
                    "swift",
                    "format",
                    "lint",
                    "--recursive",
                    "--strict",
                    "--configuration",
                    configuration,
                    folder.path
                ) == ""
            )
            #expect(
                try folder.text(of: "0/.swift-format") == String(contentsOfFile: configuration, encoding: .utf8)
            )
        }
    }

    /// Runs a command, and returns what it writes; the status, if that is not 0 and it writes nothing.
    private static func run(_ command: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return output.isEmpty && process.terminationStatus != 0 ? "status \(process.terminationStatus)" : output
    }
}
