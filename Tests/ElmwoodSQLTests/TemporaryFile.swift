import Foundation

/// A path in the temporary folder, whose files are removed when this is deallocated.
final class TemporaryFile: Sendable {
    let path = NSTemporaryDirectory() + "elmwood-\(UUID().uuidString).sqlite"

    deinit {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
}
