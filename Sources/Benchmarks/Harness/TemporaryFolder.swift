import Glibc

/// A folder for what a measurement writes; it is removed with all that is in it when nobody holds it.
final class TemporaryFolder {
    /// Its path.
    let path: String

    /// Makes a new one.
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
