import FoundationEssentials

/// Where a new package finds Elmwood.
enum ElmwoodLocation: Equatable {
    /// A folder: absolute, or relative to that of the new package.
    case path(String)
    /// The address of a repository that has the version of this command.
    case address(String)

    /// Reads what was given as `--elmwood`; without it, the location is the checkout of which this command was built.
    ///
    /// - Parameters:
    ///   - folder: the new package's folder, absolute. A path that is not absolute is written relative to it.
    ///   - current: the folder that a relative path in `text` begins with.
    init(_ text: String?, from folder: URL, in current: URL) throws(CommandError) {
        if let text, text.contains("://") || text.hasPrefix("git@") {
            self = .address(text)
            return
        }
        let checkout = text.map { URL(filePath: $0, directoryHint: .isDirectory, relativeTo: current) } ?? Self.checkout
        guard Self.isElmwood(checkout) else {
            throw CommandError(
                text == nil
                    ? "the checkout of which this command was built is not at \(checkout.path). Say where Elmwood is: --elmwood PATH-or-URL"
                    : "there is no checkout of Elmwood at \(checkout.path)."
            )
        }
        let isAbsolute = text?.hasPrefix("/") ?? false
        self = .path(isAbsolute ? checkout.path : Self.path(to: checkout, from: folder))
    }

    /// The folder with the package that this source file belongs to.
    static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func isElmwood(_ folder: URL) -> Bool {
        let manifest = try? String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
        return manifest?.contains(#"name: "elmwood""#) ?? false
    }

    /// Returns the path that leads from one folder to another. The first one need not exist yet.
    static func path(to target: URL, from folder: URL) -> String {
        let target = target.resolvingSymlinksInPath().standardizedFileURL.pathComponents
        // Only what exists can be resolved.
        let folder =
            folder.deletingLastPathComponent().resolvingSymlinksInPath().standardizedFileURL.pathComponents
            + [folder.lastPathComponent]
        let common = zip(target, folder).prefix { $0 == $1 }.count
        let ups = Array(repeating: "..", count: folder.count - common)
        return (ups + target.dropFirst(common)).joined(separator: "/")
    }

    /// The name under which the manifest refers to the package.
    var identity: String {
        switch self {
        case .path: return "elmwood"
        case .address(let address):
            let last = address.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? address
            return (last.hasSuffix(".git") ? String(last.dropLast(4)) : last).lowercased()
        }
    }

    /// The dependency in the manifest.
    var dependency: String {
        switch self {
        case .path(let path):
            // A package is otherwise known by its folder's name.
            let isNamed = path.split(separator: "/").last?.lowercased() == identity
            return ".package(\(isNamed ? "" : "name: \"elmwood\", ")path: \(Self.literal(path)))"
        case .address(let address):
            return ".package(url: \(Self.literal(address)), from: \"\(ElmwoodCommand.version)\")"
        }
    }

    /// The text that a reader follows.
    var text: String {
        switch self {
        case .path(let text), .address(let text): text
        }
    }

    private static func literal(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
