import FoundationEssentials

/// `elmwood new`: writes a package.
struct NewCommand {
    static let usage = """
        Usage: elmwood new NAME [--sql] [--shared] [--accounts] [--elmwood PATH-or-URL]

        Writes a package into the folder NAME, which may be a path such as sites/Shop. Its last part is the name of the module.

          --sql        adds notes in a SQLite database: a table with its migration, a read and two writes
          --shared     adds a poll, which all visitors see: one model that they share
          --accounts   adds accounts: register, sign in and sign out, with passwords in a SQLite database
          --elmwood PATH-or-URL
                       where the package finds Elmwood: a checkout, or the address of a repository with its version.
                       The checkout of which this command was built, if it is not said
        """

    private let folder: URL
    private let path: String
    private let package: NewPackage

    /// - Parameter current: the folder in which a relative path begins.
    init(
        _ arguments: [String],
        in current: URL = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    ) throws {
        let parts = Dictionary(uniqueKeysWithValues: PackagePart.allCases.map { ("--\($0.rawValue)", $0) })
        let arguments = try Arguments(
            arguments,
            flags: Set(parts.keys),
            values: ["--elmwood"],
            usage: Self.usage
        )
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw UsageError(
                arguments.operands.isEmpty ? "the package needs a name." : "a package has one name.",
                usage: Self.usage
            )
        }
        self.path = path
        folder = URL(filePath: path, directoryHint: .isDirectory, relativeTo: current).absoluteURL.standardizedFileURL
        package = NewPackage(
            name: try PackageName(folder.lastPathComponent),
            parts: Set(arguments.flags.compactMap { parts[$0] }),
            elmwood: try ElmwoodLocation(arguments.values["--elmwood"], from: folder, in: current)
        )
    }

    func run() throws -> Int32 {
        try write()
        print(nextSteps)
        return 0
    }

    /// What to do with the package that is written.
    var nextSteps: String {
        """
        The package \(package.name.text) is written. Next:

            cd \(ShellWord(path))
            ./dev run     # builds and serves http://127.0.0.1:8080, again whenever a file changes
            ./dev test    # runs its tests
        """
    }

    /// Writes the files. No file that is there already is replaced.
    func write() throws {
        let files = FileManager.default
        if files.fileExists(atPath: folder.path) {
            guard let entries = try? files.contentsOfDirectory(atPath: folder.path) else {
                throw CommandError("\(path) is not a folder that can be read.")
            }
            guard entries.isEmpty else {
                throw CommandError("the folder \(path) is not empty. Nothing was written.")
            }
        }
        do {
            for file in package.files {
                let url = folder.appending(path: file.path)
                try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: url, options: .withoutOverwriting)
                if file.isExecutable {
                    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
                }
            }
        } catch {
            throw CommandError("the package could not be written: \(error.localizedDescription)")
        }
    }
}
