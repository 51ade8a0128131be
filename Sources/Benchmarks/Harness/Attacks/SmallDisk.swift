import Glibc

/// A file system of some megabytes in memory, at a folder of its own. Only root can mount one.
final class SmallDisk {
    let path: String

    init(bytes: Int) throws {
        var template = Array("/tmp/elmwood-benchmarks-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchmarkFailure("No folder can be made in /tmp.") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else {
            let reason = systemError()
            rmdir(path)
            throw BenchmarkFailure("A small disk cannot be mounted: \(reason).")
        }
    }

    deinit {
        umount2(path, CInt(MNT_DETACH))
        rmdir(path)
    }

    /// Fills it to the last byte.
    func fill() throws {
        let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0o600)
        guard file >= 0 else { throw BenchmarkFailure("The small disk cannot be filled: \(systemError()).") }
        defer { close(file) }
        for size in [65_536, 4_096, 1] {
            let bytes = [UInt8](repeating: 1, count: size)
            while write(file, bytes, size) == size {}
        }
    }

    /// Makes room again.
    func empty() { unlink(path + "/ballast") }
}
