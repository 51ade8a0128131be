import Foundation

/// A path in the temporary folder, whose files are removed when this is deallocated.
package final class TemporaryFile {
    package let path = NSTemporaryDirectory() + "elmwood-\(UUID().uuidString).sqlite"

    package init() {}

    deinit {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
}
