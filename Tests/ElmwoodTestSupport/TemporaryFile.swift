import Foundation

/// A path in the temporary folder, whose files are removed when this is deallocated.
package final class TemporaryFile {
    package let path = NSTemporaryDirectory() + "elmwood-\(UUID().uuidString).sqlite"

    package init() {}

    deinit {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
}

/// A folder in the temporary folder, removed with everything in it when this is deallocated.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        // Not through a link: the paths of changed files are compared with it.
        path = URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath().path + "/elmwood-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
