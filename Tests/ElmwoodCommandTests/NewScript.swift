import ElmwoodTestSupport
import Foundation
import Testing

@testable import ElmwoodCommand

/// The script that writes a package, as a user runs it.
struct NewScript {
    /// The folder of this repository.
    static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder with the script and its template, in a checkout.
    static let folder = "Sources/Tools/ElmwoodCommand/New"

    /// How a run ended.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The checkout that the script belongs to.
    var checkout = Self.checkout

    /// Runs it in a folder, with these words.
    ///
    /// - Parameter setup: commands of the shell that starts it.
    func callAsFunction(
        _ words: [String],
        in folder: TemporaryFolder,
        current: String = ".",
        setup: String = ":"
    ) async throws -> Outcome {
        let script = checkout.appending(path: "\(Self.folder)/new").path
        let folder = folder.path
        return try await offThePool {
            // By `sh`: a copy of the script that a test has just made is busy while another test starts a process.
            let shell =
                ["-c", "cd -- \"$1\" && shift && \(setup) && exec /bin/sh \"$@\"", "sh", current, script] + words
            let result = try TestCommand.run(["/bin/sh"] + shell, in: folder)
            return Outcome(status: result.status, output: result.output, errors: result.errors)
        }
    }

    /// The same for words that are no array.
    func callAsFunction(_ words: String..., in folder: TemporaryFolder) async throws -> Outcome {
        try await self(words, in: folder)
    }

    /// What it prints if it is asked.
    static func usage() async throws -> String {
        try await NewScript()("--help", in: try TemporaryFolder()).output
    }
}

extension NewScript.Outcome {
    /// The outcome if the script could not do what it was asked to.
    static func failed(_ sentence: String) -> Self { Self(status: 1, output: "", errors: "elmwood: \(sentence)\n") }

    /// The outcome if the script was called wrongly.
    static func misused(_ sentence: String) async throws -> Self {
        Self(status: 2, output: "", errors: "elmwood: \(sentence)\n\n\(try await NewScript.usage())")
    }
}

/// A part that a package has if it is asked for.
enum PackagePart: String, CaseIterable {
    case sql, shared, accounts, history
}

/// A package that the script has written for a test, read into memory.
struct WrittenPackage {
    struct File {
        /// Its path in the package's folder.
        var path: String
        var text: String
        var isExecutable: Bool
    }

    /// In the order of their paths.
    var files: [File]

    /// Writes a package and reads it.
    ///
    /// - Parameter elmwood: where the package finds Elmwood. A path is that of a folder with a manifest, which is made.
    init(_ parts: Set<PackagePart>, name: String = "Shop", elmwood: String = "elmwood") async throws {
        let folder = try TemporaryFolder()
        if !elmwood.contains("://") { try folder.makeCheckout(elmwood) }
        let outcome = try await NewScript()(
            [name, "--elmwood", elmwood] + parts.map { "--\($0.rawValue)" },
            in: folder
        )
        try #require(outcome.status == 0, "\(outcome.errors)")
        files = try folder.files.filter { $0.hasPrefix("\(name)/") }.map { path in
            File(
                path: String(path.dropFirst(name.count + 1)),
                text: try folder.text(of: path),
                isExecutable: FileManager.default.isExecutableFile(atPath: "\(folder.path)/\(path)")
            )
        }
    }

    func text(of path: String) throws -> String { try #require(files.first { $0.path == path }).text }
}

extension TemporaryFolder {
    /// Writes a file, and makes the folders around it.
    func write(_ text: String, to file: String) throws {
        let url = url.appending(path: file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Makes a folder with a manifest by which it is known as a checkout of Elmwood.
    func makeCheckout(_ path: String) throws {
        try write("let package = Package(\n    name: \"elmwood\"\n)\n", to: "\(path)/Package.swift")
    }
}
