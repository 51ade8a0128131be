import Foundation

/// A folder, removed with everything in it when this is deallocated.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "elmwood-accounts-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
    }
}
