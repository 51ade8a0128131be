import Glibc

/// A file system of a few megabytes in memory, mounted at a folder of its own until this is deallocated.
package final class SmallDisk: Sendable {
    package let path: String

    /// Whether this process may mount file systems.
    package static let isPossible = (try? SmallDisk(bytes: 1_000_000)) != nil

    /// Why tests that need one are skipped.
    package static let reason = "Only root can mount a small disk."

    package struct MountError: Error {}

    package init(bytes: Int) throws {
        var template = Array("/tmp/elmwood-disk-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw MountError() }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else {
            rmdir(path)
            throw MountError()
        }
    }

    deinit {
        umount2(path, CInt(MNT_DETACH))
        rmdir(path)
    }

    /// Makes it read-only, or writable again. No file of it may be open for writing; a process that another test begins may have a
    /// copy of one for a moment.
    package func setReadOnly(_ isReadOnly: Bool) throws {
        let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
        try again { guard mount("tmpfs", path, "tmpfs", flags, nil) == 0 else { throw MountError() } }
    }

    /// Fills it to the last byte with a file of its own.
    package func fill() throws {
        let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw MountError() }
        defer { close(file) }
        lseek(file, 0, SEEK_END)
        for size in [65_536, 4_096, 1] {
            let bytes = [UInt8](repeating: 1, count: size)
            while write(file, bytes, size) == size {}
        }
    }

    /// Removes that file.
    package func makeRoom() { unlink(path + "/ballast") }
}
