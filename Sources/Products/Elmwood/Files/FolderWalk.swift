import Glibc

/// The paths of the files under a folder, in any order: without those that begin with a dot, and without following links.
struct FolderWalk {
    private let root: String
    /// The folders whose content is still to be listed, and the files that were found.
    private var folders = [""]
    private var files: [String] = []

    /// Begins a walk; nil if there is no such folder.
    init?(_ root: String) {
        guard access(root, R_OK | X_OK) == 0 else { return nil }
        self.root = root
    }

    /// Returns the next path, which begins with `/`; nil at the end.
    mutating func next() -> String? {
        while files.isEmpty, let folder = folders.popLast() { list(folder) }
        return files.popLast()
    }

    private mutating func list(_ folder: String) {
        for name in Files.names(in: root + folder) where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            var status = stat()
            guard lstat(root + path, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: folders.append(path)
            case S_IFREG: files.append(path)
            default: break
            }
        }
    }
}
