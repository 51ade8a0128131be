import ElmwoodDevelopment
import Foundation

/// What `swift package` says about a package.
struct SwiftPackage {
    /// The files whose change may change what is to be watched.
    static let manifests: Set<String> = ["Package.swift", "Package.resolved"]

    private struct Description: Decodable {
        struct Product: Decodable {
            let name: String
            /// An object with one key, the kind of the product.
            let type: [String: [String]?]
        }

        struct Target: Decodable {
            let name: String
            let path: String
            let type: String
        }

        let products: [Product]
        let targets: [Target]
    }

    private struct Dependency: Decodable {
        let path: String
        let dependencies: [Dependency]

        /// The paths of this package and of those it depends on.
        var paths: [String] { [path] + dependencies.flatMap(\.paths) }
    }

    private let folder: String
    private let description: Description
    /// The folders of the packages that are developed together with this one: those that were not fetched.
    private let neighbors: [String]

    /// Reads the package in a folder.
    init(in folder: String) throws {
        guard FileManager.default.fileExists(atPath: folder + "/Package.swift") else {
            throw CommandError("there is no Package.swift in \(folder). `elmwood new NAME` begins a package.")
        }
        self.folder = folder
        description = try Self.output(of: ["package", "describe", "--type", "json"], in: folder)
        let root: Dependency = try Self.output(of: ["package", "show-dependencies", "--format", "json"], in: folder)
        neighbors = root.dependencies.flatMap(\.paths).filter { !$0.hasPrefix(folder + "/.build/") }
    }

    /// Returns the name of the executable product to serve.
    func executable(named name: String?) throws -> String {
        let names = description.products.filter { $0.type.keys.contains("executable") }.map(\.name)
        if let name {
            guard names.contains(name) else {
                throw CommandError(
                    "the package has no executable \(name), but these: \(names.joined(separator: ", "))."
                )
            }
            return name
        }
        guard let first = names.first else { throw CommandError("the package has no executable.") }
        guard names.count == 1 else {
            throw CommandError("the package has several executables, so name one: \(names.joined(separator: ", ")).")
        }
        return first
    }

    /// Watches all that the executables are built of.
    func watch() throws -> FileWatch {
        let targets = description.targets.filter { $0.type != "test" }.map { "\(folder)/\($0.path)" }
        return try FileWatch(
            folders: targets + neighbors.map { $0 + "/Sources" },
            files: ([folder] + neighbors).flatMap { folder in Self.manifests.map { "\(folder)/\($0)" } }
        )
    }

    private static func output<Output: Decodable>(of arguments: [String], in folder: String) throws -> Output {
        let swift = ChildProcess("swift", arguments, in: folder)
        let (status, output, errors) = try swift.run()
        guard status == 0, let value = try? JSONDecoder().decode(Output.self, from: Data(output.utf8)) else {
            throw CommandError(
                "`swift \(arguments.joined(separator: " "))` failed:\n\(errors.isEmpty ? output : errors)"
            )
        }
        return value
    }
}
