import Glibc

/// A regular file, open for reading, and the identification of its current bytes.
package struct StaticFile: ~Copyable {
    package let size: Int
    package let lastModified: HTTPDate
    /// Names the current bytes. It is weak while the file may change without being noticed.
    package let entityTag: EntityTag?
    private let descriptor: FileDescriptor

    /// Opens a file under a folder.
    ///
    /// Each part of the path is opened by itself and relative to the one before, and no link is followed. So nothing outside of the
    /// folder can be reached, whatever it contains and however it changes meanwhile.
    ///
    /// - Parameters:
    ///   - path: The decoded path of a request. One with a part that begins with a dot, with an empty part or with a NUL names
    ///     no file.
    ///   - folder: The folder; it may itself be a link.
    /// - Returns: nil if there is no such file, or it is not a regular file but a folder, a link or a device.
    package init?(_ path: String, under folder: String, now: HTTPDate = .now) {
        guard let names = Self.names(path), let last = names.last,
            var current = FileDescriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        else { return nil }
        for name in names.dropLast() {
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            guard let next = FileDescriptor(openat(current.number, name, flags)) else { return nil }
            current = next
        }
        // Without O_NONBLOCK, opening a named pipe would wait for its writer.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        guard let file = FileDescriptor(openat(current.number, last, flags)) else { return nil }
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = max(0, Int(status.st_size))
        lastModified = HTTPDate(secondsSince1970: status.st_mtim.tv_sec)
        // A file that changed just now may change again within the same tick of the file system's clock. Until that tick is over,
        // its tag is weak.
        let isSettled = lastModified.secondsSince1970 < now.secondsSince1970 - 1
        let state = [Int(bitPattern: UInt(status.st_ino)), size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        let text = state.map { String(UInt(bitPattern: $0), radix: 16) }.joined(separator: "-")
        entityTag = EntityTag(text, isWeak: !isSettled)
        descriptor = file
    }

    /// Returns the file's bytes; nil if they cannot be read, or are not as many as the file had when it was opened.
    package func bytes() -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while count < size, let start = buffer.baseAddress {
                let read = pread(descriptor.number, start + count, size - count, off_t(count))
                guard read > 0 else { break }
                count += read
            }
            filled = count
        }
        return count == size ? bytes : nil
    }

    /// Transfers ownership of the descriptor to the caller, who closes it.
    consuming func takeDescriptor() -> Int32 {
        descriptor.take()
    }

    /// Returns the names of the folders and, last, of the file on a path; nil if one of them is invalid.
    private static func names(_ path: String) -> [String]? {
        // Bytes, since a slash followed by a combining character is another `Character`, and still a slash to the system.
        let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].isEmpty else { return nil }
        let names = parts.dropFirst()
        guard names.allSatisfy({ $0.first != nil && $0.first != 0x2E && $0.count <= 255 && !$0.contains(0) }) else {
            return nil
        }
        return names.map { String(Substring($0)) }
    }
}
