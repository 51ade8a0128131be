import ElmwoodDevelopment
import FoundationEssentials

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

    /// Asks `swift package` about the package in a folder.
    init(in folder: String) throws {
        guard FileManager.default.fileExists(atPath: folder + "/Package.swift") else {
            throw CommandError("there is no Package.swift in \(folder). `elmwood new NAME` begins a package.")
        }
        try self.init(
            folder: folder,
            description: Self.output(of: ["package", "describe", "--type", "json"], in: folder),
            dependencies: Self.output(of: ["package", "show-dependencies", "--format", "json"], in: folder)
        )
    }

    /// Reads what `swift package` has said, as JSON.
    init(folder: String, description: String, dependencies: String) throws {
        self.folder = folder
        self.description = try JSONDecoder().decode(Description.self, from: Data(description.utf8))
        let root = try JSONDecoder().decode(Dependency.self, from: Data(dependencies.utf8))
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

    /// The folders of which the executables are built, and the files that say of which.
    var watched: (folders: [String], files: [String]) {
        let targets = description.targets.filter { $0.type != "test" }.map { "\(folder)/\($0.path)" }
        let files = ([folder] + neighbors).flatMap { folder in Self.manifests.sorted().map { "\(folder)/\($0)" } }
        return (targets + neighbors.map { $0 + "/Sources" }, files)
    }

    /// Watches all that the executables are built of.
    func watch() throws -> FileWatch { try FileWatch(folders: watched.folders, files: watched.files) }

    private static func output(of arguments: [String], in folder: String) throws -> String {
        let (status, output, errors) = try ChildProcess("swift", arguments, in: folder).run()
        guard status == 0 else {
            throw CommandError(
                "`swift \(arguments.joined(separator: " "))` failed:\n\(errors.isEmpty ? output : errors)"
            )
        }
        return output
    }
}
