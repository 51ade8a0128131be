import Glibc

/// A folder for a measurement's files. It is removed with its content when it is released.
final class TemporaryFolder {
    /// Its path.
    let path: String

    /// Creates a new folder.
    init() throws {
        var template = Array("/tmp/elmwood-benchmarks-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkFailure("No folder can be made in /tmp: \(systemError()).")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        _ = try? ChildProcess("rm", ["-rf", path]).wait()
    }
}
