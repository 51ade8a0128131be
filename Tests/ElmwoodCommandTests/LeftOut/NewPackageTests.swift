import ElmwoodTestSupport
import Foundation
import Testing

@testable import ElmwoodCommand

/// What the script that begins a package writes. That it builds and passes its own tests is shown by `.ci/new`.
struct NewPackageTests {
    /// All combinations of the options.
    static let combinations: [Set<PackagePart>] = PackagePart.allCases.reduce([[]]) { sets, part in
        sets + sets.map { $0.union([part]) }
    }

    @Test func `A package has a program, a style sheet, a test, and what builds, checks and deploys it`() async throws {
        let files = try await WrittenPackage([]).files
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
        (PackagePart.sql, ["Migrations", "NoteTable", "Notes"], ["NotesTests"], ["ElmwoodSQL"]),
        (.shared, ["Poll", "PollPage"], ["PollTests"], []),
        (.history, [], [], ["ElmwoodHistory"]),
        (.accounts, ["AccountPage", "Accounts", "Migrations"], ["AccountTests"], ["ElmwoodAccounts", "ElmwoodSQL"]),
    ])
    func `Each option adds its sources, a test and its products`(
        part: PackagePart,
        sources: [String],
        tests: [String],
        products: [String]
    ) async throws {
        let package = try await WrittenPackage([part])
        let basic = try await WrittenPackage([])
        let added = Set(package.files.map(\.path)).subtracting(basic.files.map(\.path))
        let written = sources.map { "Sources/Shop/\($0).swift" } + tests.map { "Tests/ShopTests/\($0).swift" }
        #expect(added == Set(written))
        let manifest = try package.text(of: "Package.swift")
        for product in ["ElmwoodAccounts", "ElmwoodHistory", "ElmwoodSQL"] {
            #expect(manifest.contains("\"\(product)\"") == products.contains(product))
        }
    }

    @Test(arguments: combinations)
    func `Each combination mounts and lists what it has, and nothing else`(parts: Set<PackagePart>) async throws {
        let package = try await WrittenPackage(parts)
        for (part, path) in [(PackagePart.sql, "/notes"), (.shared, "/poll"), (.accounts, "/account")] {
            for file in ["Main", "Layout"] {
                let text = try package.text(of: "Sources/Shop/\(file).swift")
                #expect(text.contains("\"\(path)\"") == parts.contains(part))
            }
        }
        let site = try package.text(of: "Sources/Shop/Main.swift")
        for line in ["import ElmwoodHistory\n", "site.use(.history)\n"] {
            #expect(site.contains(line) == parts.contains(.history))
        }
        #expect(try package.text(of: ".vscode/launch.json").contains("ELMWOOD_HISTORY") == parts.contains(.history))
    }

    @Test(arguments: combinations)
    func `No line of the template's own remains, and each text file ends with one line's end`(
        parts: Set<PackagePart>
    ) async throws {
        for elmwood in ["elmwood", "https://example.org/elmwood.git"] {
            for file in try await WrittenPackage(parts, elmwood: elmwood).files {
                for mark in ["//:", "#:", "/*:", "<!--:"] {
                    #expect(!file.text.contains("\(mark) "), "\(file.path)")
                }
                #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.path)")
                #expect(!file.text.split(separator: "\n").contains { $0.hasSuffix(" ") }, "\(file.path)")
            }
        }
    }

    @Test(arguments: ["Tea", "Workshop", "shop", "S"])
    func `The name is in every place where the template has its own`(name: String) async throws {
        let package = try await WrittenPackage(Set(PackagePart.allCases), name: name)
        let manifest = try package.text(of: "Package.swift")
        #expect(manifest.contains("name: \"\(name)\","))
        #expect(manifest.contains("\"\(name)Tests\""))
        #expect(try package.text(of: "dev").contains("-t \(name.lowercased()) "))
        #expect(try package.text(of: "Dockerfile").contains("ENTRYPOINT [\"/app/\(name)\"]"))
        for test in ["Account", "Counter", "Notes", "Poll"] {
            let text = try package.text(of: "Tests/\(name)Tests/\(test)Tests.swift")
            #expect(text.contains("@testable import \(name)\n"))
        }
        if name == "Tea" {
            for file in package.files { #expect(!file.text.lowercased().contains("shop"), "\(file.path)") }
        }
    }

    @Test func `A package with a checkout builds its image with it, and one with an address does not`() async throws {
        let path = try await WrittenPackage([], elmwood: "forest")
        #expect(try path.text(of: "Package.swift").contains(#".package(name: "elmwood", path: "../forest")"#))
        #expect(try path.text(of: "README.md").contains("[Elmwood](../forest)"))
        #expect(try path.text(of: "Dockerfile").contains("COPY --from=elmwood Sources"))
        #expect(try path.text(of: "dev").contains("--build-context"))
        let address = try await WrittenPackage([], elmwood: "https://example.org/forest.git")
        let manifest = try address.text(of: "Package.swift")
        #expect(manifest.contains(#".package(url: "https://example.org/forest.git", from: "0.1.0")"#))
        #expect(manifest.contains(#".product(name: "Elmwood", package: "forest")"#))
        #expect(!manifest.contains(#""elmwood""#))
        #expect(!(try address.text(of: "Dockerfile").contains("--from=elmwood")))
        #expect(!(try address.text(of: "dev").contains("--build-context")))
    }

    /// The tools that the package's `dev` needs to find out what is missing.
    private static let tools = ["awk", "cat", "df", "dirname", "id", "sed"]

    @Test(arguments: [
        ("", "there is no Swift here. Version 6.2 or later is needed"),
        ("Swift version 6.1.2 (swift-6.1.2-RELEASE)", "this is Swift 6.1, and 6.2 or later is needed"),
        ("Swift version 6.3.1 (swift-6.3.1-RELEASE)", "there is no apt here. Install what these Debian packages hold"),
    ])
    func `Without what a build needs, the package's commands say what is missing and build nothing`(
        swift: String,
        sentence: String
    ) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await NewScript()("Shop", in: folder)
        #expect(outcome.status == 0)
        let write = "printf '#!/bin/sh\\necho \"\(swift)\"\\n' >tools/swift && chmod +x tools/swift"
        let links = Self.tools.map { "ln -s \"$(command -v \($0))\" tools/" }.joined(separator: " && ")
        let before = folder.files.filter { $0.hasPrefix("Shop/") }
        let path = folder.path
        try await offThePool {
            _ = try Self.run("sh", "-c", "cd \(path) && mkdir tools && \(links)\(swift.isEmpty ? "" : " && " + write)")
            for command in ["run", "test"] {
                let output = try Self.run("env", "PATH=\(path)/tools", "/bin/sh", "\(path)/Shop/dev", command)
                #expect(output.hasPrefix("./dev: \(sentence)"))
            }
        }
        #expect(folder.files.filter { $0.hasPrefix("Shop/") } == before)
    }

    @Test func `The editor's files are JSON, and debug the tests and the server`() async throws {
        let package = try await WrittenPackage([])
        for name in ["extensions", "launch", "tasks"] {
            let text = try package.text(of: ".vscode/\(name).json")
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
        }
        let launch = try package.text(of: ".vscode/launch.json")
        #expect(launch.contains("/.build/debug/ShopPackageTests.xctest\""))
        #expect(launch.contains("/.build/debug/Shop\""))
    }

    @Test func `What is written in Swift and for the shell is in the format of this project, and without a fault`()
        async throws
    {
        try await offThePool {
            let folder = try TemporaryFolder()
            for (number, parts) in Self.combinations.enumerated() {
                for file in try await WrittenPackage(parts).files {
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
            let configuration = NewScript.checkout.appending(path: ".swift-format").path
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
        let (status, output, errors) = try TestCommand.run(command)
        let text = output + errors
        return text.isEmpty && status != 0 ? "status \(status)" : text
    }
}
